import './badge.css';

type BadgeProps = {
  /** Absent when all is well. */
  tone?: 'waiting' | 'ended' | 'off' | 'sample' | undefined;
  children: string;
};

/** A state in a word or two. */
export function Badge({ tone, children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

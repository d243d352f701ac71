import './badge.css';

type BadgeProps = {
  /** Absent if all is well. */
  tone?: 'waiting' | 'ended' | 'off' | 'sample' | undefined;
  children: string;
};

/** A word or two about a state. */
export function Badge({ tone, children }: BadgeProps) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

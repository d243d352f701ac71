import './loading.css';
import './motion.css';

type LoadingProps = { children: string; className?: string };

/** Says what is loading, in a card that reserves the space. */
export function Loading({ children, className = '' }: LoadingProps) {
  return (
    <p role="status" className={`loading card p-6 text-muted ${className}`}>
      {children}
    </p>
  );
}

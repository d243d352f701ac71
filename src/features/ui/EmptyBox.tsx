import type { Elements } from './elements.ts';
import './round-table.css';

type EmptyBoxProps = {
  title?: string;
  className?: string;
  /** What will be here, and what can be done until then. */
  children: Elements;
};

/** Holds the place of something that does not exist yet. */
export function EmptyBox({ title, className = '', children }: EmptyBoxProps) {
  return (
    <div className={`round-table ${className}`}>
      {title && <p className="font-display text-xl text-ink">{title}</p>}
      {children}
    </div>
  );
}

import type { Elements } from './elements.ts';
import './round-table.css';

type EmptyBoxProps = {
  title?: string;
  className?: string;
  /** Explains what will be here, and what the reader can do until then. */
  children: Elements;
};

/** Placeholder for something that does not exist yet. */
export function EmptyBox({ title, className = '', children }: EmptyBoxProps) {
  return (
    <div className={`round-table ${className}`}>
      {title && <p className="font-display text-xl text-ink">{title}</p>}
      {children}
    </div>
  );
}

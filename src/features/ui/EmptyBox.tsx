import type { ReactNode } from 'react';
import './empty-box.css';

type EmptyBoxProps = {
  title?: string;
  /** A decoration next to the text. */
  mark?: ReactNode;
  className?: string;
  /** What will be here, and what can be done until then. */
  children: ReactNode;
};

/** Holds the place of something that does not exist yet. */
export function EmptyBox({ title, mark, className = '', children }: EmptyBoxProps) {
  return (
    <div className={`empty-box ${className}`} data-mark={mark ? true : undefined}>
      {mark}
      <div>
        {title && <p className="font-display text-xl text-ink">{title}</p>}
        {children}
      </div>
    </div>
  );
}

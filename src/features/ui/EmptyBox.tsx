import type { ReactNode } from 'react';
import './empty-box.css';

type EmptyBoxProps = {
  title?: string;
  /** A decoration beside the words. */
  mark?: ReactNode;
  className?: string;
  /** What there will be, and what can be done meanwhile. */
  children: ReactNode;
};

/** Keeps the place of something that is not there yet. */
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

import type { ReactNode } from 'react';
import './note.css';

/** What may be known as well, in smaller print. */
export function Note({ className = '', children }: { className?: string; children: ReactNode }) {
  return <p className={`note ${className}`}>{children}</p>;
}

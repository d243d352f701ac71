import type { ReactNode } from 'react';
import './page-loading.css';

type PageLoadingProps = {
  /** What turns, decoratively. */
  mark: ReactNode;
  /** What is going on. */
  children: string;
};

/** Covers the page while something is on its way; stands in a live region of the caller's. */
export function PageLoading({ mark, children }: PageLoadingProps) {
  return (
    <div className="page-loading">
      {mark}
      <p>{children}</p>
    </div>
  );
}

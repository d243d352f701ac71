import type { Elements } from './elements.ts';
import './motion.css';
import './page-loading.css';

type PageLoadingProps = {
  /** The decorative mark that spins. */
  mark: Elements;
  /** Says what the page is waiting for. */
  children: string;
};

/** Covers the page during a wait. The caller renders this in a live region. */
export function PageLoading({ mark, children }: PageLoadingProps) {
  return (
    <div className="page-loading flex flex-col items-center gap-4 bold text-ink">
      {mark}
      <p>{children}</p>
    </div>
  );
}

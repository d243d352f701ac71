import { useStore } from '@nanostores/react';
import loader from '@tabler/icons/outline/loader-2.svg?raw';
import type { ReadableAtom } from 'nanostores';
import { Suspense, type ReactNode } from 'react';
import type { LinkedState } from './mentor-page.ts';
import { Icon } from '../ui/Icon.tsx';
import '../ui/form-card.css';
import '../ui/motion.css';
import './mentor.css';

const loading = (
  <p role="status" className="mentor-loading flex items-center gap-3">
    <Icon svg={loader} /> Loading ...
  </p>
);

type LinkedPageProps<Page> = {
  link: { $page: ReadableAtom<LinkedState<Page>>; load: () => Promise<void> };
  children: (page: Page) => ReactNode;
};

/** A page behind a mentor's link: its data, or why there is none and what to do. */
export function LinkedPage<Page>({ link, children }: LinkedPageProps<Page>) {
  const state = useStore(link.$page, { ssr: 'initial' });
  if (state.status === 'ready') {
    return <Suspense fallback={loading}>{children(state.page)}</Suspense>;
  }
  if (state.status === 'loading') return loading;
  if (state.status === 'no-link') {
    return (
      <p role="alert" className="notice">
        This page opens from the link in our newest mail to you.
      </p>
    );
  }
  return (
    <div role="alert" className="notice">
      <p>{state.message}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        {state.mayRetry && (
          <button type="button" className="button" onClick={() => void link.load()}>
            Try again
          </button>
        )}
        <a className="button button-quiet" href="/contact">
          Write to us
        </a>
      </p>
    </div>
  );
}

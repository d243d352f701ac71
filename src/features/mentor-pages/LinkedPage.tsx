import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { Suspense, type ComponentType } from 'react';
import type { Fetched } from '../../lib/fetched-store.ts';
import { failureOf } from './mentor-page.ts';
import { OwnPageLink } from './OwnPageLink.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/Loading.tsx';
import '../ui/fold.css';
import './mentor.css';

const waiting = <Loading>Loading ...</Loading>;

type Link<Page> = { $data: ReadableAtom<Fetched<Page>>; refresh: () => void };

/** The island behind a mentor's link. Shows the page's data, or explains why there is none and what to do. */
export function linkedPage<Page>(link: Link<Page>, Shown: ComponentType<{ page: Page }>) {
  return withErrorBoundary(() => {
    const { data, loading, error } = useStore(link.$data, { ssr: 'initial' });
    if (data !== undefined) {
      return (
        <Suspense fallback={waiting}>
          <Shown page={data} />
        </Suspense>
      );
    }
    if (loading) return waiting;
    if (error === undefined) {
      return (
        <div role="alert" className="notice">
          <p>Open this page with the link in our latest email to you.</p>
          <a className="button button-quiet mt-4" href="/contact">
            Write to us
          </a>
        </div>
      );
    }
    const { message, mayRetry, isEarly } = failureOf(error);
    return (
      <div role="alert" className={`notice ${isEarly ? 'notice-calm' : ''}`}>
        <p>{message}</p>
        <p className="mt-4 flex flex-wrap gap-3">
          {mayRetry && (
            <button type="button" className="button" onClick={link.refresh}>
              Try again
            </button>
          )}
          {!isEarly && (
            <a className="button button-quiet" href="/contact">
              Write to us
            </a>
          )}
        </p>
        {isEarly && (
          <p className="mt-4">
            <OwnPageLink />
          </p>
        )}
      </div>
    );
  });
}

import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { Suspense, type ReactNode } from 'react';
import type { Fetched } from '../../lib/fetched-store.ts';
import { failureOf } from './mentor-page.ts';
import { Loading } from '../ui/Loading.tsx';
import './mentor.css';

const waiting = <Loading>Loading ...</Loading>;

type LinkedPageProps<Page> = {
  link: { $data: ReadableAtom<Fetched<Page>>; refresh: () => void };
  children: (page: Page) => ReactNode;
};

/** A page behind a mentor's link: its data, or why there is none and what to do. */
export function LinkedPage<Page>({ link, children }: LinkedPageProps<Page>) {
  const { data, loading, error } = useStore(link.$data, { ssr: 'initial' });
  if (data !== undefined) return <Suspense fallback={waiting}>{children(data)}</Suspense>;
  if (loading) return waiting;
  if (error === undefined) {
    return (
      <p role="alert" className="notice">
        This page opens from the link in our newest mail to you.
      </p>
    );
  }
  const { message, mayRetry } = failureOf(error);
  return (
    <div role="alert" className="notice">
      <p>{message}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        {mayRetry && (
          <button type="button" className="button" onClick={link.refresh}>
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

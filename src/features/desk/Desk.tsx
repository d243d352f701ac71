import { Suspense } from 'react';
import { notFound } from '../../content/not-found.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import { Loading } from '../ui/Loading.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { deskStatus } from './desk-store.ts';
import './desk.css';

const OpenDesk = late(() => import('./OpenDesk.tsx'));

const loading = (
  <>
    <h1 className="sr-only">One moment</h1>
    <Loading className="loading-page desk-looking mt-8">
      Checking whether you can use this page. This can take a few seconds.
    </Loading>
  </>
);

const notHere = (
  <div className="max-w-xl">
    <h1 className="text-4xl">{notFound.heading}</h1>
    <p className="mt-4 mb-6">{notFound.text}</p>
    <a className="button" href={notFound.back.href}>
      {notFound.back.label}
    </a>
  </div>
);

function Page() {
  return (
    <MemberPart {...deskStatus} loading={loading} notLoaded="We could not load this page.">
      {(status) =>
        status.state === 'none' ? (
          notHere
        ) : (
          <Suspense fallback={loading}>
            <OpenDesk status={status} />
          </Suspense>
        )
      }
    </MemberPart>
  );
}

/** /desk: the owner's lists and buttons, for operators with a second factor. Anyone else sees the 404 page's text. */
export const Desk = withErrorBoundary(Page);

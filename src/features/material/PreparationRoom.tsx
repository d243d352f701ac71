import { Suspense } from 'react';
import { memberPages } from '../../domain/member-pages.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/Loading.tsx';
import { MemberPage } from '../ui/MemberPage.tsx';
import { myRoom } from './material-store.ts';
import './material.css';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { late } from '../ui/late.tsx';

// Only members with a pack need the reader and the Markdown parser.
const Reader = late(() => import('./Reader.tsx'));

const loading = 'Opening the preparation room';

function Page() {
  return (
    <MemberPage
      {...myRoom}
      words={{
        loading,
        notLoaded: 'The preparation room could not be opened. Nothing is lost.',
        offline: 'You can still read what was loaded before.',
      }}
    >
      {(room, member) => {
        if (!room.has_pack) {
          return (
            <EmptyBox className="mt-8" title="The room opens with your first pack">
              <p className="mt-1">
                It is part of every pack. If two of you share a pack, both can read everything here.
              </p>
              <p className="mt-4">
                <a className="button" href={`${memberPages.main}#packs`}>
                  See the packs
                </a>
              </p>
            </EmptyBox>
          );
        }
        if (room.items.length === 0) {
          return (
            <EmptyBox className="mt-8" title="Nothing is here yet">
              <p className="mt-1">
                The shelves are being filled. Until then, your mentor sends you what you need for
                your session.
              </p>
            </EmptyBox>
          );
        }
        return (
          <Suspense fallback={<Loading className="loading-page mt-8">{loading}</Loading>}>
            <Reader memberId={member.id} items={room.items} />
          </Suspense>
        );
      }}
    </MemberPage>
  );
}

/** /dashboard/material: texts that prepare members with a paid pack for an interview (§18.16). */
export const PreparationRoom = withErrorBoundary(Page);

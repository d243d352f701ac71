import { Suspense, useState } from 'react';
import { memberPages } from '../../domain/member-pages.ts';
import { toPacks } from '../../domain/packs/packs.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Loading } from '../ui/Loading.tsx';
import { MemberPage } from '../ui/MemberPage.tsx';
import { myRoom, type Material, type MyRoom } from './material-store.ts';
import { Room } from './Room.tsx';
import { isReadable, kinds } from './texts.ts';
import './material.css';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { late } from '../ui/late.tsx';

// Loaded late, because the list of texts does not need a Markdown parser.
const Reader = late(() => import('./Reader.tsx'));

const loading = 'Opening the preparation room';

function NotOpen({ text }: { text: Material | undefined }) {
  if (!text) {
    return (
      <EmptyBox className="mt-8" title="This text is no longer available">
        <p className="mt-1">It may have been replaced by a newer one.</p>
      </EmptyBox>
    );
  }
  return (
    <EmptyBox className="mt-8" title="This text opens with your first pack">
      <p className="mt-4">
        <a className="button" href={toPacks}>
          See the packs
        </a>
      </p>
    </EmptyBox>
  );
}

/** The text named in the address, or the list of all texts. */
function Texts({ room, memberId }: { room: MyRoom; memberId: string }) {
  const [named] = useState(() => new URLSearchParams(location.search).get('text'));
  const { items } = room;
  if (items.length === 0) {
    return (
      <EmptyBox className="mt-8" title="No texts yet">
        <p className="mt-1">
          We are still adding texts. In the meantime, your mentor will send you what you need for
          your session.
        </p>
      </EmptyBox>
    );
  }
  if (named === null) return <Room {...{ room, memberId }} />;
  const text = items.find(({ id }) => id === Number(named));
  const texts = kinds
    .flatMap((kind) => items.filter((one) => one.kind === kind))
    .filter(isReadable);
  const next = texts[texts.findIndex(({ id }) => id === text?.id) + 1];
  return (
    <>
      <p className="no-print">
        <a className="link" href={memberPages.material}>
          All texts
        </a>
      </p>
      {text && isReadable(text) ? (
        <Suspense fallback={<Loading className="loading-page mt-8">{loading}</Loading>}>
          <Reader {...{ text, next, memberId }} />
        </Suspense>
      ) : (
        <NotOpen text={text} />
      )}
    </>
  );
}

function Page() {
  return (
    <MemberPage
      {...myRoom}
      words={{
        loading,
        notLoaded: 'We could not open the preparation room. Please try again.',
        offline: 'You can still read what you have already loaded.',
      }}
    >
      {(room, member) => <Texts {...{ room }} memberId={member.id} />}
    </MemberPage>
  );
}

/**
 * /dashboard/material: texts for interview preparation. Every member can read one, and a pack unlocks the rest
 * (§18.16).
 */
export const PreparationRoom = withErrorBoundary(Page);

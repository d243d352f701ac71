import { useState } from 'react';
import { packName } from '../../domain/packs/packs.ts';
import { refundStateNames } from '../../domain/refunds/refund.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { MemberPage, MemberSection } from '../ui/MemberPage.tsx';
import { useFolded } from '../ui/use-folded.ts';
import { useGoTo } from '../ui/use-go-to.ts';
import { OnePack } from './OnePack.tsx';
import { isOpen } from './refund-words.ts';
import type { RefundPack, Refunds } from './refunds-schema.ts';
import { myRefunds } from './refunds-store.ts';
import './refunds.css';

function NoPack() {
  return (
    <EmptyBox className="mt-8" title="You have not bought a pack with this account">
      <p>
        Here you see the packs you paid for with this account. We refund a shared pack to its buyer.
      </p>
      <p className="mt-3">
        <a className="button button-quiet" href={memberPages.main}>
          See your packs
        </a>
      </p>
    </EmptyBox>
  );
}

function PackList({ packs }: { packs: readonly RefundPack[] }) {
  return (
    <MemberSection id="refund-packs" title="Which pack is this about?">
      <ul className="grid gap-4">
        {packs.map(({ order, pack, amount, paid_at, payment, requests }) => {
          const open = requests.find(isOpen);
          const shown = open ?? requests[0];
          return (
            <li
              key={order}
              className="card outlined flex flex-wrap items-center justify-between gap-3 gap-x-6 p-6"
            >
              <div>
                <h3>{packName(pack)}</h3>
                <p className="note">
                  <span>{`${formatPaise(amount)}, paid on ${formatDay(paid_at)}, `}</span>
                  <span translate="no">{payment}</span>
                </p>
                {shown && (
                  <p>
                    <span translate="no">{shown.number}</span>
                    <span>{`: ${refundStateNames[shown.state]}`}</span>
                  </p>
                )}
              </div>
              <a
                className="button button-quiet"
                href={`${memberPages.refunds}?${new URLSearchParams({ order })}`}
              >
                <span>{open ? 'See the request' : 'See the refund options'}</span>
                <span translate="no" className="sr-only">{` (${payment})`}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </MemberSection>
  );
}

function Shown({ refunds: { packs } }: { refunds: Refunds }) {
  // The 'Ask for a refund' link adds a pack's order to this address, and our emails add a request's number.
  const [linked] = useState(() => new URLSearchParams(location.search));
  const requests = packs.flatMap((one) => one.requests);
  const request = requests.find(({ number }) => number === linked.get('request'));
  const goTo = useGoTo(() => (request ? `request-${request.id}` : ''));
  const only = packs.length === 1 ? packs[0] : undefined;
  const pack = packs.find(({ order }) => order === (request?.order ?? linked.get('order'))) ?? only;

  useFolded('promises', requests.length > 0);

  if (packs.length === 0) return <NoPack />;
  if (!pack) return <PackList packs={packs} />;
  return (
    <>
      {packs.length > 1 && (
        <p className="mt-4">
          <a className="link" href={memberPages.refunds}>
            All your packs
          </a>
        </p>
      )}
      <OnePack {...{ pack, goTo }} />
    </>
  );
}

function Page() {
  return (
    <MemberPage
      {...myRefunds}
      words={{
        loading: 'Loading your refund options',
        notLoaded: 'We could not load your refunds. Your requests are safe. Check your connection.',
        offline:
          'This is the last version we loaded. To ask for a refund, connect to the internet.',
      }}
    >
      {(refunds) => (
        <div className="refund-page">
          <Shown refunds={refunds} />
        </div>
      )}
    </MemberPage>
  );
}

/** /dashboard/refunds: what the member would get back for each paid pack, and where each request stands (§17.60). */
export const YourRefunds = withErrorBoundary(Page);

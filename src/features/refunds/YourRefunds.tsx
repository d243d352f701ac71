import { useState } from 'react';
import { packName } from '../../domain/packs/packs.ts';
import { refundStateNames } from '../../domain/refunds/refund.ts';
import { requestPage } from '../../domain/refunds/standing.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { Badge } from '../ui/Badge.tsx';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { MemberPage, MemberSection } from '../ui/MemberPage.tsx';
import { Steps } from '../ui/Steps.tsx';
import { useFolded } from '../ui/use-folded.ts';
import { useGoTo } from '../ui/use-go-to.ts';
import { OnePack } from './OnePack.tsx';
import { declinedAt, latePromise, refusalInWords, stepsOf, toneOf } from './refund-words.ts';
import type { RefundPack, RefundRequest, Refunds } from './refunds-schema.ts';
import { myRefunds } from './refunds-store.ts';
import { firstOpen, needsAnswer } from './standing-words.ts';
import './refunds.css';

function NoPack() {
  return (
    <EmptyBox className="mt-8" title="You have not bought a pack yet">
      <p>If you share someone else’s pack, we refund its buyer.</p>
      <p>If you have just paid, your payment can take 20 minutes to arrive: do not pay again.</p>
      <p className="mt-3">
        <a className="button button-quiet" href="/buy">
          See the packs
        </a>
      </p>
    </EmptyBox>
  );
}

/** What the member would get back for a pack because they changed their mind, and until when. */
function Gives({ pack, isAgain }: { pack: RefundPack; isAgain: boolean }) {
  const { gives, until, refusal } = pack.ordinary;
  if (refusal) return <p>{refusalInWords('ordinary', refusal, pack)}</p>;
  if (isAgain) return <p>{`You can ask again by ${formatDay(until)}.`}</p>;
  return (
    <>
      <p>
        <span>You would get back </span>
        <strong className="font-display text-xl bold text-ink">{formatPaise(gives)}</strong>
      </p>
      <p>{`Ask by ${formatDay(until)}.`}</p>
    </>
  );
}

function PackRow({ pack, open }: { pack: RefundPack; open: RefundRequest | undefined }) {
  const { amount, paid_at: paidAt, payment } = pack;
  const shown = open ?? pack.requests[0];
  const delay = open && latePromise(open);
  const isDeclined = shown?.state === 'declined';
  const isPaid = shown?.state === 'paid';
  const isAll = isPaid && pack.ordinary.refusal === 'pack_refunded';
  const linked = open ?? (isDeclined || isAll ? shown : undefined);
  const number = shown && (
    <span translate="no" className="whitespace-nowrap">
      {shown.number}
    </span>
  );
  return (
    <li className="card refund-row p-6" data-open={open && true}>
      <div>
        <h3>
          <span>{`${packName(pack.pack)} `}</span>
          {shown && (
            <Badge tone={toneOf(shown.state)}>
              {isPaid ? (isAll ? 'Refunded' : 'Partly refunded') : refundStateNames[shown.state]}
            </Badge>
          )}
        </h3>
        {shown && (open !== undefined || isPaid) && (
          <p>
            <strong className="font-display text-xl bold text-ink">
              {formatPaise(shown.amount)}
            </strong>
            <span>{`${shown.paid_at ? ` refunded on ${formatDay(shown.paid_at)}` : ''}, request `}</span>
            {number}
          </p>
        )}
        {isDeclined && (
          <p>
            <span>We declined </span>
            {number}
            <span>{` on ${formatDay(declinedAt(shown))}. The request says why.`}</span>
          </p>
        )}
        {!open && !isAll && <Gives pack={pack} isAgain={isDeclined && shown.kind === 'ordinary'} />}
        <p className="note">
          <span>{`Bought on ${formatDay(paidAt)} for ${formatPaise(amount)}, reference `}</span>
          <span translate="no" className="wrap-anywhere">
            {payment}
          </span>
        </p>
      </div>
      {open && <Steps label={`Progress of ${open.number}`} steps={stepsOf(open)} ended={false} />}
      {delay && <p className="notice">{delay}</p>}
      <a
        className={`button ${open && needsAnswer(open) ? '' : 'button-quiet'}`}
        href={linked ? requestPage(linked) : `${memberPages.refunds}?order=${pack.order}`}
      >
        <span>{linked ? 'See the request' : 'See the refund options'}</span>
        <span translate="no" className="sr-only">{` (${payment})`}</span>
      </a>
    </li>
  );
}

/** The packs with an open request, then the others. */
function PackList({ packs }: { packs: readonly RefundPack[] }) {
  const rows = packs.map((pack) => ({ pack, open: firstOpen(pack.requests) }));
  const parts = [
    ['refund-requests', 'Your requests', rows.filter(({ open }) => open)],
    ['refund-packs', 'Your packs', rows.filter(({ open }) => !open)],
  ] as const;
  return parts.map(
    ([id, title, shown]) =>
      shown.length > 0 && (
        <MemberSection key={id} id={id} title={title}>
          <ul className="grid gap-4">
            {shown.map((row) => (
              <PackRow key={row.pack.order} {...row} />
            ))}
          </ul>
        </MemberSection>
      ),
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
            All refunds
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
      lead={{
        text: 'See what you would get back for each pack before you ask, and follow each request until the money arrives.',
        isFor: ({ packs }) => packs.every(({ requests }) => requests.length === 0),
      }}
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

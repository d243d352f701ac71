import { Suspense, useState } from 'react';
import { packName } from '../../domain/packs/packs.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { Facts } from '../ui/Facts.tsx';
import { MemberSection } from '../ui/MemberPage.tsx';
import { isFocusLost } from '../ui/use-go-to.ts';
import { late } from '../ui/late.tsx';
import { Kinds } from './Kinds.tsx';
import type { Question } from './Questions.tsx';
import { isOpen } from './standing-words.ts';
import type { RefundPack, RefundRequest } from './refunds-schema.ts';
import { RequestCard } from './RequestCard.tsx';

const Questions = late(() => import('./Questions.tsx'));

/** Where the focus goes after a dialog whose button has disappeared: to the first of these places that still exists. */
function placesAfter(asked: Question, { requests: [newest] }: RefundPack): string[] {
  if (asked.what === 'take-back') return [`request-${asked.request.id}`, 'refund-pack'];
  // The request may have arrived, even if its reply was lost.
  const arrived = newest && newest.id !== asked.pack.requests[0]?.id;
  return [arrived ? `request-${newest.id}` : `kind-${asked.what}`, 'refund-pack'];
}

type OnePackProps = {
  pack: RefundPack;
  /** Moves the focus to the first of these ids that is on the page. */
  goTo: (...ids: string[]) => void;
};

/** A paid pack: its current requests, the refunds that the member can ask for, and earlier requests (§17.60). */
export function OnePack({ pack, goTo }: OnePackProps) {
  const [question, setQuestion] = useState<Question>();
  // The newest request stays visible even after it has ended.
  const current = pack.requests.filter((request, index) => index === 0 || isOpen(request));
  const earlier = pack.requests.filter((request) => !current.includes(request));

  const canAsk = [pack.ordinary, pack.offer, ...pack.sessions].some(
    ({ refusal }) => refusal === null,
  );

  const closed = (asked: Question, request: string | undefined) => {
    setQuestion(undefined);
    if (request) goTo(`request-${request}`);
    else if (isFocusLost()) goTo(...placesAfter(asked, pack));
  };

  const cards = (requests: readonly RefundRequest[]) => (
    <ul className="grid gap-4">
      {requests.map((request) => (
        <RequestCard
          key={request.id}
          {...{ request, pack, goTo }}
          onTakeBack={() => setQuestion({ what: 'take-back', pack, request })}
        />
      ))}
    </ul>
  );

  return (
    <>
      <MemberSection id="refund-pack" title={packName(pack.pack)}>
        <Facts
          facts={[
            ['You paid', formatPaise(pack.amount)],
            ['Refunded so far', pack.returned > 0 ? formatPaise(pack.returned) : 'Nothing'],
            ['Bought on', formatDay(pack.paid_at)],
            [
              'Payment reference',
              <span key="reference" translate="no">
                {pack.payment}
              </span>,
            ],
          ]}
        />
        {pack.disputed && (
          <p className="notice mt-4">
            Your bank is looking into a dispute about this payment. Until it answers, you cannot
            book with this pack and we cannot pay a refund, because you could be paid twice. You can
            still ask: your request keeps its place. If you did not mean to dispute it, tell your
            bank, and{' '}
            <a className="text-link" href="/contact">
              write to us
            </a>{' '}
            if we can help.
          </p>
        )}
      </MemberSection>
      {current.length > 0 && (
        <MemberSection
          id="current-requests"
          title={
            !current.some(isOpen)
              ? 'Your last request'
              : current.length === 1
                ? 'Your request'
                : 'Your requests'
          }
        >
          {cards(current)}
        </MemberSection>
      )}
      {(canAsk || (pack.returned < pack.amount && !pack.requests.some(isOpen))) && (
        <MemberSection id="kinds" title="What you can ask for">
          {canAsk && <p className="note mb-4">We do not send anything until you confirm.</p>}
          <Kinds {...{ pack, goTo }} ask={setQuestion} />
        </MemberSection>
      )}
      {earlier.length > 0 && (
        <MemberSection id="earlier-requests" title="Earlier requests">
          {cards(earlier)}
        </MemberSection>
      )}
      <Suspense fallback={null}>
        {question && (
          <Questions question={question} onClose={(request) => closed(question, request)} />
        )}
      </Suspense>
    </>
  );
}

import { Suspense, useState } from 'react';
import { lasting } from '../../domain/periods.ts';
import { offerWithin } from '../../domain/refunds/refund.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { FreshButton } from '../ui/FreshButton.tsx';
import { late } from '../ui/late.tsx';
import { Effects } from './Effects.tsx';
import { Amount, KindFrame, type KindProps } from './KindFrame.tsx';
import { refusalInWords, shareInWords } from './refund-words.ts';
import type { RefundPack, RefundRequest } from './refunds-schema.ts';
import { SessionRefund } from './SessionRefund.tsx';

const OfferForm = late(() => import('./OfferForm.tsx'));

type KindsProps = KindProps & {
  /** Moves the focus to the first of these ids that is on the page. */
  goTo: (...ids: string[]) => void;
};

const lastOf = (wanted: RefundRequest['kind'], { requests }: RefundPack) =>
  requests.find(({ kind }) => kind === wanted);

function OrdinaryRefund({ pack, ask }: KindProps) {
  const { gives, until, refusal } = pack.ordinary;
  return (
    <KindFrame
      id="ordinary"
      pack={pack}
      last={lastOf('ordinary', pack)}
      gives={formatPaise(gives)}
      title="You changed your mind"
      rule={`Within ${lasting('refund')} of your purchase, for any reason: an equal share of the price for each session that has not taken place.`}
      refusal={refusal && refusalInWords('ordinary', refusal, pack)}
    >
      {refusal === null && (
        <>
          <Amount paise={gives} made={shareInWords(pack)} />
          <Effects pack={pack} />
          {pack.returned > 0 && (
            <p className="note">
              This allows for earlier refunds: no one gets back more than they paid.
            </p>
          )}
          <p className="note">{`Last day to ask: ${formatDay(until)}.`}</p>
          <div className="actions" data-buttons>
            <FreshButton
              className="button button-quiet"
              load={() => import('./Questions.tsx')}
              work={() => ask({ what: 'ordinary', pack })}
            >{`Ask for ${formatPaise(gives)}`}</FreshButton>
          </div>
        </>
      )}
    </KindFrame>
  );
}

function OfferRefund({ pack, ask, goTo }: KindsProps) {
  const [open, setOpen] = useState(false);
  const { gives, refusal } = pack.offer;
  if (open && refusal !== null) setOpen(false);
  return (
    <KindFrame
      id="offer"
      pack={pack}
      last={lastOf('offer', pack)}
      gives={formatPaise(gives)}
      title="An IIM made you an offer"
      rule={`Everything you paid for the pack, used sessions included. One of its sessions must have taken place in the ${offerWithin} days up to your final interview, and the offer must reach us within ${lasting('refund')} of its issue date. You do not have to accept it.`}
      refusal={refusal && refusalInWords('offer', refusal, pack)}
    >
      {refusal === null && (
        <>
          <Amount
            paise={gives}
            made={
              gives < pack.amount
                ? `${formatPaise(pack.amount)} less the ${formatPaise(pack.amount - gives)} of your other refunds`
                : 'Everything you paid'
            }
          />
          {!open && (
            <div className="actions" data-buttons>
              <FreshButton
                id="offer-start"
                className="button button-quiet"
                load={() => Promise.all([import('./OfferForm.tsx'), import('./Questions.tsx')])}
                work={() => setOpen(true)}
              >
                Send us your offer
              </FreshButton>
            </div>
          )}
          {open && (
            <Suspense fallback={<p role="status">Loading the form</p>}>
              <div className="max-w-xl">
                <OfferForm
                  gives={gives}
                  onReady={(offer, letter) => ask({ what: 'offer', pack, offer, letter })}
                  onClose={() => {
                    setOpen(false);
                    goTo('offer-start');
                  }}
                />
              </div>
            </Suspense>
          )}
        </>
      )}
    </KindFrame>
  );
}

/**
 * The three kinds of refund: what each would return for this pack now, or why it would not return anything (§17.2,
 * §17.60).
 */
export function Kinds({ pack, ask, goTo }: KindsProps) {
  return (
    <ul className="grid gap-4">
      <OrdinaryRefund {...{ pack, ask }} />
      <SessionRefund {...{ pack, ask }} />
      <OfferRefund {...{ pack, ask, goTo }} />
    </ul>
  );
}

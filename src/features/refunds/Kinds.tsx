import { lazy, Suspense, useState, type ReactNode } from 'react';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { packById } from '../../domain/packs/packs.ts';
import { lasting } from '../../domain/periods.ts';
import { offerWithin } from '../../domain/refunds/refund.ts';
import { formatDay, formatMoment } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { LoadingButton } from '../ui/LoadingButton.tsx';
import type { Question } from './Questions.tsx';
import {
  againInWords,
  offerRefusal,
  ordinaryEffects,
  ordinaryRefusal,
  sessionRefusal,
  shareInWords,
} from './refund-words.ts';
import type { RefundableSession, RefundPack } from './refunds-schema.ts';
import '../ui/actions.css';
import '../ui/choice-options.css';
import '../ui/field.css';
import '../ui/note.css';

const OfferForm = lazy(() => import('./OfferForm.tsx'));

type KindProps = {
  pack: RefundPack;
  ask: (question: Question) => void;
  goTo: (...ids: string[]) => void;
};

type AmountProps = { paise: number; made?: string | undefined };

function Amount({ paise, made }: AmountProps) {
  return (
    <p className="refund-amount flex flex-wrap items-baseline gap-x-3">
      <strong className="font-display bold text-ink">{formatPaise(paise)}</strong>
      {made && <span className="text-muted">{made}</span>}
    </p>
  );
}

function WhyNot({ children }: { children: ReactNode }) {
  return (
    <p className="refund-why">
      <strong className="bold text-ink">Not now.</strong> {children}
    </p>
  );
}

function Ordinary({ pack, ask }: KindProps) {
  const { gives, until, refusal } = pack.ordinary;
  return (
    <li className="card outlined refund-kind grid gap-3" data-open={refusal === null || undefined}>
      <h3 id="kind-ordinary" tabIndex={-1}>
        You changed your mind
      </h3>
      <p>
        Within {lasting('refund')} of the purchase, for any reason: an equal share of the price for
        every session that has not taken place.
      </p>
      {refusal === null ? (
        <>
          <Amount paise={gives} made={shareInWords(pack)} />
          <ul className="refund-effects grid">
            {ordinaryEffects(pack).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
          {pack.returned > 0 && (
            <p className="note">
              What came back already is counted: nobody gets back more than they paid.
            </p>
          )}
          <p className="note">Last day to ask: {formatDay(until)}.</p>
          <div className="actions" data-buttons>
            <LoadingButton
              className="button"
              load={() => import('./Questions.tsx')}
              onReady={() => ask({ what: 'ordinary', pack })}
            >
              Ask for {formatPaise(gives)}
            </LoadingButton>
          </div>
        </>
      ) : (
        <WhyNot>{ordinaryRefusal(refusal, pack)}</WhyNot>
      )}
    </li>
  );
}

function sessionLabel({ kind, starts_at, mentor }: RefundableSession): string {
  return `${sessionNames[kind]} with ${mentor}, ${formatMoment(starts_at)}`;
}

function WentWrong({ pack, ask }: KindProps) {
  const { sessions } = pack;
  const open = sessions.filter(({ refusal }) => refusal === null);
  const [booking, setBooking] = useState<string>();
  // One that can be asked for is chosen already where there is no other.
  const chosen =
    open.find((one) => one.booking === booking) ?? (open.length === 1 ? open[0] : undefined);
  return (
    <li className="card outlined refund-kind grid gap-3" data-open={open.length > 0 || undefined}>
      <h3 id="kind-session" tabIndex={-1}>
        A session went wrong
      </h3>
      <p>
        The mentor did not come, a technical fault on our side cut it short, or you got no feedback.
        You choose: the session again at no cost, or its share of the price back. You can ask within{' '}
        {lasting('refund')} of the session.
      </p>
      {sessions.length === 0 && (
        <WhyNot>
          No session of yours took place or was called off by us in the last {lasting('refund')}.
        </WhyNot>
      )}
      {(packById(pack.pack)?.persons ?? 1) > 1 && (
        <p className="note">
          For a session of your second person,{' '}
          <a className="text-link" href="/contact">
            write to us
          </a>
          .
        </p>
      )}
      {sessions.length > 0 && (
        <fieldset className="refund-sessions">
          <legend className="field-label">Which session was it?</legend>
          <div className="choice-options">
            {sessions.map((one) => (
              <label key={one.booking}>
                <input
                  type="radio"
                  name="refund-session"
                  value={one.booking}
                  checked={chosen?.booking === one.booking}
                  disabled={one.refusal !== null}
                  onChange={() => setBooking(one.booking)}
                />
                <span>
                  {sessionLabel(one)}
                  <span className="note">
                    {one.state === 'called_off' ? 'Called off by us. ' : ''}
                    {one.refusal === null
                      ? `Last day to ask: ${formatDay(one.until)}.`
                      : sessionRefusal(one.refusal)}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {chosen && (
        <dl className="refund-choice grid">
          <div>
            <dt className="bold text-ink">The session again</dt>
            <dd>{againInWords(chosen)}</dd>
            <dd className="flex flex-wrap gap-x-5">
              <a
                className="link"
                href={
                  chosen.state === 'called_off'
                    ? `/dashboard/sessions#book-${pack.order}`
                    : '/dashboard/sessions#past'
                }
              >
                {chosen.state === 'called_off' ? 'Book it again' : 'Go to your sessions'}
              </a>
              {chosen.state === 'held' && (
                <a className="link" href="/contact">
                  Write to us
                </a>
              )}
            </dd>
          </div>
          <div>
            <dt className="bold text-ink">Money back</dt>
            <dd>
              <Amount paise={chosen.gives} made="The share of one session" />
            </dd>
            <dd>
              <LoadingButton
                className="button"
                load={() => import('./Questions.tsx')}
                onReady={() =>
                  ask({ what: 'session', pack, session: chosen, label: sessionLabel(chosen) })
                }
              >
                Ask for {formatPaise(chosen.gives)}
              </LoadingButton>
            </dd>
          </div>
        </dl>
      )}
    </li>
  );
}

function OnOffer({ pack, ask, goTo }: KindProps) {
  const [open, setOpen] = useState(false);
  const { gives, refusal } = pack.offer;
  if (open && refusal !== null) setOpen(false);
  return (
    <li className="card outlined refund-kind grid gap-3" data-open={refusal === null || undefined}>
      <h3 id="kind-offer" tabIndex={-1}>
        An IIM made you an offer
      </h3>
      <p>
        All that you paid for the pack, used sessions included. One session has to have taken place
        in the {offerWithin} days up to your final interview, and the offer has to reach us within{' '}
        {lasting('refund')} of the day it was issued. You need not accept it.
      </p>
      {refusal === null ? (
        <>
          <Amount
            paise={gives}
            made={gives < pack.amount ? 'The rest of the price' : 'All that you paid'}
          />
          {!open && (
            <div className="actions" data-buttons>
              <LoadingButton
                id="offer-start"
                className="button"
                load={() => Promise.all([import('./OfferForm.tsx'), import('./Questions.tsx')])}
                onReady={() => setOpen(true)}
              >
                Send us your offer
              </LoadingButton>
            </div>
          )}
          {open && (
            <Suspense fallback={<p role="status">Loading the form</p>}>
              <div className="refund-form">
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
      ) : (
        <WhyNot>{offerRefusal(refusal)}</WhyNot>
      )}
    </li>
  );
}

/** The three kinds of refund: what each gives for this pack now, or why not (§17.2, §17.60). */
export function Kinds(props: KindProps) {
  return (
    <ul className="grid gap-4">
      <Ordinary {...props} />
      <WentWrong {...props} />
      <OnOffer {...props} />
    </ul>
  );
}

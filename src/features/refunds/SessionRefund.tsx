import { useState } from 'react';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { lasting } from '../../domain/periods.ts';
import { formatDay, formatMoment } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { LoadingButton } from '../ui/LoadingButton.tsx';
import { Amount, KindFrame, WhyNot, type KindProps } from './KindFrame.tsx';
import { againInWords, refusalInWords } from './refund-words.ts';
import type { RefundableSession } from './refunds-schema.ts';
import '../ui/choice-options.css';
import '../ui/field.css';

function sessionLabel({ kind, starts_at, mentor }: RefundableSession): string {
  return `${sessionNames[kind]} with ${mentor}, ${formatMoment(starts_at)}`;
}

/** The refund of a session that went wrong: which one, then the session again or its share (§17.6, §17.63). */
export function SessionRefund({ pack, ask }: KindProps) {
  const { sessions } = pack;
  const open = sessions.filter(({ refusal }) => refusal === null);
  const [booking, setBooking] = useState<string>();
  // The only one that can be asked for is chosen from the start.
  const chosen =
    open.find((one) => one.booking === booking) ?? (open.length === 1 ? open[0] : undefined);
  return (
    <KindFrame id="session" title="A session went wrong" open={open.length > 0}>
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
      {pack.persons > 1 && (
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
                      : refusalInWords('session', one.refusal)}
                  </span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {chosen && (
        <dl className="refund-choice grid gap-4">
          <div>
            <dt className="bold text-ink">The session again</dt>
            <dd>{againInWords(chosen)}</dd>
            <dd className="flex flex-wrap gap-x-5">
              <a
                className="link"
                href={
                  chosen.state === 'called_off'
                    ? `${memberPages.sessions}#book-${pack.order}`
                    : `${memberPages.sessions}#past`
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
                className="button button-quiet"
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
    </KindFrame>
  );
}

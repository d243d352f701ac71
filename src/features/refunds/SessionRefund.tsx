import { useState } from 'react';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { lasting } from '../../domain/periods.ts';
import { formatDay, formatMoment } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { Choice } from '../ui/Choice.tsx';
import { FreshButton } from '../ui/FreshButton.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { Amount, KindFrame, type KindProps } from './KindFrame.tsx';
import { againInWords, declinedAt, refusalInWords } from './refund-words.ts';
import type { RefundableSession, RefundPack } from './refunds-schema.ts';

function SessionLabel({ kind, starts_at, mentor }: RefundableSession) {
  return (
    <Sentence words={[`${sessionNames[kind]} with `, mentor, `, ${formatMoment(starts_at)}`]} />
  );
}

/** The session's last request that we declined. Only one session can start at a time. */
const declinedOf = ({ starts_at }: RefundableSession, { requests }: RefundPack) =>
  requests.find(({ state, session }) => state === 'declined' && session?.starts_at === starts_at);

function noteOf(session: RefundableSession, pack: RefundPack) {
  const { state, refusal, until } = session;
  const calledOff = state === 'called_off' ? 'Cancelled by us. ' : '';
  const declined = declinedOf(session, pack);
  if (refusal !== null) return calledOff + refusalInWords('session', refusal, pack);
  return (
    <>
      <span>{calledOff}</span>
      {declined && (
        <>
          <span>{`Declined on ${formatDay(declinedAt(declined))} `}</span>
          <span translate="no" className="whitespace-nowrap">{`(${declined.number}). `}</span>
        </>
      )}
      <span>{`Last day to ask: ${formatDay(until)}.`}</span>
    </>
  );
}

/**
 * The refund for a session that went wrong: the member chooses the session, then either a new session or a refund of
 * its share of the price (§17.6, §17.63).
 */
export function SessionRefund({ pack, ask }: KindProps) {
  const { sessions } = pack;
  const open = sessions.filter(({ refusal }) => refusal === null);
  const declined = open.map((one) => declinedOf(one, pack));
  const [booking, setBooking] = useState<string>();
  // If only one session is possible, it is selected from the start, unless we have declined it.
  const [only] = open.length === 1 && !declined[0] ? open : [];
  const chosen = open.find((one) => one.booking === booking) ?? only;
  return (
    <KindFrame
      id="session"
      pack={pack}
      last={
        declined.every(Boolean) ? pack.requests.find((one) => declined.includes(one)) : undefined
      }
      gives={`${formatPaise(open[0]?.gives ?? 0)} for one session`}
      title="A session went wrong"
      rule={`Your mentor did not join, a technical fault on our side cut the session short, or you did not get feedback. You choose: the session again at no cost, or the session’s share of the price back. You can ask within ${lasting('refund')} of the session.`}
      refusal={
        sessions.length === 0 &&
        `No session from this pack was due in the last ${lasting('refund')}.`
      }
      can={open.length > 0}
    >
      {pack.persons > 1 && (
        <p className="note">
          If the session is for the person you share your pack with,{' '}
          <a className="text-link" href="/contact">
            write to us
          </a>
          .
        </p>
      )}
      {sessions.length > 0 && (
        <Choice
          legend="Which session was it?"
          look="lines"
          options={sessions.map((one) => ({
            value: one.booking,
            label: <SessionLabel {...one} />,
            more: noteOf(one, pack),
            disabled: one.refusal !== null,
          }))}
          chosen={chosen?.booking}
          onChoose={setBooking}
        />
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
                    : `${memberPages.sessions}#past-${chosen.booking}`
                }
              >
                {chosen.state === 'called_off' ? 'Book this session again' : 'Go to this session'}
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
              <Amount paise={chosen.gives} made="One session’s share" />
            </dd>
            <dd>
              <FreshButton
                className="button button-quiet"
                load={() => import('./Questions.tsx')}
                work={() =>
                  ask({
                    what: 'session',
                    pack,
                    session: chosen,
                    label: <SessionLabel {...chosen} />,
                  })
                }
              >{`Ask for ${formatPaise(chosen.gives)}`}</FreshButton>
            </dd>
          </div>
        </dl>
      )}
    </KindFrame>
  );
}

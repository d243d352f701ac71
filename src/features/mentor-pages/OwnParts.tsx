import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { sessionWords } from '../../domain/bookings/session-kinds.ts';
import { longestAnswer, type MentorPage } from '../../domain/mentors/own-page.ts';
import { lasting } from '../../domain/periods.ts';
import { count } from '../../domain/words/count.ts';
import { formatDay, formatMoment, indiaDay } from '../../domain/words/dates.ts';
import { cleanCode, cleanLines } from '../../domain/words/typed-text.ts';
import { $now, $today } from '../../lib/now.ts';
import { feedbackDue } from '../bookings/session-times.ts';
import { Choice } from '../ui/Choice.tsx';
import { Done } from '../ui/Done.tsx';
import type { Elements } from '../ui/elements.ts';
import { fieldOf } from '../ui/field-of.ts';
import { Field } from '../ui/Field.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { ActForm } from './ActForm.tsx';
import { ComingSessions, FreeTopics, Members } from './ComingSessions.tsx';
import { groupedBy, ShortSession, ShortTime, weekOf } from './Weeks.tsx';
import { OpenTimes } from './OpenTimes.tsx';
import { $returned } from './own-page-store.ts';

type PartProps = { title: string; id?: string; children: Elements };

function Part({ title, id: given, children }: PartProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-3 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

type ReportProps = { report: MentorPage['reports'][number]; isFirst: boolean };

/** Who says that the mentor did not join, and how the mentor can answer: feedback comes first (§15.88). */
function Report({ report, isFirst }: ReportProps) {
  const form = useForm({ defaultValues: { text: '' } });
  const said = useId();
  const several = report.members.length > 1;
  const who = several ? 'members' : 'member';
  const written = (
    <ActForm
      legend="Your answer"
      form={form}
      field="text"
      asking={({ text }) => ({ act: 'answer', slot: report.slot, text })}
      button={{
        label: 'Send this answer',
        pending: 'Sending ...',
        quiet: report.feedback !== null || !isFirst,
      }}
    >
      <TextArea
        label="If you were there, what happened?"
        hint="One of our team will look into it."
        maxLength={longestAnswer}
        {...fieldOf(form, 'text', {
          validate: (text) => cleanLines(text) !== '' || 'Please write a sentence or two.',
        })}
      />
    </ActForm>
  );
  return (
    <section className="mb-6 grid gap-3" aria-label="A member says that you did not join">
      <div className="notice">
        <p id={said}>
          <Members members={report.members} />
          <span>{` ${several ? 'say' : 'says'} that you did not join the ${sessionWords[report.kind]} on `}</span>
          <ShortTime session={report} />
          <span>{`. If you do not answer by ${formatMoment(report.until)}, we will return the session to the ${who}.`}</span>
        </p>
      </div>
      {report.feedback === null ? (
        written
      ) : (
        <>
          <p>{`If you were there, give your feedback${several ? ' on each of them' : ''}: it counts as your answer, and one of our team will look into it.`}</p>
          <p>
            <a
              className={`button ${isFirst ? '' : 'button-quiet'}`}
              href={report.feedback}
              aria-describedby={said}
            >
              Give feedback
            </a>
          </p>
          <details>
            <summary className="link w-fit">Answer in writing instead</summary>
            {written}
          </details>
        </>
      )}
      <details>
        <summary className="link w-fit">I did not join</summary>
        <ActForm
          legend="Return the session"
          asking={() => ({ act: 'missed', slot: report.slot })}
          onDone={() =>
            $returned.set(`Done. The ${who} ${several ? 'have' : 'has'} the session back.`)
          }
          button={{ label: 'Return the session', pending: 'Returning ...', quiet: true }}
        >
          <p>{`The ${who} ${several ? 'get' : 'gets'} the session back right away, and we email them. You cannot undo this.`}</p>
        </ActForm>
      </details>
    </section>
  );
}

/** How many members are waiting for a time (§15.93). */
function Waiting({ waiting }: Pick<MentorPage, 'waiting'>) {
  const waits = waiting.map(({ kind, members }) => {
    const who = members < 100 ? count(members, 'member waits', 'members wait') : '100 or more wait';
    return `${who} for a ${sessionWords[kind]} to open.`;
  });
  return waits.length > 0 && <p className="mb-4">{waits.join(' ')}</p>;
}

/** Why a session has no rating (§15.108). */
function unrated({ outcome, taken }: MentorPage['past'][number]): string {
  const who = taken > 1 ? 'members' : 'member';
  if (outcome === 'returned') return `Returned to the ${who}.`;
  return outcome === 'absent' ? `The ${who} did not join.` : 'Not rated yet.';
}

/** The mentor's last five sessions with their feedback, and members' ratings and comments (§15.108). */
function Past({ past }: Pick<MentorPage, 'past'>) {
  return (
    <ul className="mentor-list grid gap-3">
      {past.map((session) => (
        <li key={session.slot}>
          <p className="bold">
            {session.feedback === null ? (
              <ShortSession session={session} />
            ) : (
              <a className="link text-ink" href={session.feedback}>
                {/* A link is a flex box, which would set the time and the kind side by side. */}
                <span>
                  <ShortSession session={session} />
                  <span className="sr-only">: your feedback</span>
                </span>
              </a>
            )}
          </p>
          {session.said.length === 0 && <p className="text-muted">{unrated(session)}</p>}
          {session.said.map(({ score, word }, nth) => (
            // Ratings have no name that could be used as a key, but their order never changes.
            <p key={nth} className="wrap-anywhere">
              {`Rated ${score} of 5${word && `: “${word}”`}`}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Free({ free }: Pick<MentorPage, 'free'>) {
  const form = useForm({ defaultValues: { slots: [] as string[] } });
  const { error, ...field } = fieldOf(form, 'slots', {
    validate: (slots) => slots.length > 0 || 'Please tick the times first.',
  });
  if (free.length === 0) return <p>You have no open times.</p>;
  return (
    <ActForm
      legend="Open times"
      form={form}
      field="slots"
      asking={({ slots }) => ({ act: 'close', slots })}
      says={({ slots }) => {
        form.reset();
        return `${count(slots.length, 'time is', 'times are')} closed.`;
      }}
      button={{
        label: 'Close the ticked times',
        pending: 'Closing ...',
        quiet: true,
      }}
    >
      <p>Members can book these times. Tick those you can no longer hold, and close them below.</p>
      {/* The first week is open, because an error moves the focus there. */}
      {groupedBy(free, weekOf).map(({ name, sessions }, nth) => (
        <details key={name} open={nth === 0}>
          <summary className="link w-fit text-ink">
            {`${name}: ${count(sessions.length, 'time')}`}
          </summary>
          <Choice
            legend={<span className="sr-only">{name}</span>}
            many
            look="cards"
            className="mentor-times"
            options={sessions.map((slot) => ({
              value: slot.slot,
              label: <ShortSession session={slot} brief />,
            }))}
            {...field}
          />
        </details>
      ))}
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </ActForm>
  );
}

function Meeting({ meeting_url, has_rooms }: Pick<MentorPage, 'meeting_url' | 'has_rooms'>) {
  const form = useForm({ defaultValues: { url: meeting_url ?? '' } });
  return (
    <ActForm
      legend="Meeting link"
      form={form}
      field="url"
      asking={({ url }) => ({ act: 'meeting', url: cleanCode(url) })}
      says={({ url }) =>
        cleanCode(url) === ''
          ? 'We have removed your link.'
          : 'We have saved your link and will use it from now on.'
      }
      button={{ label: 'Save this link', pending: 'Saving ...', quiet: true }}
    >
      <Field
        label="Your own meeting link"
        inputMode="url"
        maxLength={500}
        hint={
          has_rooms
            ? 'Best left empty: each session then gets its own room. With one link for all sessions, people from one can walk into the next.'
            : 'All your sessions use this link, so people from one could walk into the next: admit everyone yourself.'
        }
        {...fieldOf(form, 'url', {
          validate: (url) =>
            /^(?:https:\/\/\S+)?$/.test(cleanCode(url)) ||
            'A meeting link must begin with https://.',
        })}
      />
    </ActForm>
  );
}

function Pause({ paused_until: away, free }: Pick<MentorPage, 'paused_until' | 'free'>) {
  const today = useStore($today);
  const form = useForm({ defaultValues: { until: '' } });
  const chosen = useWatch({ control: form.control, name: 'until' });
  const closing = free.filter(({ starts_at }) => indiaDay(Date.parse(starts_at)) <= chosen).length;
  const starts = {
    label: closing > 0 ? `Pause and close ${count(closing, 'time')}` : 'Pause my times',
    pending: 'Pausing ...',
  };
  return (
    <ActForm
      legend="Pause"
      form={form}
      field={away === null ? 'until' : undefined}
      asking={({ until }) => ({ act: 'pause', until: away === null ? until : null })}
      says={() => {
        form.reset();
        if (away !== null)
          return 'Your pause has ended. The times that it closed stay closed: add new ones under ‘Add times’.';
        return closing > 0
          ? `Your pause is saved, and ${count(closing, 'time is', 'times are')} closed.`
          : 'Your pause is saved. You had no open times to close.';
      }}
      button={{
        ...(away === null ? starts : { label: 'End the pause', pending: 'Ending ...' }),
        quiet: true,
      }}
    >
      {away === null ? (
        <Field
          label="Away until"
          type="date"
          min={today}
          hint="Your open times up to that day close, and do not come back after the pause. Booked sessions stay, so cancel those you cannot attend."
          {...fieldOf(form, 'until', {
            validate: (day) => day >= today || 'Please choose today or a later day.',
          })}
        />
      ) : (
        <p>
          <span>{`Until the end of ${formatDay(away)}, no one can book you. The times that we closed do not come back: when the pause is over, `}</span>
          <a className="text-link" href="#add-times">
            add new ones
          </a>
          <span>.</span>
        </p>
      )}
    </ActForm>
  );
}

/** The parts of a mentor's own page. Whatever needs the mentor's attention comes first (§15.85). */
export default function OwnParts({ page }: { page: MentorPage }) {
  const now = useStore($now);
  const returned = useStore($returned);
  const away = page.paused_until;
  // Sessions that need an answer or feedback are listed above, with what to do.
  const above = [...page.reports, ...page.missing];
  const past = page.past.filter(({ slot }) => above.every((other) => other.slot !== slot));
  return (
    <>
      <p>
        Hello <bdi translate="no">{page.name}</bdi>
        <span>{`${away === null ? '.' : `. You are away until ${formatDay(away)}.`}${page.has_left ? '' : ' Changes here take effect right away.'}`}</span>
      </p>
      {page.has_left && (
        <p className="notice notice-calm mt-4">
          <span>{`${page.coming.length > 0 ? 'Apart from the sessions below, you' : 'You'} no longer take sessions with us. If that is wrong, `}</span>
          <a className="text-link" href="/contact">
            write to us
          </a>
          <span>.</span>
        </p>
      )}
      {returned && (
        <div className="mt-4">
          <Done>
            <p>{returned}</p>
          </Done>
        </div>
      )}
      {page.reports.length > 0 && (
        <Part title="Were you there?">
          {page.reports.map((report, nth) => (
            <Report key={report.slot} report={report} isFirst={nth === 0} />
          ))}
        </Part>
      )}
      {page.missing.length > 0 && (
        <Part title="Feedback to give">
          <p className="mb-3">
            {`We have told the member to expect it within ${lasting('feedback late')} of the session.`}
          </p>
          <ul className="mentor-list grid gap-3">
            {page.missing.map((session, nth) => (
              <li key={session.slot} className="flex flex-wrap items-center gap-3">
                <div className="min-w-60 flex-1">
                  <p id={session.slot} className="bold wrap-anywhere">
                    <Members members={session.members} />
                    <span>, </span>
                    <ShortSession session={session} />
                  </p>
                  <p className="text-muted">{feedbackDue(session, now).says}</p>
                </div>
                <a
                  className={`button ${nth === 0 && page.reports.length === 0 ? '' : 'button-quiet'}`}
                  href={session.feedback}
                  aria-describedby={session.slot}
                >
                  Give feedback
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {(!page.has_left || page.coming.length > 0) && (
        <Part title="Upcoming sessions">
          <ComingSessions {...page} />
        </Part>
      )}
      {past.length > 0 && (
        <Part title="Your last sessions">
          <Past past={past} />
        </Part>
      )}
      {!page.has_left && (
        <>
          <Part title="Open times" id="open-times">
            <Free free={page.free} />
            <FreeTopics {...page} />
          </Part>
          <Part title="Add times" id="add-times">
            <Waiting waiting={page.waiting} />
            {/* A pause changes which of the previewed times can be opened. */}
            <OpenTimes key={away} />
          </Part>
        </>
      )}
      {/* A mentor who has left still holds what was booked before. */}
      {(!page.has_left || page.coming.length > 0) && (
        <Part title="Meeting link">
          <Meeting {...page} />
        </Part>
      )}
      {!page.has_left && (
        <Part title="Pause">
          <Pause {...page} />
        </Part>
      )}
      {!page.has_left && (
        <Part title="What visitors see">
          <p>
            If you agreed to be shown on our pages, visitors also see your average rating and number
            of sessions once you have held five sessions and had five ratings. Sessions and ratings
            from before you agreed count too. Visitors do not see individual ratings. If you would
            rather not be shown, reply to any of our emails.
          </p>
        </Part>
      )}
      <p className="note mt-8">{`This page’s link works for ${lasting('mentor page')}${page.has_left ? '' : ', and each of our emails to you has a new one'}. Please keep it to yourself.`}</p>
    </>
  );
}

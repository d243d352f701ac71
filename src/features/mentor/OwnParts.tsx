import { useId, useState, type ReactNode } from 'react';
import { useForm, type FieldValues } from 'react-hook-form';
import { sessionNames, sessionWords } from '../../domain/bookings/session-kinds.ts';
import {
  longestAnswer,
  longestTopic,
  type MentorPage,
  type MentorRequest,
} from '../../domain/mentor/own-page.ts';
import { lasting } from '../../domain/periods.ts';
import { count } from '../../domain/words/count.ts';
import { formatDay, formatMoment, indiaDay, sessionTime } from '../../domain/words/dates.ts';
import { Choice } from '../ui/Choice.tsx';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { Field } from '../ui/Field.tsx';
import { FormCard } from '../ui/FormCard.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { usePress } from '../ui/use-press.ts';
import { OpenTimes } from './OpenTimes.tsx';
import { act } from './own-page-store.ts';
import '../ui/actions.css';
import '../ui/note.css';

type PartProps = { title: string; children: ReactNode };

function Part({ title, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="mb-3 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** What a form sends, and how it `ends` once that is done: with what it says. */
function useAct<Values extends FieldValues>(
  asking: (values: Values) => MentorRequest,
  ends: (values: Values) => string,
) {
  const [done, setDone] = useState<string>();
  const send = async (values: Values) => {
    setDone(undefined);
    const failed = await act(asking(values));
    if (!failed) setDone(ends(values));
    return failed;
  };
  return { done: done ?? '', send };
}

const whenOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) =>
  sessionTime(starts_at, ends_at);

function Report({ report }: { report: MentorPage['reports'][number] }) {
  const form = useForm({ defaultValues: { text: '' } });
  const { send } = useAct<{ text: string }>(
    ({ text }) => ({ act: 'answer', slot: report.slot, text }),
    () => '',
  );
  return (
    <section className="notice mt-8 grid gap-3" aria-label="A member says that you did not come">
      <p>
        A member says that you did not come to the {sessionWords[report.kind]} of {whenOf(report)}.
        If you were there, tell us until {formatMoment(report.until)}, and a person looks at it.
        Otherwise the session goes back to the member.
      </p>
      <FormCard
        legend="Your answer"
        form={form}
        field="text"
        anybody
        send={send}
        button={{ label: 'I was there', pending: 'Sending ...' }}
      >
        <TextArea
          label="What happened?"
          maxLength={longestAnswer}
          error={form.formState.errors.text?.message}
          {...form.register('text', {
            validate: (text) => text.trim() !== '' || 'Please write a sentence or two.',
          })}
        />
      </FormCard>
    </section>
  );
}

const memberOf = ({ name, institute }: MentorPage['coming'][number]['members'][number]) =>
  `${name ?? 'A member'}${institute && ` (aims at ${institute})`}`;

type TopicProps = Pick<MentorPage, 'topics'> & { session: MentorPage['coming'][number] };

function Topic({ session, topics }: TopicProps) {
  const form = useForm({ defaultValues: { topic: session.topic ?? '' } });
  const { done, send } = useAct<{ topic: string }>(
    ({ topic }) => ({ act: 'topic', slot: session.slot, topic }),
    () => 'The topic is kept.',
  );
  const id = useId();
  return (
    <FormCard
      legend={`Topic, ${whenOf(session)}`}
      form={form}
      field="topic"
      anybody
      send={send}
      status={done}
      button={{ label: 'Keep this topic', pending: 'One moment', quiet: true }}
    >
      <Field
        label="Topic"
        list={id}
        maxLength={longestTopic}
        hint="Members read it at the start. If it is still empty twelve hours before, a topic of the preparation room is drawn."
        error={form.formState.errors.topic?.message}
        {...form.register('topic', {
          validate: (topic) => topic.trim() !== '' || 'Please write a topic, or choose one.',
        })}
      />
      <datalist id={id}>
        {topics.map((topic) => (
          <option key={topic} value={topic} />
        ))}
      </datalist>
    </FormCard>
  );
}

function Coming({ coming, topics }: Pick<MentorPage, 'coming' | 'topics'>) {
  if (coming.length === 0) return <EmptyBox>Nobody has booked one of your times yet.</EmptyBox>;
  return (
    <ul className="mentor-list">
      {coming.map((session) => (
        <li key={session.slot}>
          <h3>
            {sessionNames[session.kind]}
            {session.kind === 'gd' && `, ${session.taken} of ${session.seats} seats taken`}
          </h3>
          <p>{whenOf(session)}</p>
          <p className="wrap-anywhere">{session.members.map(memberOf).join(', ')}</p>
          <p className="actions">
            {session.meeting_url === null ? (
              <strong>There is no meeting link yet: please set yours below.</strong>
            ) : (
              <a className="text-link" href={session.meeting_url}>
                Open the meeting
              </a>
            )}
            <a className="text-link" href={session.feedback}>
              Files and feedback
            </a>
            <a className="text-link" href={session.cancel}>
              I cannot come
            </a>
          </p>
          {session.kind === 'gd' && !session.has_begun && (
            <Topic session={session} topics={topics} />
          )}
          {session.has_begun && session.topic !== null && (
            <p className="wrap-anywhere">Topic: {session.topic}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** How many members wait for a time, in one line (§15.93). */
function Waiting({ waiting }: Pick<MentorPage, 'waiting'>) {
  const waits = waiting.map(({ kind, members }) => {
    const who = members < 100 ? count(members, 'member waits', 'members wait') : '100 or more wait';
    return `${who} for a ${sessionWords[kind]} to open.`;
  });
  return waits.length > 0 && <p className="mb-4">{waits.join(' ')}</p>;
}

function Free({ free }: Pick<MentorPage, 'free'>) {
  const form = useForm({ defaultValues: { slots: [] as string[] } });
  const { done, send } = useAct<{ slots: string[] }>(
    ({ slots }) => ({ act: 'close', slots }),
    ({ slots }) => {
      form.reset();
      return `${count(slots.length, 'time is', 'times are')} closed.`;
    },
  );
  return (
    <FormCard
      legend="Free times"
      form={form}
      field="slots"
      anybody
      send={send}
      status={done}
      button={{
        label: 'Close the chosen times',
        pending: 'Closing ...',
        waits: free.length === 0,
        quiet: true,
      }}
    >
      {free.length === 0 ? (
        <EmptyBox>No time of yours is open and free.</EmptyBox>
      ) : (
        <Choice
          legend="Open, and not booked"
          many
          look="cards"
          className="mentor-free"
          options={free.map((slot) => ({
            value: slot.slot,
            label: `${sessionNames[slot.kind]}, ${whenOf(slot)}`,
          }))}
          error={form.formState.errors.slots?.message}
          registered={form.register('slots', {
            validate: (slots) => slots.length > 0 || 'Please choose the times first.',
          })}
        />
      )}
    </FormCard>
  );
}

function Meeting({ meeting_url, has_rooms }: Pick<MentorPage, 'meeting_url' | 'has_rooms'>) {
  const form = useForm({ defaultValues: { url: meeting_url ?? '' } });
  const { done, send } = useAct<{ url: string }>(
    ({ url }) => ({ act: 'meeting', url: url.trim() }),
    ({ url }) =>
      url.trim() === ''
        ? 'You have no link of your own now.'
        : 'Your link is kept, and holds from now on.',
  );
  return (
    <FormCard
      legend="Meeting link"
      form={form}
      field="url"
      anybody
      send={send}
      status={done}
      button={{ label: 'Keep this link', pending: 'One moment', quiet: true }}
    >
      <Field
        label="Your own meeting link"
        inputMode="url"
        maxLength={500}
        hint={
          has_rooms
            ? 'Better leave it empty: each session then has a room of its own. A link that serves all sessions lets the people of one into the next.'
            : 'It serves all your sessions, so the people of one could come into the next: let each of them in yourself.'
        }
        error={form.formState.errors.url?.message}
        {...form.register('url', {
          validate: (url) =>
            /^(?:https:\/\/\S+)?$/.test(url.trim()) || 'A meeting link begins with https://.',
        })}
      />
    </FormCard>
  );
}

function EndPause({ until }: { until: string }) {
  const { busy, result, press } = usePress(() => act({ act: 'pause', until: null }));
  return (
    <>
      <p>You are away until {formatDay(until)}, and no time of yours is opened until then.</p>
      <div role="alert">{result && <p className="notice mt-4">{result.message}</p>}</div>
      <button type="button" className="button button-quiet mt-4" disabled={busy} onClick={press}>
        {busy ? 'One moment' : 'End the pause'}
      </button>
    </>
  );
}

function Pause() {
  const [today] = useState(() => indiaDay(Date.now()));
  const form = useForm({ defaultValues: { until: '' } });
  const { send } = useAct<{ until: string }>(
    ({ until }) => ({ act: 'pause', until }),
    () => '',
  );
  return (
    <FormCard
      legend="Pause"
      form={form}
      field="until"
      anybody
      send={send}
      button={{ label: 'Pause', pending: 'One moment', quiet: true }}
    >
      <Field
        label="Away until"
        type="date"
        min={today}
        hint="Free times until then are closed. Booked sessions stay: call off those to which you cannot come."
        error={form.formState.errors.until?.message}
        {...form.register('until', {
          validate: (until) => until >= today || 'Please choose a day from today on.',
        })}
      />
    </FormCard>
  );
}

/** The parts of a mentor's own page, what waits for the mentor first (§15.85). */
export function OwnParts({ page }: { page: MentorPage }) {
  return (
    <>
      <p>
        Hello {page.name}. This link works for {lasting('mentor page')}, and each of our mails to
        you has a new one. It is yours alone. All times are India’s.
      </p>
      {page.reports.map((report) => (
        <Report key={report.slot} report={report} />
      ))}
      {page.missing.length > 0 && (
        <Part title="Feedback is missing">
          <ul className="mentor-list">
            {page.missing.map((session) => (
              <li key={session.slot}>
                <a className="text-link" href={session.feedback}>
                  {sessionNames[session.kind]}, {whenOf(session)}
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Coming sessions">
        <Coming {...page} />
      </Part>
      <Part title="Free times">
        <Free free={page.free} />
      </Part>
      {!page.has_left && (
        <Part title="Open times">
          <Waiting waiting={page.waiting} />
          <OpenTimes />
        </Part>
      )}
      <Part title="Meeting link">
        <Meeting {...page} />
      </Part>
      {!page.has_left && (
        <Part title="Pause">
          {page.paused_until === null ? <Pause /> : <EndPause until={page.paused_until} />}
        </Part>
      )}
    </>
  );
}

import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { sessionWords } from '../../domain/bookings/session-kinds.ts';
import { longestTopic, type MentorPage } from '../../domain/mentors/own-page.ts';
import { lastingInFigures, lengthOf } from '../../domain/periods.ts';
import { dayAndTime, indiaTime, sessionTime } from '../../domain/words/dates.ts';
import { cleanText } from '../../domain/words/typed-text.ts';
import { $now } from '../../lib/now.ts';
import { nearDay, sayWhen, timeUntil } from '../bookings/session-times.ts';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { Field } from '../ui/Field.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { ActForm } from './ActForm.tsx';
import { groupedBy, ShortTime } from './Weeks.tsx';
import '../ui/actions.css';

type MembersProps = { members: readonly { name: string | null; institute?: string }[] };

/** The members of a session, by their first names. */
export function Members({ members }: MembersProps) {
  return members.map(({ name, institute }, place) => (
    // Members have no id here, and two can have the same name.
    <span key={place}>
      {place > 0 && <span>, </span>}
      {name === null ? <span>A member</span> : <bdi translate="no">{name}</bdi>}
      {institute && <span>{` (target school: ${institute})`}</span>}
    </span>
  ));
}

type TopicProps = Pick<MentorPage, 'topics'> & { session: MentorPage['free'][number] };

function Topic({ session, topics }: TopicProps) {
  const form = useForm({ defaultValues: { topic: session.topic ?? '' } });
  const id = useId();
  return (
    <ActForm
      className="form mt-4"
      legend={`Topic, ${sessionTime(session.starts_at, session.ends_at)}`}
      form={form}
      field="topic"
      asking={({ topic }) => ({ act: 'topic', slot: session.slot, topic })}
      says={() => 'We have saved the topic.'}
      button={{ label: 'Save this topic', pending: 'Saving ...', quiet: true }}
    >
      <Field
        label="Topic"
        list={id}
        maxLength={longestTopic}
        hint={`Members see the topic at the start. If it is still empty ${lastingInFigures('gd closes')} before, we pick one from the preparation room.`}
        {...fieldOf(form, 'topic', {
          validate: (topic) => cleanText(topic) !== '' || 'Please write a topic, or choose one.',
        })}
      />
      <datalist id={id}>
        {topics.map((topic) => (
          <option key={topic} value={topic} />
        ))}
      </datalist>
    </ActForm>
  );
}

/** When a session's feedback page opens, in milliseconds (§15.18). */
const opensAt = ({ starts_at }: { starts_at: string }) =>
  Date.parse(starts_at) - lengthOf('mentor files');

/** The mentor's upcoming sessions: who has booked, the meeting, files and feedback, and a GD's topic (§15.85). */
export function ComingSessions({ coming, topics }: Pick<MentorPage, 'coming' | 'topics'>) {
  const now = useStore($now);
  if (coming.length === 0)
    return (
      <EmptyBox>
        <p>No sessions booked.</p>
      </EmptyBox>
    );
  // What the mentor is about to hold, in the order of its start.
  const near = coming.find(({ starts_at }) => Date.parse(starts_at) - now < 60 * 60_000);
  const dayOf = ({ starts_at }: { starts_at: string }) =>
    nearDay(starts_at, now) ?? dayAndTime(starts_at).day;
  return groupedBy(coming, dayOf).map(({ name, sessions }) => (
    <div key={name} className="mb-6">
      <h3 className="mb-2 text-xl">{name}</h3>
      <ul className="mentor-list grid gap-3">
        {sessions.map((session) => (
          <li key={session.slot}>
            <h4 className="plain-heading">{`${indiaTime(session.starts_at)} to ${indiaTime(session.ends_at)}, ${sessionWords[session.kind]}`}</h4>
            {session.kind === 'gd' && <p>{`${session.taken} of ${session.seats} seats taken`}</p>}
            <p className="wrap-anywhere">
              <Members members={session.members} />
            </p>
            {session.meeting_url === null && (
              <p className="bold">There is no meeting link yet: please set yours below.</p>
            )}
            {session === near && session.meeting_url !== null && (
              <p className="mt-2 mb-2 flex flex-wrap items-center gap-x-4">
                <a className="button" href={session.meeting_url}>
                  Open the meeting
                </a>
                {!session.has_begun && <span>{timeUntil(session.starts_at, now)}</span>}
              </p>
            )}
            <p className="actions">
              {session !== near && session.meeting_url !== null && (
                <a className="link text-ink" href={session.meeting_url}>
                  Open the meeting
                </a>
              )}
              {opensAt(session) > now ? (
                <span>{`Files from ${sayWhen(new Date(opensAt(session)).toISOString(), now)}`}</span>
              ) : (
                <a className="link text-ink" href={session.feedback}>
                  Files and feedback
                </a>
              )}
              <a className="link text-ink" href={session.cancel}>
                I can’t make it
              </a>
            </p>
            {session.kind === 'gd' && !session.has_begun && (
              <details>
                <summary className="link w-fit wrap-anywhere text-ink">
                  {session.topic === null ? 'Choose a topic' : `Topic: ${session.topic}`}
                </summary>
                <Topic session={session} topics={topics} />
              </details>
            )}
            {session.has_begun && session.topic !== null && (
              <p className="wrap-anywhere">{`Topic: ${session.topic}`}</p>
            )}
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Topics for discussions that no one has booked yet (§15.87). */
export function FreeTopics({ free, topics }: Pick<MentorPage, 'free' | 'topics'>) {
  const discussions = free.filter(({ kind }) => kind === 'gd');
  if (discussions.length === 0) return null;
  return (
    <details className="mt-4">
      <summary className="link w-fit text-ink">{`Topics for open group discussions (${discussions.length})`}</summary>
      <ul className="mentor-list mt-3 grid gap-3">
        {discussions.map((session) => (
          <li key={session.slot}>
            <h3 className="plain-heading">
              <ShortTime session={session} />
            </h3>
            <Topic session={session} topics={topics} />
          </li>
        ))}
      </ul>
    </details>
  );
}

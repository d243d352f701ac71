import type { Elements } from '../ui/elements.ts';
import { sessionWords, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import { indiaParts, indiaWeek, sessionTime, shortTime } from '../../domain/words/dates.ts';
import { serverNow } from '../../lib/clock.ts';

type Timed = { kind: SessionKind; starts_at: string; ends_at: string };

/** When a session takes place: abbreviated on the screen, but in full for screen readers. */
export function ShortTime({ session }: { session: Timed }) {
  return (
    <>
      <span aria-hidden="true">{shortTime(session.starts_at)}</span>
      <span className="sr-only">{sessionTime(session.starts_at, session.ends_at)}</span>
    </>
  );
}

/**
 * A session in one line: 'Thu 26 Nov, 8:15 pm, mock interview'. `brief` hides the kind on the screen, except for a GD.
 */
export function ShortSession({ session, brief = false }: { session: Timed; brief?: boolean }) {
  const isUsual = brief && session.kind === 'interview';
  return (
    <>
      <ShortTime session={session} />
      <span className={isUsual ? 'sr-only' : undefined}>{`, ${sessionWords[session.kind]}`}</span>
    </>
  );
}

function weekName(monday: string): string {
  const week = 7 * 86_400_000;
  if (monday === indiaWeek(serverNow())) return 'This week';
  if (monday === indiaWeek(serverNow() + week)) return 'Next week';
  const { day, month } = indiaParts(monday);
  return `Week of ${day} ${month}`;
}

/** Sessions grouped by week in Indian time, each with the week's name (§15.108). */
export function byWeek<Session extends Timed>(sessions: readonly Session[]) {
  const weekOf = ({ starts_at }: Session) => indiaWeek(Date.parse(starts_at));
  return [...new Set(sessions.map(weekOf))].map((monday) => ({
    name: weekName(monday),
    sessions: sessions.filter((session) => weekOf(session) === monday),
  }));
}

type WeeksProps<Session> = {
  sessions: readonly Session[];
  children: (session: Session) => Elements;
};

/** A list of sessions for each week, below the week's name. */
export function Weeks<Session extends Timed & { slot: string }>(props: WeeksProps<Session>) {
  return byWeek(props.sessions).map(({ name, sessions }) => (
    <div key={name} className="mb-6">
      <h3 className="plain-heading mb-2">{name}</h3>
      <ul className="mentor-list grid gap-3">
        {sessions.map((session) => (
          <li key={session.slot}>{props.children(session)}</li>
        ))}
      </ul>
    </div>
  ));
}

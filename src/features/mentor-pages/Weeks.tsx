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

/** Sessions in groups with their names, in the given order. */
export const groupedBy = <Session extends Timed>(
  sessions: readonly Session[],
  nameOf: (session: Session) => string,
) =>
  [...new Set(sessions.map(nameOf))].map((name) => ({
    name,
    sessions: sessions.filter((session) => nameOf(session) === name),
  }));

/** The name of a session's week in Indian time (§15.108). */
export const weekOf = ({ starts_at }: Timed) => weekName(indiaWeek(Date.parse(starts_at)));

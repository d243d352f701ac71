import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import * as v from 'valibot';
import { lasting, lengthOf } from '../../domain/periods.ts';
import { moment } from '../../domain/schema.ts';
import { serverNow } from '../../lib/clock.ts';
import { rpc } from '../../lib/member-data.ts';
import { $memberId } from '../../lib/member-store.ts';
import type { Booking } from './my-sessions-schema.ts';
import { Check } from '../ui/Check.tsx';
import { usePress } from '../ui/use-press.ts';
import { sayBookingFailure, showName } from './bookings.ts';
import { GdNotes } from './GdNotes.tsx';

// In milliseconds. Names, and a topic that is set late, appear within this time.
const readAgain = 15_000;
const tryAgain = 3_000;
// We only estimate the server's clock, so we may ask just before the session starts on the server, and must ask again
// soon.
const askSoon = 250;

const roomSchema = v.object({
  now: moment,
  // Null before the start, and until the mentor has set a topic.
  topic: v.nullable(v.string()),
  // The first names of the others in the group who have agreed to show theirs.
  people: v.array(v.string()),
});

type Room = v.InferOutput<typeof roomSchema>;

/** Fetches the room now, again when the session starts, and then repeatedly until it ends. */
function useRoom({ id, starts_at, ends_at }: Booking) {
  const [room, setRoom] = useState<Room>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const read = async () => {
      let wait = tryAgain;
      const answer = await rpc('gd_room', { p_booking: id }, roomSchema).catch(() => undefined);
      const isOver = Date.parse(ends_at) <= serverNow();
      if (isGone) return;
      setFailed(!answer && !isOver);
      if (answer) {
        setRoom(answer);
        const start = Date.parse(starts_at);
        // '>' and not '>=', because the database counts in microseconds, so a reply from the same millisecond may still
        // have been sent before the start.
        const hasStarted = Date.parse(answer.now) > start;
        const left = start - serverNow();
        wait = hasStarted ? readAgain : Math.min(Math.max(left, askSoon), readAgain);
      }
      if (!isOver) timer = setTimeout(() => void read(), wait);
    };
    void read();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, starts_at, ends_at]);
  return { room, failed };
}

/** Minutes and seconds: '1:05'. */
function clock(left: number): string {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function Topic({ start, room }: { start: number; room: Room }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 250);
    return () => clearInterval(timer);
  }, []);
  const thought = start + lengthOf('gd think');
  return (
    <>
      <div role="status">
        {room.topic !== null && <p className="font-display text-2xl wrap-anywhere">{room.topic}</p>}
        {room.topic === null && Date.parse(room.now) > start && (
          <p>Your mentor will name the topic.</p>
        )}
      </div>
      <p role="timer" className="booking-timer">
        {now < start && (
          <span>
            The topic appears in <b translate="no">{clock(start - now)}</b>
          </span>
        )}
        {now >= start && now < thought && (
          <span>
            <b translate="no">{clock(thought - now)}</b> to think
          </span>
        )}
        {now >= thought && <span>Thinking time is over.</span>}
      </p>
    </>
  );
}

/** The room once the meeting is open: topic, countdown, notes and names. */
function OpenRoom({ booking }: { booking: Booking }) {
  const memberId = useStore($memberId);
  const { room, failed } = useRoom(booking);
  return (
    <>
      {room && <Topic start={Date.parse(booking.starts_at)} room={room} />}
      {failed && <p role="alert">We cannot reach the group right now, but we will keep trying.</p>}
      {memberId !== null && <GdNotes memberId={memberId} booking={booking.id} />}
      {room && room.people.length > 0 && (
        <p>
          With you: <bdi translate="no">{room.people.join(', ')}</bdi>.
        </p>
      )}
    </>
  );
}

function NameTick({ booking: { id, shows_name: shown } }: { booking: Booking }) {
  const [wanted, setWanted] = useState(shown);
  const { busy, result, press } = usePress(async () => {
    setWanted(!shown);
    await showName(id, !shown);
    return undefined;
  }, sayBookingFailure);
  return (
    <Check checked={busy ? wanted : shown} error={result?.message} onChange={press}>
      Show my first name to the others in this GD.
    </Check>
  );
}

type GdRoomProps = {
  booking: Booking;
  /** True once the meeting is open. */
  open: boolean;
};

/**
 * A group discussion: the topic, the time to think, notes, and who is in the group. Before the room opens, explains
 * what will appear here (§15.101, §15.100).
 */
export default function GdRoom({ booking, open }: GdRoomProps) {
  const id = useId();
  return (
    <section className="grid gap-3" aria-labelledby={id}>
      <h4 id={id} className="bold">
        Your group
      </h4>
      {open ? (
        <OpenRoom booking={booking} />
      ) : (
        <p className="note">{`The topic appears here at the start. You then have ${lasting('gd think')} to think and take notes.`}</p>
      )}
      <NameTick booking={booking} />
    </section>
  );
}

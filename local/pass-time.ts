import * as v from 'valibot';
import type { SqlEditor } from './backend/sql-editor.ts';

/**
 * Lets time pass for a slot and its bookings: it starts in so many hours, or started that long ago if they
 * are below zero; on the full minute, unless they are no whole minutes. The mentor's link to give feedback becomes due. Without the triggers, because a booked
 * slot keeps its time. Rejects when the mentor or a member has another session then.
 */
export async function passTime(sql: SqlEditor, slot: string, hours: number): Promise<void> {
  v.assert(v.pipe(v.string(), v.uuid()), slot);
  const seconds = Math.round(hours * 3600);
  const precision = seconds % 60 === 0 ? 'minute' : 'second';
  const start = `date_trunc('${precision}', now()) + interval '${seconds} seconds'`;
  await sql(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    update private.slots
    set starts_at = ${start}, ends_at = ${start} + make_interval(mins => minutes)
    where id = '${slot}';
    update private.bookings as bookings
    set starts_at = slots.starts_at, ends_at = slots.ends_at
    from private.slots as slots where slots.id = '${slot}' and slot_id = slots.id;
    update private.outbox
    set due_at = greatest(${start}, now()), next_attempt = greatest(${start}, now()), not_after = null
    where kind = 'mentor_feedback' and payload ->> 'slot' = '${slot}' and sent_at is null;
  end $$`);
}

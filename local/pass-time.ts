import * as v from 'valibot';
import { uuid } from '../src/domain/schema.ts';
import type { SqlEditor } from './backend/sql-editor.ts';

/**
 * Moves a slot and its bookings so that they start in this many hours, or started this many hours ago if the number is
 * negative; on the full minute, if the hours are whole minutes. The email with the mentor's feedback link becomes due
 * at the start. Bypasses the triggers, because they keep a booked slot's time fixed. Rejects if the mentor or a member
 * has another session at that time.
 */
export async function passTime(sql: SqlEditor, slot: string, hours: number): Promise<void> {
  v.assert(uuid, slot);
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

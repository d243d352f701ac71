/** `npm run hold-session` moves the next booked session on the running local site into the past. */
import * as v from 'valibot';
import { passTime } from './pass-time.ts';
import { run } from './run.ts';
import { runningSite } from './running-site.ts';
import { runScheduled } from './schedule.ts';

/**
 * The next booked session, and how many minutes before now its start can be moved without overlapping another session
 * of its mentor or members.
 */
const nextSession = `
  select next.id, next.minutes + step as started, mentors.name as mentor
  from (
    select * from private.slots
    where state = 'open' and taken > 0 and starts_at > now()
    order by starts_at limit 1
  ) as next
  join private.mentors as mentors on mentors.id = next.mentor_id
  cross join generate_series(0, 2880, 15) as step
  cross join lateral (
    select tstzrange(
      now() - make_interval(mins => next.minutes + step + 1), now() - make_interval(mins => step)
    ) as stretch
  ) as past
  where not exists (
    select from private.slots as slots
    where slots.mentor_id = next.mentor_id and slots.id <> next.id and slots.state <> 'called_off'
      and tstzrange(slots.starts_at, slots.ends_at) && stretch
  ) and not exists (
    select from private.bookings as bookings
    join private.bookings as own on own.member_id = bookings.member_id and own.slot_id = next.id
    where bookings.slot_id <> next.id and bookings.state = 'booked'
      and tstzrange(bookings.starts_at, bookings.ends_at) && stretch
  )
  order by step limit 1`;

const found = v.object({ id: v.string(), started: v.number(), mentor: v.string() });

run(async () => {
  const { site, mailbox, editor } = runningSite();
  const [row] = await editor(nextSession);
  if (!row) throw new Error(`No session is booked: book one at ${site}/dashboard/sessions first.`);
  const { id, started, mentor } = v.parse(found, row);
  await passTime(editor, id, -started / 60);
  await runScheduled('mail', site);
  console.log(`The session with ${mentor} has ended. The link to give feedback is at ${mailbox}`);
});

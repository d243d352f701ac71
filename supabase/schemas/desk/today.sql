-- The Today screen (§22.14): what is waiting on each screen, what is new since the operator's last visit, two days'
-- sessions, and figures for eight weeks. Each kind is counted only up to a hundred, because a higher number would not
-- change what to do next.

-- Refund requests that an operator has to decide or pay. The condition is written exactly like the index's, so that
-- Postgres uses the index.
create view private.waiting_refunds with (security_invoker = true) as
select *
from private.refund_requests
where state not in ('declined', 'taken_back', 'paid')
  and (state not in ('approved', 'paying') or held_at is not null or problem is not null);

-- The day by which what has waited since then must be settled, if we have promised one.
create function private.due_by(what text, since timestamptz) returns date
language sql stable set search_path = ''
return case what
  when 'refund' then private.three_weeks_after(since)
  when 'choice' then private.india_day(since + interval '2 days')
  when 'few' then private.india_day(since)
end;

-- Everything that is waiting for an operator, late or not, with the screen on which to settle it, by date; refunds with
-- their sum, and refunds, loan choices and group discussions with the day by which the first is due. Leaves out
-- messages that look like advertising.
create view operations.waiting with (security_invoker = true) as
select
  screen, what, count(*)::integer as found, min(since) as oldest,
  private.due_by(what, min(since)) as due,
  case what when 'refund' then (select round(sum(amount) / 100.0, 2) from private.waiting_refunds) end as amount
from (
  (
    select 1 as place, 'money' as screen, 'refund' as what, coalesce(decided_at, asked_at) as since
    from private.waiting_refunds
    order by coalesce(decided_at, asked_at)
    limit 100
  )
  union all
  (
    select 2 as place, 'money' as screen, 'mistake' as what, now() - waiting as since
    from operations.refunds_due
    where request is null and not disputed
    limit 100
  )
  union all
  (
    select 3 as place, 'money' as screen, 'dispute' as what, noted_at as since
    from private.disputes
    where ended_at is null
    limit 100
  )
  union all
  (
    select 4 as place, 'money' as screen, 'event' as what, received_at as since
    from public.payment_events
    where outcome in ('orphan', 'mismatch') and settled_at is null
    limit 100
  )
  union all
  (
    select 5 as place, 'sessions' as screen, 'no_mentor' as what, reported_at as since
    from operations.missing_mentors
    where comes_back_at is null
    limit 100
  )
  union all
  (
    select 5 as place, 'sessions' as screen, 'few' as what, starts - private.closes_before('gd') as since
    from operations.unfilled_gds
    where taken > 0
    limit 100
  )
  union all
  (
    select 6 as place, 'sessions' as screen, 'feedback' as what, ends_at as since
    from operations.late_feedback
    limit 100
  )
  union all
  (
    select 7 as place, 'sessions' as screen, 'free' as what, asked_at as since
    from private.free_requests
    where declined_at is null
    limit 100
  )
  union all
  (
    select 8 as place, 'loan' as screen, 'choice' as what, chosen_at as since
    from private.loan_choices
    where state in ('chosen', 'with_lender') and sent_at is null
    order by valid_until
    limit 100
  )
  union all
  (
    select 9 as place, 'loan' as screen, 'rate_match' as what, created_at as since
    from private.rate_matches
    where state in ('sent', 'with_lenders')
    order by created_at
    limit 100
  )
  union all
  (
    select 10 as place, 'loan' as screen, 'stop' as what, asked_at as since
    from private.lender_stops
    where confirmed_at is null
    limit 100
  )
  union all
  (
    select 11 as place, 'messages' as screen, 'message' as what, received_at as since
    from private.messages
    where settled_at is null and not is_aside and not (about = 'question' and answered_at is not null)
    order by received_at
    limit 100
  )
  union all
  (
    select 12 as place, 'messages' as screen, 'mail' as what, failed_at as since
    from operations.mails_failed
    limit 100
  )
  union all
  select 13 as place, 'people' as screen, 'factor' as what, since
  from operations.operators
  where cardinality(waiting_factors) > 0
) as found
group by place, screen, what
order by coalesce(private.due_by(what, min(since)), private.india_day(min(since))), place, what;

-- What is new since the acting operator's last visit and does not wait for one, with the screen that shows it. Helpers
-- do not see anything about money and loans.
create view operations.news with (security_invoker = true) as
with visits as materialized (
  select private.last_visit() as since, private.is_owner_asking() as is_owner
)
select found.screen, found.what, count(*)::integer as found, max(found.at) as latest
from visits
cross join lateral (
  (
    select 1 as place, 'money' as screen, 'sale' as what, coalesce(provider_created_at, created_at) as at
    from public.payments
    where visits.is_owner and status in ('captured', 'refunded') and review is null
      and coalesce(provider_created_at, created_at) > visits.since
    order by coalesce(provider_created_at, created_at) desc
    limit 100
  )
  union all
  (
    select 2 as place, 'find' as screen, 'member' as what, created_at as at
    from private.sign_ups
    where visits.is_owner and created_at > visits.since
    order by created_at desc
    limit 100
  )
  union all
  (
    select 3 as place, 'sessions' as screen, 'booking' as what, booked_at as at
    from private.bookings
    where state = 'booked' and starts_at > now() and booked_at > visits.since
    limit 100
  )
  union all
  (
    select 4 as place, 'sessions' as screen, 'free' as what, granted_at as at
    from private.free_grants
    where granted_at > visits.since
    order by granted_at desc
    limit 100
  )
  union all
  (
    select 5 as place, 'mentors' as screen, 'rating' as what, rated_at as at
    from private.ratings
    where rated_at > visits.since
    order by rated_at desc
    limit 100
  )
  union all
  (
    select 6 as place, 'loan' as screen, 'request' as what, joined_at as at
    from private.loan_requests
    where visits.is_owner and left_at is null and joined_at > visits.since
    order by joined_at desc
    limit 100
  )
) as found
group by found.place, found.screen, found.what
order by found.place;

-- The sessions booked for today and tomorrow, in Indian time, including those already over.
create view operations.agenda with (security_invoker = true) as
select listed.*
from private.listed_slots as listed
where listed.slot in (
  select slots.id
  from private.mentors as mentors
  join private.slots as slots on slots.mentor_id = mentors.id
  where slots.taken > 0 and slots.state <> 'called_off'
    and slots.starts_at >= private.end_of_india_day(private.india_day(now()) - 1)
    and slots.starts_at < private.end_of_india_day(private.india_day(now()) + 1)
)
order by listed.starts, listed.slot;

-- The last eight weeks, earliest first, each starting on Monday in Indian time: money received for packs, sign-ups,
-- sessions held, and free interviews granted.
create view operations.weeks with (security_invoker = true) as
with weeks as materialized (
  select
    past.week,
    past.week::timestamp at time zone 'Asia/Kolkata' as begins,
    (past.week + 7)::timestamp at time zone 'Asia/Kolkata' as ends
  from (
    select date_trunc('week', private.india_day(now()))::date - 7 * back as week from generate_series(0, 7) as back
  ) as past
)
select
  weeks.week,
  round(sold.amount / 100.0, 2) as received,
  signed_up.members as sign_ups, held.slots as sessions, given.grants as free_interviews
from weeks
cross join lateral (
  select coalesce(sum(payments.amount), 0) as amount
  from public.payments as payments
  where payments.status in ('captured', 'refunded') and payments.review is null
    and coalesce(payments.provider_created_at, payments.created_at) >= weeks.begins
    and coalesce(payments.provider_created_at, payments.created_at) < weeks.ends
) as sold
cross join lateral (
  select count(*)::integer as members from private.sign_ups
  where created_at >= weeks.begins and created_at < weeks.ends
) as signed_up
cross join lateral (
  select count(*)::integer as slots
  from private.mentors as mentors
  join private.slots as slots on slots.mentor_id = mentors.id
  where slots.taken > 0 and slots.state <> 'called_off' and slots.ends_at <= now()
    and slots.starts_at >= weeks.begins and slots.starts_at < weeks.ends
) as held
cross join lateral (
  select count(*)::integer as grants from private.free_grants
  where granted_at >= weeks.begins and granted_at < weeks.ends
) as given
order by weeks.week;

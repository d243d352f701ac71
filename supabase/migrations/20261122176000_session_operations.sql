-- The operator's work in the SQL editor (docs/operations.md, 'Sessions'). Only the editor may call these
-- functions and read these views.

-- Adds a mentor with an address and a usual meeting link. Returns the mentor's number.
create function operations.add_mentor(
  name text, institute text, email text, meeting_url text default null
)
returns integer
language sql
set search_path = ''
as $$
  with mentor as (
    insert into private.mentors (name, institute)
    values (trim(add_mentor.name), trim(add_mentor.institute))
    returning id
  )
  insert into private.mentor_contacts (mentor_id, email, meeting_url)
  select id, trim(add_mentor.email), trim(add_mentor.meeting_url) from mentor
  returning mentor_id;
$$;

-- Opens slots as a weekly pattern in India's time, between two dates with both included. Weekdays are
-- 'mon' to 'sun'. A time that is past, or at which the mentor has a slot already, is left out. Returns
-- how many were opened.
create function operations.open_slots(
  mentor integer, kind text, weekdays text[], at time, minutes integer, from_day date, to_day date,
  seats integer default null, minimum integer default null
)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  days constant text[] := array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  day date;
  begins timestamptz;
  opened integer := 0;
begin
  if not open_slots.weekdays <@ days or cardinality(open_slots.weekdays) = 0 then
    raise exception 'weekdays are some of %', days using errcode = 'invalid_parameter_value';
  end if;
  if to_day - from_day not between 0 and 366 then
    raise exception 'the second date follows the first within a year'
      using errcode = 'invalid_parameter_value';
  end if;
  -- Two patterns for one mentor wait for each other.
  perform from private.mentors where id = open_slots.mentor for no key update;
  if not found then
    raise exception 'there is no mentor %', open_slots.mentor using errcode = 'no_data_found';
  end if;
  for day in select generate_series(from_day, to_day, interval '1 day')::date loop
    begins := (day + open_slots.at) at time zone 'Asia/Kolkata';
    continue when not days[extract(isodow from day)] = any (open_slots.weekdays)
      or begins <= now();
    begin
      insert into private.slots (kind, mentor_id, starts_at, minutes, seats, minimum)
      values (
        open_slots.kind, open_slots.mentor, begins, open_slots.minutes, open_slots.seats,
        open_slots.minimum
      );
      opened := opened + 1;
    exception when exclusion_violation then
      null;
    end;
  end loop;
  return opened;
end;
$$;

-- Calls a slot off: everybody is told, and every session comes back.
create function operations.cancel_slot(slot uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  before private.slots;
begin
  select * into before from private.slots where id = slot for no key update;
  if before.id is null or before.state <> 'open' or before.starts_at <= now() then
    raise exception 'slot % is not open, or has started', slot using errcode = 'no_data_found';
  end if;
  update private.slots set state = 'called_off', called_off_by = 'us' where id = slot;
  return format('called off; %s booked seats came back', before.taken);
end;
$$;

-- Gives a used session back: one that was cancelled too late, or went wrong.
create function operations.give_session_back(booking uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  known private.bookings;
begin
  select * into known from private.bookings where id = booking for update;
  if known.state = 'booked' and known.ends_at <= now() then
    update private.bookings set state = 'held' where id = booking;
  end if;
  update private.bookings set given_back_at = now()
  where id = booking and state in ('late', 'held') and given_back_at is null;
  if not found then
    raise exception 'booking % did not use a session, or it was given back before', booking
      using errcode = 'no_data_found';
  end if;
  return 'given back';
end;
$$;

-- Puts another mentor into a slot that has not started: both mentors and every member are told, and the
-- earlier mentor's links stop working.
create function operations.replace_mentor(slot uuid, mentor integer)
returns text
language plpgsql
set search_path = ''
as $$
begin
  update private.slots set mentor_id = mentor
  where id = slot and state = 'open' and starts_at > now() and mentor_id <> mentor;
  if not found then
    raise exception 'slot % is not open, has started, or has this mentor already', slot
      using errcode = 'no_data_found';
  end if;
  return 'replaced';
end;
$$;

-- Sends the mentor of a session that has begun a new feedback link; the earlier one stops working.
create function operations.new_feedback_link(slot uuid)
returns text
language plpgsql
set search_path = ''
as $$
begin
  update private.slots set feedback_version = feedback_version + 1
  where id = slot and state <> 'called_off' and taken > 0
    and starts_at <= now() and starts_at + interval '14 days' > now();
  if not found then
    raise exception 'slot % had nobody, has not begun, or began more than 14 days ago', slot
      using errcode = 'no_data_found';
  end if;
  return 'a new link is on its way';
end;
$$;

-- Enters a session that was agreed by mail before sessions could be booked here (§15.41). The reference is
-- the payment's id. Nobody is told.
create function operations.record_past_session(payment_reference text, kind text, held_on date)
returns text
language plpgsql
set search_path = ''
as $$
declare
  source public.orders;
begin
  select * into source from public.orders
  where id = (
    select order_id from public.payments
    where id = trim(payment_reference) and status in ('captured', 'refunded') and review is null
  )
  for no key update;
  if source.id is null then
    raise exception 'payment % pays no order', payment_reference using errcode = 'no_data_found';
  end if;
  if held_on > private.india_day(now()) then
    raise exception '% is not past', held_on using errcode = 'invalid_parameter_value';
  end if;
  if (private.pack_balance(source.id)).remaining < 1 then
    raise exception 'nothing is left of this pack' using errcode = 'no_data_found';
  end if;
  insert into private.past_sessions (order_id, kind, held_on)
  values (source.id, record_past_session.kind, record_past_session.held_on);
  return format('recorded; %s left', (private.pack_balance(source.id)).remaining);
end;
$$;

-- What happened before, added to the figures: students, bookings, sessions, and ratings with their sum.
create table private.base_figures (
  figure text primary key
    check (figure in ('students', 'bookings', 'sessions', 'ratings', 'rating_sum')),
  value integer not null check (value >= 0)
);

alter table private.base_figures enable row level security;

insert into private.base_figures (figure, value)
values ('students', 0), ('bookings', 0), ('sessions', 0), ('ratings', 0), ('rating_sum', 0);

create function operations.set_base_figure(figure text, value integer)
returns text
language plpgsql
set search_path = ''
as $$
begin
  update private.base_figures as base set value = set_base_figure.value
  where base.figure = set_base_figure.figure;
  if not found then
    raise exception 'the figures are students, bookings, sessions, ratings and rating_sum'
      using errcode = 'no_data_found';
  end if;
  return 'set';
end;
$$;

-- The figures that the pages print, as they truly are.
create view operations.figures with (security_invoker = true) as
with base as (
  select
    sum(value) filter (where figure = 'students') as students,
    sum(value) filter (where figure = 'bookings') as bookings,
    sum(value) filter (where figure = 'sessions') as sessions,
    sum(value) filter (where figure = 'ratings') as ratings,
    sum(value) filter (where figure = 'rating_sum') as rating_sum
  from private.base_figures
),
here as (
  select
    count(*) as bookings,
    count(*) filter (
      where state in ('booked', 'held') and ends_at <= now() and given_back_at is null
    ) as sessions
  from private.bookings
  where state <> 'cancelled' and state <> 'called_off'
),
past as (
  select count(*) as sessions from private.past_sessions
),
rated as (
  select count(*) as ratings, coalesce(sum(score), 0) as rating_sum from private.ratings
)
select
  base.students + (select count(*) from public.profiles) as students,
  base.bookings + here.bookings + past.sessions as bookings,
  base.sessions + here.sessions + past.sessions as sessions,
  base.ratings + rated.ratings as ratings,
  round((base.rating_sum + rated.rating_sum)::numeric / nullif(base.ratings + rated.ratings, 0), 1)
    as rating
from base, here, past, rated;

create view operations.coming_week with (security_invoker = true) as
select
  to_char(slots.starts_at at time zone 'Asia/Kolkata', 'Dy DD Mon YYYY HH24:MI') as starts,
  slots.kind,
  mentors.name as mentor,
  slots.mentor_id,
  slots.taken,
  slots.seats,
  slots.minimum,
  array(
    select coalesce(nullif(trim(concat_ws(' ', profiles.firstname, profiles.lastname)), ''), profiles.email)
    from private.bookings as bookings
    join public.profiles as profiles on profiles.id = bookings.member_id
    where bookings.slot_id = slots.id and bookings.state = 'booked'
    order by bookings.booked_at
  ) as members,
  slots.id as slot
from private.slots as slots
join private.mentors as mentors on mentors.id = slots.mentor_id
where slots.state = 'open' and slots.ends_at > now() and slots.starts_at < now() + interval '7 days'
order by slots.starts_at;

-- Group discussions that will be called off unless more people book them.
create view operations.unfilled_gds with (security_invoker = true) as
select
  to_char(slots.starts_at at time zone 'Asia/Kolkata', 'Dy DD Mon YYYY HH24:MI') as starts,
  date_trunc('minute', slots.starts_at - interval '12 hours' - now()) as decided_in,
  slots.taken,
  slots.minimum,
  mentors.name as mentor,
  slots.id as slot
from private.slots as slots
join private.mentors as mentors on mentors.id = slots.mentor_id
where slots.state = 'open' and slots.kind = 'gd' and slots.taken < slots.minimum
  and slots.starts_at > now() and slots.confirmed_at is null
order by slots.starts_at;

-- Sessions without all of their feedback a day after they ended.
create view operations.late_feedback with (security_invoker = true) as
select
  to_char(slots.starts_at at time zone 'Asia/Kolkata', 'Dy DD Mon YYYY HH24:MI') as started,
  date_trunc('hour', now() - slots.ends_at) as waiting,
  slots.kind,
  mentors.name as mentor,
  contacts.email,
  slots.ends_at,
  slots.id as slot
from private.slots as slots
join private.mentors as mentors on mentors.id = slots.mentor_id
left join private.mentor_contacts as contacts on contacts.mentor_id = slots.mentor_id
where slots.state <> 'called_off' and slots.taken > 0
  and slots.ends_at <= now() - interval '24 hours'
  and slots.ends_at > now() - interval '60 days'
  and not private.has_all_feedback(slots.id)
order by slots.ends_at;

-- Sessions whose member says that the mentor did not come, and to whom nothing was given back yet.
create view operations.missing_mentors with (security_invoker = true) as
select
  bookings.no_mentor_at as reported_at,
  to_char(slots.starts_at at time zone 'Asia/Kolkata', 'Dy DD Mon YYYY HH24:MI') as started,
  mentors.name as mentor,
  profiles.email as member,
  slots.id as slot,
  bookings.id as booking
from private.bookings as bookings
join private.slots as slots on slots.id = bookings.slot_id
join private.mentors as mentors on mentors.id = slots.mentor_id
left join public.profiles as profiles on profiles.id = bookings.member_id
where bookings.no_mentor_at is not null and bookings.given_back_at is null
order by bookings.no_mentor_at desc;

-- Used sessions of the last 60 days, where a person looks for the booking to give back.
create view operations.used_sessions with (security_invoker = true) as
select
  to_char(bookings.starts_at at time zone 'Asia/Kolkata', 'Dy DD Mon YYYY HH24:MI') as started,
  slots.kind,
  case bookings.state when 'late' then 'cancelled too late' else 'held' end as what,
  profiles.email as member,
  mentors.name as mentor,
  bookings.given_back_at,
  bookings.id as booking
from private.bookings as bookings
join private.slots as slots on slots.id = bookings.slot_id
join private.mentors as mentors on mentors.id = slots.mentor_id
left join public.profiles as profiles on profiles.id = bookings.member_id
where bookings.starts_at > now() - interval '60 days'
  and (bookings.state in ('late', 'held') or bookings.state = 'booked' and bookings.ends_at <= now())
order by bookings.starts_at desc;

-- Everything that needs a person now: the matters of before, and those of sessions (§15.21, §15.22).
alter function private.matters_now() rename to earlier_matters;

create function private.matters_now()
returns table (matter text, what text)
language sql
stable
set search_path = ''
as $$
  select matter, what from private.earlier_matters()
  union all
  select
    'feedback ' || slot,
    format('Feedback on the %s of %s is missing: look at operations.late_feedback.', kind, started)
  from operations.late_feedback
  where ends_at <= now() - interval '48 hours'
  union all
  select
    'no mentor ' || booking,
    format('A member says that the mentor did not come on %s: look at operations.missing_mentors.', started)
  from operations.missing_mentors
  union all
  select
    'sessions job ' || finished_at,
    format('The sessions job has not finished since %s UTC.', to_char(
      finished_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'
    ))
  from private.job_runs
  where job = 'sessions' and finished_at <= now() - interval '15 minutes';
$$;

-- A new project is not warned before the first run.
insert into private.job_runs (job) values ('sessions');

create or replace view operations.health with (security_invoker = true) as
select
  job,
  runs.finished_at,
  date_trunc('second', now() - runs.finished_at) as ago,
  coalesce(runs.finished_at > now() - interval '15 minutes', false) as is_alive
from unnest(array['reconcile', 'watch', 'mail', 'sessions']) as job
left join private.job_runs as runs using (job)
order by job;

-- What a launch check asks: mentors, slots of the next 14 days that can be booked, and whether what
-- happened before was entered.
create function public.sessions_ready()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'mentors', (select count(*) from private.mentor_contacts),
    'slots', (
      select count(*) from private.slots
      where state = 'open' and taken < seats
        and starts_at between now() and now() + interval '14 days'
    ),
    'has_base_figures', exists (select from private.base_figures where value > 0)
  );
$$;

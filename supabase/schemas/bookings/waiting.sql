-- Members who are waiting for a time (§15.90 to §15.93) get an email when times open or become free: we send five
-- emails for each seat, and the first to book gets it. Opening and cancelling set private.slots.free_since, which the
-- sessions job reads.

-- Weekdays as bits, so that an index finds who is waiting for any of several days: 1 is Monday, 64 is Sunday.
create function private.day_bits(weekdays text[]) returns integer
language sql immutable set search_path = '' as $$
  select bit_or(1 << (array_position(private.weekdays(), day) - 1)) from unnest(weekdays) as day;
$$;

-- What a member is waiting for, and how long we keep mailing.
create function private.waiting_times_json(p_member uuid) returns jsonb[]
language sql stable set search_path = ''
return array(
  select jsonb_build_object(
    'kind', waiting.kind,
    'weekdays', array(
      select day from unnest(private.weekdays()) as day
      where waiting.days & private.day_bits(array[day]) > 0
    ),
    'school', waiting.school, 'until', waiting.asked_at + private.period('waiting')
  )
  from private.waiting_times as waiting
  where waiting.member_id = p_member
  order by waiting.kind
);

-- The picker's free times. A time counts as free since it opened, since a seat was given up, or since it came within
-- the 60 days that the picker shows.
create view private.free_times with (security_invoker = true) as
with kinds as materialized (
  -- Computed once for each kind and not for each slot.
  select kind, now() + private.closes_before(kind) as opens
  from unnest(array['interview', 'gd']) as kind
)
select
  slots.id as slot, slots.kind, slots.starts_at,
  1 << (extract(isodow from slots.starts_at at time zone 'Asia/Kolkata')::integer - 1) as day,
  greatest(slots.free_since, slots.starts_at - private.period('picker')) as free_since,
  slots.seats - slots.taken as seats, mentors.institute as school
from kinds
join private.slots as slots on slots.kind = kinds.kind and slots.starts_at >= kinds.opens
join private.mentors as mentors on mentors.id = slots.mentor_id
where slots.state = 'open' and slots.taken < slots.seats and slots.starts_at < now() + private.period('picker');

-- What can pay for a session of this kind, and the last day for booking with it: packs, and the free interview, whose
-- row has no order.
create function private.sources_of(p_member uuid, p_kind text)
returns table (order_id uuid, before timestamptz)
language sql stable set search_path = '' as $$
  select null::uuid, 'infinity'::timestamptz
  from private.free_grants as grants
  where grants.member_id = p_member and p_kind = 'interview'
    and grants.lapsed_at is null and private.free_interview_ends(grants.id) > now()
    and not private.is_grant_used(grants.id)
  union all
  select balance.order_id, private.end_of_india_day(balance.valid_until)
  from private.pack_balances(array(select private.packs_of(p_member))) as balance
  join public.orders as orders on orders.id = balance.order_id
  where orders.status <> 'refunded' and balance.remaining > 0
    and now() < private.end_of_india_day(balance.valid_until)
    and (private.pack_refund(orders.id)).id is null
    and not private.is_disputed(orders.id);
$$;

-- For each kind, the number of free times that a member is waiting for and could book, and the first of them. Only
-- times that opened or became free after the member asked count (§15.91).
create function private.times_for(p_member uuid)
returns table (kind text, starts_at timestamptz, times integer)
language sql stable set search_path = '' as $$
  with own as materialized (
    select waiting.kind, waiting.days, waiting.school, waiting.asked_at, max(source.before) as before
    from private.waiting_times as waiting
    cross join lateral private.sources_of(p_member, waiting.kind) as source
    where waiting.member_id = p_member
    group by waiting.kind, waiting.days, waiting.school, waiting.asked_at
  )
  select free.kind, min(free.starts_at), count(*)::integer
  from own
  join private.free_times as free
    on free.kind = own.kind and free.day & own.days > 0 and free.starts_at < own.before
    and free.free_since > own.asked_at and (own.school is null or free.school = own.school)
  where not exists (
    select from private.bookings as bookings
    where bookings.slot_id = free.slot and bookings.member_id = p_member and bookings.state = 'booked'
  )
  group by free.kind
  order by free.kind desc;
$$;

create function private.waiting_mail_holds(kind text, payload jsonb) returns boolean
language sql stable set search_path = ''
return kind <> 'time_opened' or (
  coalesce(private.has_proven_account((payload ->> 'user_id')::uuid), false)
  and exists (select from private.times_for((payload ->> 'user_id')::uuid))
);

-- Records that the logged-in member wants to be told when a time of this kind opens on one of these weekdays, with a
-- mentor from one school or from any (§15.90). Asking again replaces the earlier request. Raises no_day_chosen,
-- no_such_school, nothing_left or address_not_proven; the last because an unverified address may be a stranger's.
create function public.wait_for_time(p_kind text, p_weekdays text[], p_school text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  -- The school as the mentors spell it, because the member may have typed its name differently (§15.104).
  school constant text := (
    select institute from private.mentors where lower(institute) = lower(p_school) order by id limit 1
  );
begin
  perform private.refuse_when(
    'no_day_chosen', (p_weekdays <@ private.weekdays() and cardinality(p_weekdays) > 0) is not true
  );
  perform private.refuse_when('no_such_school', p_school is not null and school is null);
  perform private.refuse_when('nothing_left', not exists (select from private.sources_of(member, p_kind)));
  perform private.refuse_when('address_not_proven', private.has_proven_account(member) is distinct from true);
  insert into private.waiting_times (member_id, kind, days, school)
  values (member, p_kind, private.day_bits(p_weekdays), school)
  on conflict (member_id, kind) do update set days = excluded.days, school = excluded.school, asked_at = now();
end;
$$;

create function public.stop_waiting(p_kind text) returns void
language sql security definer set search_path = '' as $$
  delete from private.waiting_times where member_id = private.member() and kind = p_kind;
$$;

-- Emails up to 500 waiting members about times that have become free since their last email. Goes day by day, longest
-- wait first, and in each hour emails five members for each of the day's free seats. A member is mailed at most once an
-- hour and three times a day (§15.91). A member who could not book anyway goes to the end of the queue. Returns how
-- many were mailed. JIT is off, because compiling would take longer than the queries.
create function public.tell_waiting() returns integer
language plpgsql security definer set search_path = '' set jit = off as $$
declare
  at_once constant integer := 500;
  for_each_seat constant integer := 5;
  heard_before constant timestamptz := now() - private.period('waiting pause');
  free record;
  member uuid;
  is_told boolean;
  told integer := 0;
begin
  -- If two runs overlapped, they would mail a member twice.
  perform pg_advisory_xact_lock(hashtextextended('waiting', 0));
  for free in
    with by_school as (
      select kind, day, school, max(free_since) as since, sum(seats) as seats
      from private.free_times
      group by kind, day, school
    )
    select
      times.kind, times.day, max(times.since) as since, jsonb_object_agg(times.school, times.since) as schools,
      for_each_seat * sum(times.seats) - (
        select count(*) from private.waiting_times as waiting
        where waiting.kind = times.kind and waiting.told_day = times.day and waiting.told_at > heard_before
      ) as room
    from by_school as times
    group by times.kind, times.day
    order by times.kind, times.day
  loop
    for member in
      select due.member_id
      -- Every set of weekdays that contains this day, so that an index finds who has waited longest.
      from generate_series(1, 127) as choice (days)
      cross join lateral (
        select waiting.member_id, greatest(waiting.asked_at, waiting.told_at) as heard_at
        from private.waiting_times as waiting
        where waiting.kind = free.kind and waiting.days = choice.days
          and greatest(waiting.asked_at, waiting.told_at) < free.since
          and (
            waiting.school is null
            or greatest(waiting.asked_at, waiting.told_at) < (free.schools ->> waiting.school)::timestamptz
          )
          and coalesce(waiting.told_at, '-infinity') <= heard_before
        order by heard_at
        limit at_once
      ) as due
      where choice.days & free.day > 0
      order by due.heard_at
      limit at_once
    loop
      exit when free.room <= 0 or told >= at_once;
      -- A single mail covers both kinds of session.
      perform from private.waiting_times where member_id = member and told_at > heard_before;
      continue when found;
      is_told := private.waiting_mail_holds('time_opened', jsonb_build_object('user_id', member))
        and private.within_day('time opened', member::text);
      update private.waiting_times
      set told_at = now(), told_day = case when is_told and kind = free.kind then free.day end
      where member_id = member;
      continue when not (found and is_told);
      perform private.tell_account('time_opened', member, '{}', format('%s %s', member, now()), 2);
      told := told + 1;
      free.room := free.room - 1;
    end loop;
  end loop;
  return told;
end;
$$;

-- How many members are waiting, by kind and weekday. A member who chose several days counts on each. Each set of days
-- is counted separately, so that the index is used.
create view operations.waiting_members with (security_invoker = true) as
select kinds.kind, week.weekday, sum(chosen.members)::integer as members
from unnest(array['interview', 'gd']) as kinds (kind)
cross join generate_series(1, 127) as choice (days)
cross join lateral (
  select count(*) as members from private.waiting_times as waiting
  where waiting.kind = kinds.kind and waiting.days = choice.days
) as chosen
join unnest(private.weekdays()) with ordinality as week (weekday, nth)
  on choice.days & (1 << (week.nth::integer - 1)) > 0
where chosen.members > 0
group by kinds.kind, week.weekday, week.nth
order by kinds.kind desc, week.nth;

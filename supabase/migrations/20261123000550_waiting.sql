-- 'Tell me when a time opens' (§15.90 to §15.92): members who wait for a time of a kind on some days of the week, and the
-- job that tells them.

create table private.waiting_times (
  member_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('interview', 'gd')),
  -- 'mon' to 'sun', at least one.
  weekdays text[] not null check (
    cardinality(weekdays) between 1 and 7
    and weekdays <@ array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  ),
  since timestamptz not null default now(),
  -- When the last mail about it was queued.
  told_at timestamptz,
  primary key (member_id, kind)
);

comment on table private.waiting_times is 'Members who want to be told when a time opens.';

create index waiting_times_next on private.waiting_times (kind, coalesce(told_at, since));
create index waiting_times_since on private.waiting_times (since);

alter table private.waiting_times enable row level security;

-- The day of the week of a moment in India: 'mon' to 'sun'.
create function private.weekday_of(moment timestamptz)
returns text
language sql immutable set search_path = ''
as $$
  select lower(to_char(moment at time zone 'Asia/Kolkata', 'dy'));
$$;

-- The first time of this kind that can be booked on one of these days, and that opened or became free since a moment.
create function private.time_since(kind text, weekdays text[], moment timestamptz)
returns timestamptz
language sql stable set search_path = ''
as $$
  select min(slots.starts_at)
  from private.slots as slots
  where slots.kind = time_since.kind and slots.state = 'open' and slots.taken < slots.seats
    and slots.free_since > time_since.moment
    and slots.starts_at > now() + private.closes_before(time_since.kind)
    and private.weekday_of(slots.starts_at) = any (time_since.weekdays);
$$;

-- Lets the signed-in member wait for a time of a kind on these days; a second call replaces the days. Raises
-- too_many_today, and a violated check for days that are none.
create function public.wait_for_time(p_kind text, p_weekdays text[])
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  member constant uuid := private.member();
begin
  perform private.limit_daily('session change', member::text);
  insert into private.waiting_times (member_id, kind, weekdays)
  values (member, p_kind, p_weekdays)
  on conflict (member_id, kind) do update set weekdays = excluded.weekdays, since = now(), told_at = null;
end;
$$;

create function public.stop_waiting(p_kind text)
returns void
language sql security definer set search_path = ''
as $$
  delete from private.waiting_times where member_id = private.member() and kind = p_kind;
$$;

-- What the page shows of it.
create function private.waiting_times_json(member uuid)
returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(array(
    select jsonb_build_object('kind', waiting.kind, 'weekdays', waiting.weekdays)
    from private.waiting_times as waiting where waiting.member_id = waiting_times_json.member
    order by waiting.kind
  ));
$$;

-- Tells up to 500 members of a time that opened since they were told, each at most once an hour, who waits longest first.
-- Ends what is older than 60 days. Returns how many were told.
create function public.tell_waiting()
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  waiting record;
  told integer := 0;
begin
  delete from private.waiting_times where since < now() - private.keep_for('waiting');
  -- Mostly nothing has opened, and nobody is looked at.
  for waiting in
    select found.member_id, found.kind, found.weekdays, found.starts_at, users.email
    from (
      select slots.kind, array_agg(distinct private.weekday_of(slots.starts_at)) as weekdays
      from private.slots as slots
      where slots.state = 'open' and slots.taken < slots.seats and slots.free_since > now() - interval '2 hours'
      group by slots.kind
    ) as opened
    cross join lateral (
      select waits.*, private.time_since(waits.kind, waits.weekdays, coalesce(waits.told_at, waits.since)) as starts_at
      from private.waiting_times as waits
      where waits.kind = opened.kind and waits.weekdays && opened.weekdays
        and coalesce(waits.told_at, waits.since) < now() - case
          when waits.told_at is null then interval '0' else interval '1 hour' end
      order by coalesce(waits.told_at, waits.since)
      limit 2000
    ) as found
    join auth.users as users on users.id = found.member_id
    where found.starts_at is not null
    limit 500
  loop
    update private.waiting_times set told_at = now()
    where member_id = waiting.member_id and kind = waiting.kind;
    perform private.queue_mail(
      'time_opened',
      waiting.email,
      jsonb_build_object(
        'user_id', waiting.member_id, 'name', private.first_name(waiting.member_id), 'kind', waiting.kind, 'weekdays', waiting.weekdays,
        'starts_at', waiting.starts_at, 'since', now() - interval '2 hours'
      ),
      format('time_opened %s %s %s', waiting.kind, waiting.member_id, now()),
      1,
      not_after => now() + interval '12 hours'
    );
    told := told + 1;
  end loop;
  return told;
end;
$$;

-- Whether the mail still holds: the member waits, and a time that opened then is still free.
create function private.waiting_mail_holds(kind text, payload jsonb)
returns boolean
language sql stable set search_path = ''
as $$
  select kind <> 'time_opened' or exists (
    select from private.waiting_times as waiting
    where waiting.member_id = (payload ->> 'user_id')::uuid and waiting.kind = payload ->> 'kind'
  ) and private.time_since(
    payload ->> 'kind',
    array(select jsonb_array_elements_text(payload -> 'weekdays')),
    (payload ->> 'since')::timestamptz
  ) is not null;
$$;

-- How many wait for a time, by kind and day of the week.
create view operations.waiting_members with (security_invoker = true) as
select waiting.kind, days.weekday, count(*) as members
from private.waiting_times as waiting
cross join unnest(waiting.weekdays) as days (weekday)
group by waiting.kind, days.weekday
order by waiting.kind, array_position(array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], days.weekday);

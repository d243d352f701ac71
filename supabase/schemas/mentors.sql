-- Mentors, and the slots in which they hold sessions (§15.2, §15.4). Everything about sessions is in the schema
-- private, so members and mentors can access it only through functions.

-- Our mentors. Members see only their name and institute.
create table private.mentors (
  id integer primary key generated always as identity,
  name text not null check (private.is_name(name) and char_length(name) between 1 and 80),
  institute text not null default ''
    check (char_length(institute) <= 120 and (institute = '' or private.is_name(institute))),
  -- The mentor's email address and meeting link. Members see neither before a session.
  email text not null unique check (private.is_address(email)),
  meeting_url text check (private.is_link(meeting_url) and char_length(meeting_url) <= 500),
  -- Whether the mentor has agreed to be shown to visitors with these details: the year of their degree, their work,
  -- what they ask about in interviews, and their languages (§4.20).
  is_public boolean not null default false,
  batch integer check (batch between 1970 and 2100),
  work text not null default '' check (char_length(work) <= 60),
  asks text not null default '' check (char_length(asks) <= 120),
  languages text not null default '' check (char_length(languages) <= 60),
  -- The average rating, updated at every fifth rating, so that no single rating can be derived from it (§4.22).
  rating numeric(2, 1),
  -- The number of ratings, counted as they arrive, because a list of mentors cannot read all of them.
  ratings integer not null default 0,
  rating_sum integer not null default 0,
  -- The last day of a pause, in Indian time.
  paused_until date,
  retired_at timestamptz,
  -- The version in links to the mentor's own page. Raising the version revokes earlier links (§15.85).
  page_version integer not null default 1,
  -- Sessions held, counted as they end, because a list of mentors cannot read all of them.
  held integer not null default 0,

  constraint retired_mentor_is_not_shown check (retired_at is null or not is_public)
);

-- Times at which mentors hold interviews and group discussions.
create table private.slots (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('interview', 'gd')),
  mentor_id integer not null references private.mentors (id),
  starts_at timestamptz not null,
  minutes integer not null check (minutes between 15 and 240),
  ends_at timestamptz not null,
  seats integer not null,
  minimum integer not null,
  -- A trigger counts this from the bookings, whatever value a statement sets.
  taken integer not null default 0,
  state text not null default 'open' check (state in ('open', 'called_off', 'done')),
  called_off_by text check (called_off_by in ('mentor', 'too_few', 'us')),
  -- When the job confirmed a group discussion.
  confirmed_at timestamptz,
  -- The version in the mentor's links to this slot. Raising the version revokes earlier links.
  feedback_version integer not null default 1,
  -- Goes up with every change, for the mentor's calendar.
  sequence integer not null default 0,
  -- The name of the slot's own meeting room, which no one can guess (§15.89).
  room text not null default replace(gen_random_uuid()::text, '-', ''),
  -- When the slot opened, or when a seat became free after all had been taken (§15.91).
  free_since timestamptz not null default now(),
  -- When the last free seat was taken, even if a seat is free again.
  full_since timestamptz,
  -- A group discussion's topic (§15.94). Members can see the topic once the discussion starts.
  topic text check (char_length(topic) between 1 and 300),

  constraint slot_has_fitting_seats check (
    (kind = 'interview' and seats = 1 and minimum = 1)
    or (kind = 'gd' and seats between 2 and 10 and minimum between 2 and seats)
  ),
  constraint slot_is_not_overbooked check (taken between 0 and seats),
  constraint slot_was_called_off_by_somebody check ((state = 'called_off') = (called_off_by is not null)),
  -- Lets bookings copy the slot's times through a foreign key.
  constraint slot_times unique (id, starts_at, ends_at),
  -- A plain GiST index cannot compare integers, so a range that contains only the mentor's number stands for the
  -- mentor.
  constraint mentor_is_in_one_place exclude using gist (
    int4range(mentor_id, mentor_id, '[]') with &&,
    tstzrange(starts_at, ends_at) with &&
  ) where (state <> 'called_off')
);

-- For the picker, by kind and period, and for the jobs, which read the next open slots.
create index slots_open on private.slots (kind, starts_at) where state = 'open';
create index slots_mentor on private.slots (mentor_id, starts_at);
create index slots_ending on private.slots (ends_at) where state = 'open';
create index slots_topic on private.slots (topic) where topic is not null;

-- The meeting room service (§15.89): the pattern of a room's address, with '{room}' in place of its name.
create table private.room_service (
  is_one boolean primary key default true check (is_one),
  pattern text not null
    check (pattern ~ '^https://[^[:space:]]*[{]room[}][^[:space:]]*$' and char_length(pattern) <= 300)
);

-- Stores the pattern from the functions' MEETING_ROOM_URL; null removes it.
create function public.set_room_service(p_pattern text default null) returns void
language sql security definer set search_path = '' as $$
  delete from private.room_service where pattern is distinct from p_pattern;
  insert into private.room_service (pattern) select p_pattern where p_pattern is not null
  on conflict do nothing;
$$;

-- A slot's meeting link: its mentor's, or that of its own room. Null if there is no link yet.
create function private.meeting_url(slot_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(mentors.meeting_url, replace(service.pattern, '{room}', slots.room))
    from private.slots as slots
    join private.mentors as mentors on mentors.id = slots.mentor_id
    left join private.room_service as service on true
    where slots.id = meeting_url.slot_id
  );
end;
$$;

-- A slot's data for pages and emails.
create function private.slot_json(slot private.slots) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('kind', slot.kind, 'starts_at', slot.starts_at, 'ends_at', slot.ends_at);

-- How long before its start a slot closes for bookings and moves (§15.11).
create function private.closes_before(kind text) returns interval
language sql immutable set search_path = ''
return private.period(case kind when 'gd' then 'gd closes' else 'interview closes' end);

-- Why a mentor cannot hold sessions on a given day in Indian time; null if nothing prevents it (§15.83).
create function private.why_away(mentor private.mentors, day date) returns text
language sql stable set search_path = ''
return case
  when mentor.retired_at is not null then mentor.name || ' has left'
  when day <= mentor.paused_until
    then format('%s is away until %s', mentor.name, private.said_day(mentor.paused_until))
end;

-- The name of another mentor with this meeting link; null if there is none. With a shared link, members of one session
-- could walk into the other.
create function private.mentor_with_link(url text, mentor integer default null) returns text
language sql stable set search_path = '' as $$
  select mentors.name from private.mentors as mentors
  where rtrim(lower(mentors.meeting_url), '/') = rtrim(lower(mentor_with_link.url), '/')
    and mentors.id is distinct from mentor_with_link.mentor and mentors.retired_at is null
  limit 1;
$$;

create function private.stop_at_shared_link(url text, mentor integer default null) returns void
language plpgsql stable set search_path = '' as $$
declare
  other constant text := private.mentor_with_link(url, mentor);
begin
  perform private.stop_when(
    other is not null,
    format('%s already has this meeting link. Members of one session could walk into the other.', other)
    || ' Enter another link.',
    'meeting_url'
  );
end;
$$;

create function operations.add_mentor(
  name text, institute text, email text, meeting_url text default null
) returns text
language plpgsql set search_path = '' as $$
declare
  made integer;
begin
  perform private.stop_at_shared_link(add_mentor.meeting_url);
  insert into private.mentors (name, institute, email, meeting_url)
  values (add_mentor.name, add_mentor.institute, add_mentor.email, add_mentor.meeting_url)
  returning id into made;
  perform private.log_action('add_mentor', made::text);
  return format('Mentor %s is added.', add_mentor.name);
end;
$$;

-- Fetches a mentor by number. Locks the mentor, so that changes to one mentor wait for each other.
create function private.mentor_numbered(mentor integer) returns private.mentors
language plpgsql set search_path = '' as $$
declare
  known private.mentors;
begin
  select * into known from private.mentors where id = mentor for no key update;
  perform private.stop_when(known.id is null, 'We have no such mentor. Choose one from the list.', 'mentor');
  return known;
end;
$$;

-- Shows a mentor on /buy and /mentors, with the mentor's consent, or hides the mentor (§4.20, §4.22).
create function operations.show_mentor(
  mentor integer, batch integer, work text, asks text, languages text, shown boolean default true
) returns text
language plpgsql set search_path = '' as $$
declare
  known constant private.mentors := private.mentor_numbered(mentor);
begin
  perform private.stop_when(
    shown and known.retired_at is not null, format('%s has left and cannot be shown to visitors.', known.name), 'shown'
  );
  perform private.refuse_when(
    'mentors_batch_check', (batch - extract(year from private.india_day(now())) between -50 and 2) is false,
    field => 'batch'
  );
  perform private.refuse_when('missing', shown and private.is_blank(typed), field => field)
  from (values ('work', work), ('asks', asks), ('languages', languages)) as profile (field, typed);
  update private.mentors
  set
    is_public = show_mentor.shown,
    batch = show_mentor.batch,
    work = show_mentor.work,
    asks = show_mentor.asks,
    languages = show_mentor.languages
  where id = show_mentor.mentor;
  perform private.log_action('show_mentor', mentor::text, details => jsonb_build_object('shown', show_mentor.shown));
  return format('Visitors %s %s.', case when show_mentor.shown then 'now see' else 'no longer see' end, known.name);
end;
$$;

-- Changes a mentor's details. Emails that have not been sent yet go to the new address.
create function operations.edit_mentor(
  mentor integer, name text, institute text, email text, meeting_url text default null
) returns text
language plpgsql set search_path = '' as $$
declare
  known constant private.mentors := private.mentor_numbered(mentor);
begin
  if edit_mentor.meeting_url is distinct from known.meeting_url then
    perform private.stop_at_shared_link(edit_mentor.meeting_url, known.id);
  end if;
  update private.mentors as mentors
  set
    name = edit_mentor.name,
    institute = coalesce(edit_mentor.institute, ''),
    email = edit_mentor.email,
    meeting_url = nullif(edit_mentor.meeting_url, '')
  where mentors.id = known.id;
  perform private.log_action('edit_mentor', known.id::text);
  return format('Mentor %s is saved.', edit_mentor.name);
end;
$$;

-- Closes a mentor's unbooked slots before this time. Returns how many, and lists the booked slots, which stay open.
create function private.close_free_times(mentor integer, until timestamptz) returns text
language plpgsql set search_path = '' as $$
declare
  closed integer;
begin
  perform from private.slots
  where mentor_id = mentor and state = 'open' and starts_at > now() and starts_at < until
  order by id
  for no key update;
  update private.slots set state = 'called_off', called_off_by = 'us'
  where mentor_id = mentor and state = 'open' and starts_at > now() and starts_at < until and taken = 0;
  get diagnostics closed = row_count;
  return format('Free times closed: %s. Booked sessions that stay: %s.', closed, (
    select coalesce(string_agg(private.india_time(starts_at), '; ' order by starts_at), 'none')
    from private.slots
    where mentor_id = mentor and state = 'open' and starts_at > now() and starts_at < until
  ));
end;
$$;

-- Pauses a mentor from now to the end of a day in Indian time (§15.83). Booked sessions are kept and listed.
create function operations.pause_mentor(mentor integer, until date) returns text
language plpgsql set search_path = '' as $$
declare
  known constant private.mentors := private.mentor_numbered(mentor);
begin
  perform private.stop_when(known.retired_at is not null, format('%s has already left.', known.name));
  perform private.refuse_past(until, 'until');
  perform private.refuse_when(
    'pause_too_long', private.is_within_days(until, 366) is not true, field => 'until'
  );
  update private.mentors set paused_until = until where id = known.id;
  perform private.log_action('pause_mentor', known.id::text, details => jsonb_build_object('until', until));
  return format('%s is paused until %s. ', known.name, private.said_day(until))
    || private.close_free_times(known.id, private.end_of_india_day(until));
end;
$$;

-- Ends a mentor's pause or retirement. Closed slots stay closed.
create function operations.resume_mentor(mentor integer) returns text
language plpgsql set search_path = '' as $$
declare
  known constant private.mentors := private.mentor_numbered(mentor);
begin
  perform private.stop_when(
    num_nonnulls(known.paused_until, known.retired_at) = 0, format('%s is not away.', known.name)
  );
  perform private.stop_when(
    known.retired_at is not null and private.mentor_with_link(known.meeting_url, known.id) is not null,
    format('%s’s meeting link now belongs to another mentor. Change it under Edit mentor first.', known.name)
  );
  update private.mentors set paused_until = null, retired_at = null where id = known.id;
  perform private.log_action('resume_mentor', known.id::text);
  return format('%s is back.', known.name);
end;
$$;

-- Retires a mentor, who gets no new slots and is hidden from visitors (§15.83). Booked sessions are kept and listed.
create function operations.retire_mentor(mentor integer) returns text
language plpgsql set search_path = '' as $$
declare
  known constant private.mentors := private.mentor_numbered(mentor);
begin
  perform private.stop_when(known.retired_at is not null, format('%s has already left.', known.name));
  update private.mentors set retired_at = now(), paused_until = null, is_public = false where id = known.id;
  perform private.log_action('retire_mentor', known.id::text);
  return format('%s has left. ', known.name) || private.close_free_times(known.id, 'infinity');
end;
$$;

-- For visitors: the mentors who have agreed to be shown, in the order in which they were added (§4.20, §4.22). Each has
-- the number of sessions held, rounded down to a multiple of five (null below five), and the next two times with a free
-- seat (§4.25).
create function public.public_mentors()
returns table (
  id integer, name text, institute text, batch integer, work text, asks text, languages text, rating numeric,
  held integer, next_times jsonb
)
language sql stable security definer set search_path = '' as $$
  select
    mentors.id, mentors.name, mentors.institute, mentors.batch, mentors.work, mentors.asks, mentors.languages,
    mentors.rating, nullif(mentors.held - mentors.held % 5, 0),
    to_jsonb(array(
      select jsonb_build_object('id', slots.id, 'is_gd', slots.kind = 'gd', 'starts_at', slots.starts_at)
      from private.slots as slots
      where slots.mentor_id = mentors.id and slots.state = 'open' and slots.taken < slots.seats
        and slots.starts_at >= now() + private.closes_before(slots.kind)
        and slots.starts_at < now() + private.period('picker')
      order by slots.starts_at
      limit 2
    ))
  from private.mentors as mentors
  where mentors.is_public
  order by mentors.id
  limit 200;
$$;

create function private.weekdays() returns text[]
language sql immutable set search_path = '' return array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

-- The times of a weekly pattern, in Indian time, from one date to another inclusive, each with the reason why it cannot
-- be opened, if any.
create function private.slot_times(
  known private.mentors, kind text, weekdays text[], at time, minutes integer, from_day date, to_day date
) returns table (starts timestamptz, clash text)
language plpgsql stable set search_path = '' as $$
declare
  names constant text[] := private.weekdays();
begin
  perform private.stop_when(
    (weekdays <@ names and cardinality(weekdays) > 0) is not true, 'Choose at least one day of the week.', 'weekdays'
  );
  perform private.stop_when(at is null, 'Enter the time at which the sessions start.', 'at');
  perform private.stop_when(to_day < from_day, 'The last day is before the first.', 'to_day');
  perform private.stop_when(
    (to_day - from_day <= 366) is not true, 'Choose a last day within a year after the first day.', 'to_day'
  );
  return query
  select moment, case
    when moment <= now() then 'past'
    -- Also keeps out a group discussion that would be cancelled minutes later, because no one could join it.
    when moment <= now() + private.closes_before(slot_times.kind) then format(
      'starts in less than %s hours', extract(hour from private.closes_before(slot_times.kind))
    )
    else coalesce(private.why_away(known, private.india_day(moment)), case when exists (
      select from private.slots as slots
      where slots.mentor_id = known.id and slots.state <> 'called_off'
        and slots.starts_at < moment + make_interval(mins => slot_times.minutes)
        and slots.ends_at > moment
    ) then known.name || ' has a session then' end)
  end
  from generate_series(from_day, to_day, interval '1 day') as days (day)
  cross join lateral timezone('Asia/Kolkata', days.day::date + slot_times.at) as moment
  where names[extract(isodow from days.day)] = any (weekdays)
  order by days.day;
end;
$$;

-- Raises too_many_times if a mentor has more than 500 open times (§15.102). The caller locks the mentor.
create function private.limit_times(mentor integer) returns void
language sql set search_path = '' as $$
  select private.refuse_when('too_many_times', count(*) > 500)
  from private.slots
  where mentor_id = mentor and state = 'open' and starts_at > now();
$$;

-- Opens a mentor's slots on a weekly pattern, skips those that cannot be opened, and logs what was opened. Limited by
-- limit_times.
create function private.open_times(
  known private.mentors, kind text, weekdays text[], at time, minutes integer, from_day date, to_day date,
  seats integer, minimum integer
) returns integer
language plpgsql set search_path = '' as $$
declare
  opened integer;
begin
  insert into private.slots (kind, mentor_id, starts_at, minutes, seats, minimum)
  select open_times.kind, known.id, starts, open_times.minutes, open_times.seats, open_times.minimum
  from private.slot_times(known, open_times.kind, weekdays, open_times.at, open_times.minutes, from_day, to_day)
  where clash is null
  -- The mentor may have taken over a slot in the meantime.
  on conflict do nothing;
  get diagnostics opened = row_count;
  if opened > 0 then
    perform private.limit_times(known.id);
  end if;
  perform private.log_action(
    'open_slots', known.id::text, details => jsonb_build_object(
      'opened', opened, 'kind', open_times.kind, 'from', from_day, 'to', to_day
    )
  );
  return opened;
end;
$$;

-- Opens the slots of a weekly pattern for which operations.slot_preview shows no clash. Returns how many, and from when
-- to when. The pattern's days can be up to a year ahead.
create function operations.open_slots(
  mentor integer, kind text, weekdays text[], at time, minutes integer, from_day date, to_day date,
  seats integer default null, minimum integer default null
) returns text
language plpgsql set search_path = '' as $$
declare
  known constant private.mentors := private.mentor_numbered(mentor);
  opened integer;
  fits record;
begin
  perform private.stop_when(known.retired_at is not null, format('%s has left.', known.name), 'mentor');
  perform private.refuse_when('slots_kind_check', kind not in ('interview', 'gd'), field => 'kind');
  perform private.refuse_when(
    'slot_has_seats', kind = 'gd' and seats not between 2 and 10, field => 'seats'
  );
  perform private.refuse_when(
    'slot_has_minimum', kind = 'gd' and minimum not between 2 and coalesce(seats, 10), field => 'minimum'
  );
  perform private.refuse_past(from_day, 'from_day');
  perform private.refuse_when('times_too_far', not private.is_within_days(from_day, 366), field => 'from_day');
  perform private.refuse_when('times_too_far', to_day > private.india_day(now()) + 366, field => 'to_day');
  select
    count(*) filter (where clash is not null) as left_out,
    to_char(min(times.starts) filter (where clash is null) at time zone 'Asia/Kolkata', 'Dy FMDD Mon') as first_day,
    to_char(max(times.starts) filter (where clash is null) at time zone 'Asia/Kolkata', 'Dy FMDD Mon') as last_day
  into fits
  from private.slot_times(known, kind, weekdays, open_slots.at, minutes, from_day, to_day) as times;
  opened := private.open_times(
    known, kind, weekdays, open_slots.at, minutes, from_day, to_day, seats, minimum
  );
  perform private.stop_when(
    opened = 0,
    'No time would open: each is past, too soon or taken. The preview says which.',
    case when to_day = private.india_day(now()) then 'at' else 'from_day' end
  );
  return concat_ws(
    ' ',
    format(
      '%s: %s %s%s of %s minutes%s open, %s at %s.', known.name, opened,
      case kind when 'gd' then 'group discussion' else kind end, case when opened > 1 then 's' end, minutes,
      case when kind = 'gd' then format(
        ' with %s seats (%s needed)', coalesce(seats, 10), coalesce(minimum, least(4, coalesce(seats, 10)))
      ) end,
      concat_ws(' to ', fits.first_day, nullif(fits.last_day, fits.first_day)),
      to_char(date '2000-01-01' + open_slots.at, 'FMHH12:MI am')
    ),
    case when fits.left_out > 0 then format('Left out: %s.', fits.left_out) end
  );
end;
$$;

-- Previews operations.open_slots: the times of the pattern, each with the reason why it cannot be opened, if any.
create function operations.slot_preview(
  mentor integer, kind text, weekdays text[], at time, minutes integer, from_day date, to_day date
) returns table (starts timestamptz, clash text)
language plpgsql stable set search_path = '' as $$
declare
  known private.mentors;
begin
  select * into known from private.mentors where id = slot_preview.mentor;
  perform private.stop_when(known.id is null, 'We have no such mentor. Choose one from the list.', 'mentor');
  return query select * from private.slot_times(known, kind, weekdays, slot_preview.at, minutes, from_day, to_day);
end;
$$;

-- Cancels slots on our behalf, either all of them or none: tells everyone, and returns every session. Logs each slot.
create function operations.cancel_slots(slots uuid[]) returns text
language plpgsql set search_path = '' as $$
declare
  chosen constant uuid[] := array(select distinct unnest(slots));
  seats integer;
begin
  perform private.stop_when(chosen = '{}', 'Select the times first.');
  perform from private.slots where id = any (chosen) order by id for no key update;
  perform private.stop_when(exists (
    select from unnest(chosen) as wanted
    where not exists (select from private.slots where id = wanted and state = 'open' and starts_at > now())
  ), 'One of these times has started or is already closed, so we closed none. Reload the list and select again.');
  select sum(taken) into seats from private.slots where id = any (chosen);
  update private.slots set state = 'called_off', called_off_by = 'us' where id = any (chosen);
  perform private.log_action('cancel_slots', slot::text) from unnest(chosen) as slot;
  return concat_ws(
    ' ', format('Times closed: %s.', cardinality(chosen)),
    case when seats > 0 then format('Booked seats whose session returns to its pack: %s.', seats) end
  );
end;
$$;

create function operations.cancel_slot(slot uuid) returns text
language sql set search_path = '' as $$ select operations.cancel_slots(array[slot]); $$;

-- Assigns a slot that has not started to another mentor. Tells both mentors and all members, and revokes the earlier
-- mentor's links. Limited by limit_times.
create function operations.replace_mentor(slot uuid, mentor integer) returns text
language plpgsql set search_path = '' as $$
declare
  known constant private.mentors := private.mentor_numbered(mentor);
begin
  perform private.refuse_when('mentor_is_in_one_place', exists (
    select from private.slots as slots
    join private.slots as others on others.mentor_id = known.id and others.state <> 'called_off'
      and others.starts_at < slots.ends_at and others.ends_at > slots.starts_at
    where slots.id = slot and others.id <> slots.id
  ), field => 'mentor');
  update private.slots set mentor_id = known.id
  where id = slot and state = 'open' and starts_at > now() and mentor_id <> known.id;
  perform private.stop_when(not found, 'This time is closed, has started, or already has this mentor.', 'mentor');
  perform private.limit_times(known.id);
  perform private.log_action('replace_mentor', slot::text, details => jsonb_build_object('mentor', mentor));
  return format('%s takes this session. We tell both mentors and every member who booked it.', known.name);
end;
$$;

-- Sends the mentor of a session that has begun a new feedback link, and revokes the earlier link.
create function operations.new_feedback_link(slot uuid) returns text
language plpgsql set search_path = '' as $$
begin
  update private.slots set feedback_version = feedback_version + 1
  where id = slot and state <> 'called_off' and taken > 0
    and starts_at <= now() and starts_at + private.period('mentor link') > now();
  perform private.stop_when(
    not found, format(
      'You can send a link only for a booked session, from its start until %s days later.',
      private.period_days('mentor link')
    )
  );
  perform private.log_action('new_feedback_link', slot::text);
  return 'The new link is on its way to the mentor.';
end;
$$;

-- Sends a mentor the link to the mentor's page (§15.85). With `ends_earlier`, revokes all earlier links.
create function operations.send_mentor_link(mentor integer, ends_earlier boolean default false)
returns text
language plpgsql set search_path = '' as $$
declare
  known private.mentors := private.mentor_numbered(mentor);
begin
  if ends_earlier then
    update private.mentors set page_version = page_version + 1 where id = known.id returning * into known;
  end if;
  perform private.queue_mail(
    'mentor_page', known.email, jsonb_build_object('mentor_id', known.id, 'name', known.name),
    format('mentor_page %s %s %s', known.id, known.page_version, now()), 0
  );
  perform private.log_action(
    'send_mentor_link', known.id::text, details => jsonb_build_object('ends_earlier', ends_earlier)
  );
  return 'The link is on its way to the mentor.';
end;
$$;

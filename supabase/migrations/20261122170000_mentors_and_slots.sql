-- Mentors and the times at which they hold sessions (§15.2, §15.4). Everything about sessions is in the
-- schema private: members and mentors reach it through functions alone.

-- Refuses a request. The message is a code that src/domain has a sentence for; detail is for a person who
-- works in the SQL editor.
create function private.refuse(code text, detail text default '')
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using message = refuse.code, detail = refuse.detail;
end;
$$;

create function private.india_day(moment timestamptz)
returns date
language sql
immutable
set search_path = ''
as $$
  select (moment at time zone 'Asia/Kolkata')::date;
$$;

-- The first moment after this day in India.
create function private.end_of_india_day(day date)
returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select (day + 1)::timestamp at time zone 'Asia/Kolkata';
$$;

create table private.mentors (
  id integer primary key generated always as identity,
  name text not null check (char_length(name) between 1 and 80),
  institute text not null default '' check (char_length(institute) <= 120),
  created_at timestamptz not null default now()
);

comment on table private.mentors is 'Who holds sessions. Members see name and institute.';

alter table private.mentors enable row level security;

create table private.mentor_contacts (
  mentor_id integer primary key references private.mentors (id) on delete cascade,
  email text not null check (private.is_address(email)),
  meeting_url text check (meeting_url ~ '^https://[^[:space:]]+$' and char_length(meeting_url) <= 500)
);

comment on table private.mentor_contacts is
  'Where a mentor is reached and meets; no member sees it before a session.';

alter table private.mentor_contacts enable row level security;

create table private.slots (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('interview', 'gd')),
  mentor_id integer not null references private.mentors (id),
  starts_at timestamptz not null,
  minutes integer not null check (minutes between 15 and 240),
  ends_at timestamptz not null,
  seats integer not null,
  minimum integer not null,
  -- Counted from the bookings by a trigger, whatever is written here.
  taken integer not null default 0,
  state text not null default 'open' check (state in ('open', 'called_off', 'done')),
  called_off_by text check (called_off_by in ('mentor', 'too_few', 'us')),
  -- When a group discussion was found to have enough people.
  confirmed_at timestamptz,
  -- The version of the mentor's links: a higher one makes the earlier links useless.
  feedback_version integer not null default 1,
  -- Rises with every change, for the mentor's calendar.
  sequence integer not null default 0,
  created_at timestamptz not null default now(),

  constraint slot_has_fitting_seats check (
    (kind = 'interview' and seats = 1 and minimum = 1)
    or (kind = 'gd' and seats between 2 and 10 and minimum between 2 and seats)
  ),
  constraint slot_is_not_overbooked check (taken between 0 and seats),
  constraint slot_was_called_off_by_somebody check (
    (state = 'called_off') = (called_off_by is not null)
  ),
  -- Bookings repeat the times, and follow them.
  constraint slot_times unique (id, starts_at, ends_at),
  -- A mentor's number as a range of one lets a plain GiST index compare it.
  constraint mentor_is_in_one_place exclude using gist (
    int4range(mentor_id, mentor_id, '[]') with &&,
    tstzrange(starts_at, ends_at) with &&
  ) where (state <> 'called_off')
);

comment on table private.slots is 'A time at which a mentor holds an interview or a group discussion.';

-- The picker asks for a kind and a stretch of time; the jobs for the next open ones.
create index slots_open on private.slots (kind, starts_at) where state = 'open';
create index slots_mentor on private.slots (mentor_id, starts_at);
create index slots_ending on private.slots (ends_at) where state = 'open';

alter table private.slots enable row level security;

-- A meeting link for one slot, where it is not the mentor's usual one.
create table private.meeting_links (
  slot_id uuid primary key references private.slots (id) on delete cascade,
  url text not null check (url ~ '^https://[^[:space:]]+$' and char_length(url) <= 500)
);

alter table private.meeting_links enable row level security;

-- The meeting link of a slot; null if there is none yet.
create function private.meeting_url(slot_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(links.url, contacts.meeting_url)
  from private.slots as slots
  left join private.meeting_links as links on links.slot_id = slots.id
  left join private.mentor_contacts as contacts on contacts.mentor_id = slots.mentor_id
  where slots.id = meeting_url.slot_id;
$$;

-- How long before its start a slot can no longer be booked or moved into (§15.11).
create function private.closes_before(kind text)
returns interval
language sql
immutable
set search_path = ''
as $$
  select case kind when 'gd' then interval '12 hours' else interval '2 hours' end;
$$;

-- The rules of a slot, whoever writes it (§15.9). Its state only moves forward; once somebody has booked
-- it, nothing but its mentor and its state changes, and the trigger after this one tells everybody.
create function private.guard_slot()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.seats := coalesce(new.seats, case new.kind when 'gd' then 10 else 1 end);
  new.minimum := coalesce(new.minimum, case new.kind when 'gd' then least(4, new.seats) else 1 end);
  new.ends_at := new.starts_at + make_interval(mins => new.minutes);

  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      perform private.refuse('slot_is_not_open', 'a new slot is open');
    end if;
    new.taken := 0;
    return new;
  end if;

  if old.state <> new.state and old.state <> 'open' then
    perform private.refuse('slot_is_not_open', format('slot %s is %s', old.id, old.state));
  end if;
  if (new.id, new.kind, new.starts_at, new.minutes, new.seats, new.minimum)
    is distinct from (old.id, old.kind, old.starts_at, old.minutes, old.seats, old.minimum)
    and exists (select from private.bookings as bookings where bookings.slot_id = old.id)
  then
    perform private.refuse(
      'slot_is_booked', format('call slot %s off, and open another one instead', old.id)
    );
  end if;
  if new.mentor_id <> old.mentor_id then
    if old.state <> 'open' or new.state <> 'open' or old.starts_at <= now() then
      perform private.refuse('slot_is_not_open', format('slot %s has started or ended', old.id));
    end if;
    new.feedback_version := old.feedback_version + 1;
  end if;
  if new.feedback_version < old.feedback_version then
    perform private.refuse('version_only_rises');
  end if;
  new.taken := (
    select count(*) from private.bookings as bookings
    where bookings.slot_id = new.id and bookings.state in ('booked', 'held')
  );
  if new is distinct from old then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end;
$$;

create trigger slots_guard before insert or update on private.slots
  for each row execute function private.guard_slot();

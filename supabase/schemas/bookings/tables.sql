-- Bookings (§15.3): a member, a slot, and the pack or free interview that pays for it. A pack's balance is computed
-- from its bookings (§15.5), so there is no counter that could be wrong.

-- The second person of a pack for two (§15.24 to §15.28).
create table private.second_persons (
  order_id uuid primary key references public.orders (id) on delete cascade,
  -- The second person's address; null once that person has been erased.
  address text check (address = lower(address)),
  member_id uuid references auth.users (id) on delete set null,
  -- The account that opened the invitation's link.
  opened_by uuid references auth.users (id) on delete set null,
  namings integer not null default 1 check (namings >= 1),
  named_at timestamptz not null default now(),
  -- When the second person accepted the invitation and, with it, the terms.
  accepted_at timestamptz,
  -- When the person named last refused the invitation.
  declined_at timestamptz check (declined_at is null or member_id is null)
);

create index second_persons_address on private.second_persons (address);
create index second_persons_member on private.second_persons (member_id);
create index second_persons_opened_by on private.second_persons (opened_by);

-- Free mock interviews that were granted (§15.31). The key for the hashes is kept outside the database. The hashes stay
-- when the person is erased, so that no one gets a second free interview.
create table private.free_grants (
  id uuid primary key default gen_random_uuid(),
  member_id uuid references auth.users (id) on delete set null,
  address_hash text not null unique check (address_hash ~ '^[0-9a-f]{64}$'),
  phone_hash text not null unique check (phone_hash ~ '^[0-9a-f]{64}$'),
  -- The domain of the email address; null if the domain is large.
  domain_hash text check (domain_hash ~ '^[0-9a-f]{64}$'),
  -- Whether an operator granted it.
  by_hand boolean not null default false,
  granted_at timestamptz not null default now(),
  lapsed_at timestamptz,
  -- When an unbooked interview becomes available to others: at the end of the 60th day, in Indian time.
  lapses_at timestamptz not null
    default private.end_of_india_day(private.india_day(now()) + private.period_days('free interview'))
      - interval '1 second'
);

create index free_grants_member on private.free_grants (member_id);
create index free_grants_domain on private.free_grants (domain_hash);
create index free_grants_granted_at on private.free_grants (granted_at);
create index free_grants_counting on private.free_grants (lapses_at) where lapsed_at is null;

-- Requests for a free interview that exceed a limit, so that an operator decides on them, and those declined right away
-- because someone has had it: `had` says whether with the same phone number or the same address.
create table private.free_requests (
  member_id uuid primary key references auth.users (id) on delete cascade,
  address_hash text not null check (address_hash ~ '^[0-9a-f]{64}$'),
  phone_hash text not null check (phone_hash ~ '^[0-9a-f]{64}$'),
  domain_hash text check (domain_hash ~ '^[0-9a-f]{64}$'),
  asked_at timestamptz not null default now(),
  declined_at timestamptz,
  had text check (had in ('phone', 'address'))
);

-- Domains without a limit on free interviews: those of mail providers, and of colleges that the owner adds. Each is the
-- registered domain of the names below it, so a suffix such as 'ac.in' is not one.
create table private.large_domains (
  domain text primary key check (domain = private.registered_domain('x@x.' || domain)),
  is_college boolean not null default true
);

-- A pack's sessions that were held before the site took bookings (§15.41).
create table private.past_sessions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('interview', 'gd')),
  held_on date not null,
  recorded_at timestamptz not null default now()
);

create index past_sessions_order on private.past_sessions (order_id);

-- Packs that we ended early (§17.33).
create table private.ended_packs (
  order_id uuid primary key references public.orders (id) on delete cascade,
  ended_at timestamptz not null default now(),
  -- The reason, for our records; null once the person has been erased.
  reason text check (char_length(reason) between 1 and 300)
);

-- States: booked → cancelled (in time, session returned), late (too late, session used), called_off (by us, session
-- returned) or held. A late booking becomes called_off if its group discussion is called off.
create table private.bookings (
  id uuid primary key default gen_random_uuid(),
  member_id uuid references auth.users (id) on delete set null,
  slot_id uuid not null,
  order_id uuid references public.orders (id),
  grant_id uuid references private.free_grants (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The member's target institute, which the mentor sees.
  institute text not null default '' check (char_length(institute) <= 120),
  state text not null default 'booked'
    check (state in ('booked', 'cancelled', 'late', 'called_off', 'held')),
  -- Why we cancelled the booking. On a late booking, it means that a refund request ended it.
  reason text check (reason in ('mentor', 'too_few', 'us', 'refunded', 'refund_asked', 'pack_ended', 'account_closed')),
  -- Goes up when the booking is moved or ends, for calendars.
  sequence integer not null default 0,
  booked_at timestamptz not null default now(),
  ended_at timestamptz,
  -- When a used session was returned.
  given_back_at timestamptz,
  -- When the member reported the mentor missing; what the mentor answered; and when an operator found that the mentor
  -- was there (§15.88).
  no_mentor_at timestamptz,
  mentor_answered_at timestamptz,
  mentor_answer text not null default '' check (char_length(mentor_answer) <= 500),
  mentor_came_at timestamptz,
  -- When the member agreed to show their first name to the others in a group discussion (§15.100).
  name_shown_at timestamptz,

  constraint booking_slot foreign key (slot_id, starts_at, ends_at)
    references private.slots (id, starts_at, ends_at) on update cascade,
  constraint booking_has_one_source check (num_nonnulls(order_id, grant_id) = 1),
  -- A late booking has a reason only if a refund request ended it.
  constraint booking_was_called_off_for_a_reason check (
    (state = 'called_off') = (reason is not null) or (state, reason) = ('late', 'refund_asked')
  ),
  constraint booking_has_an_end check ((state = 'booked') = (ended_at is null)),
  -- A plain GiST index cannot compare UUIDs, so a range that contains only the member's hash stands for the member.
  constraint member_is_in_one_place exclude using gist (
    int8range(hashtextextended(member_id::text, 0), hashtextextended(member_id::text, 0), '[]')
      with &&,
    tstzrange(starts_at, ends_at) with &&
  ) where (state = 'booked' and member_id is not null)
);

create unique index bookings_once on private.bookings (slot_id, member_id) where state = 'booked';
create unique index bookings_grant on private.bookings (grant_id)
  where state in ('booked', 'late', 'held') and given_back_at is null;
create index bookings_slot on private.bookings (slot_id, starts_at, ends_at) include (state, member_id, id, booked_at);
create index bookings_order on private.bookings (order_id);
create index bookings_by_grant on private.bookings (grant_id);
create index bookings_member on private.bookings (member_id, starts_at);
create index bookings_coming on private.bookings (starts_at) where state = 'booked';
create index bookings_reported on private.bookings (no_mentor_at) where no_mentor_at is not null;

-- Whether a booking uses up its free interview or a session of its pack.
create function private.costs_session(booking private.bookings) returns boolean
language sql immutable set search_path = ''
return booking.state in ('booked', 'late', 'held') and booking.given_back_at is null;

create function private.is_grant_used(p_grant_id uuid) returns boolean
language sql stable set search_path = ''
return exists (
  select from private.bookings as bookings
  where bookings.grant_id = p_grant_id and private.costs_session(bookings)
);

-- A booking's state for display: a past session counts as held, even before the job has marked it.
create function private.state_of(booking private.bookings) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when booking.state = 'booked' and booking.ends_at <= now() then 'held' else booking.state
  end;
end;
$$;

-- The last day, in Indian time, on which a session that we returned can be rebooked; null if we did not return it.
create function private.extended_until(booking private.bookings) returns date
language sql stable set search_path = '' as $$
  select private.india_day(coalesce(booking.given_back_at, booking.ended_at))
    + private.period_days('given back')
  where booking.reason in ('mentor', 'too_few', 'us') or booking.given_back_at is not null;
$$;

-- Mentors' feedback. Each correction is stored as a new version (§15.19).
create table private.feedback (
  booking_id uuid not null references private.bookings (id) on delete cascade,
  version integer not null check (version >= 1),
  mentor_id integer not null references private.mentors (id),
  attended boolean not null,
  content integer check (content between 1 and 5),
  structure integer check (structure between 1 and 5),
  communication integer check (communication between 1 and 5),
  presence integer check (presence between 1 and 5),
  went_well text not null default '' check (char_length(went_well) <= 4000),
  to_work_on text not null default '' check (char_length(to_work_on) <= 4000),
  exercise text not null default '' check (char_length(exercise) <= 4000),
  given_at timestamptz not null default now(),
  -- When the member first opened this feedback.
  read_at timestamptz,
  primary key (booking_id, version),
  -- A member who did not join does not get scores; everyone else gets all four.
  constraint feedback_is_whole check (
    num_nonnulls(content, structure, communication, presence) = case when attended then 4 else 0 end
  )
);

create index feedback_mentor on private.feedback (mentor_id);

-- When a member did the exercise from some feedback, and the member's note for the next mentor (§15.103).
create table private.exercises (
  booking_id uuid primary key references private.bookings (id) on delete cascade,
  done_at timestamptz,
  note text not null default '' check (char_length(note) <= 500)
);

create table private.ratings (
  booking_id uuid primary key references private.bookings (id) on delete cascade,
  score integer not null check (score between 1 and 5),
  word text not null default '' check (char_length(word) <= 500),
  rated_at timestamptz not null default now()
);

create index ratings_rated_at on private.ratings (rated_at);

-- Figures from before the site existed. They are included in the pages' figures and count towards the number of free
-- interviews (§15.41).
create table private.base_figures (
  figure text primary key check (
    figure in ('students', 'bookings', 'free_interviews', 'sessions', 'ratings', 'rating_sum')
  ),
  value integer not null check (value between 0 and 100000)
);

-- Members who want to be told when a time opens, and the weekdays that suit them.
create table private.waiting_times (
  member_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('interview', 'gd')),
  days integer not null check (days between 1 and 127),
  asked_at timestamptz not null default now(),
  told_at timestamptz,
  -- The weekday, as a bit, of the free time that the member's last email announced.
  told_day integer,
  -- The mentors' school, if the member wants only one school.
  school text check (char_length(school) <= 120),
  primary key (member_id, kind)
);

-- Indexed by the time up to which the member knows of free times.
create index waiting_times_days on private.waiting_times (kind, days, greatest(asked_at, told_at));
create index waiting_times_asked_at on private.waiting_times (asked_at);

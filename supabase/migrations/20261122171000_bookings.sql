-- Bookings (§15.3): a member, a slot, and the one thing that pays for it. What a pack has left is computed
-- from them (§15.5), so there is no counter that could be wrong.

-- What a pack holds, as in src/domain/packs/packs.ts.
create function private.pack_contents(pack text, out sessions integer, out persons integer)
language sql
immutable
set search_path = ''
as $$
  select contents.sessions, contents.persons
  from (values ('single', 1, 1), ('most-purchased', 2, 1), ('super-value', 5, 2))
    as contents (pack, sessions, persons)
  where contents.pack = pack_contents.pack;
$$;

-- The second person of a pack for two (§15.24 to §15.28).
create table private.second_persons (
  order_id uuid primary key references public.orders (id) on delete cascade,
  -- Null once the person was erased.
  address text check (address = lower(address)),
  member_id uuid references auth.users (id) on delete set null,
  namings integer not null default 1 check (namings between 1 and 3),
  named_at timestamptz not null default now(),
  -- When the person accepted the terms.
  accepted_at timestamptz
);

comment on table private.second_persons is 'Whom the buyer of a pack for two named, and who accepted.';

create index second_persons_address on private.second_persons (address);
create index second_persons_member on private.second_persons (member_id);

alter table private.second_persons enable row level security;

-- Free mock interviews that were given out (§15.31). The hashes are keyed outside the database, and stay
-- when the person is erased, so that nobody gets a second one.
create table private.free_grants (
  id uuid primary key default gen_random_uuid(),
  member_id uuid references auth.users (id) on delete set null,
  address_hash text not null unique check (address_hash ~ '^[0-9a-f]{64}$'),
  phone_hash text not null unique check (phone_hash ~ '^[0-9a-f]{64}$'),
  granted_at timestamptz not null default now(),
  -- When it goes to the next person, unless it is booked: at the end of the 60th day in India.
  lapses_at timestamptz not null
    default private.end_of_india_day(private.india_day(now()) + 60) - interval '1 second',
  lapsed_at timestamptz
);

comment on table private.free_grants is 'One row for each of the first 1000 free mock interviews.';

create index free_grants_member on private.free_grants (member_id);
create index free_grants_counting on private.free_grants (lapses_at) where lapsed_at is null;

alter table private.free_grants enable row level security;

-- Sessions of a pack that were held before they could be booked here (§15.41).
create table private.past_sessions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('interview', 'gd')),
  held_on date not null,
  recorded_at timestamptz not null default now()
);

create index past_sessions_order on private.past_sessions (order_id);

alter table private.past_sessions enable row level security;

-- States: booked → cancelled (in time, the session came back), late (too late, the session is used),
-- called_off (by us, the session came back) or held. A late one is called off too when its group
-- discussion is.
create table private.bookings (
  id uuid primary key default gen_random_uuid(),
  -- Null once the account is gone.
  member_id uuid references auth.users (id) on delete set null,
  slot_id uuid not null,
  order_id uuid references public.orders (id),
  grant_id uuid references private.free_grants (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The institute aimed at, for the mentor.
  institute text not null default '' check (char_length(institute) <= 120),
  state text not null default 'booked'
    check (state in ('booked', 'cancelled', 'late', 'called_off', 'held')),
  -- Why we called it off, or that a refund of its pack was asked for.
  reason text check (
    reason in ('mentor', 'too_few', 'us', 'refunded', 'refund_asked', 'account_closed')
  ),
  -- Rises with every move and with the end, for calendars.
  sequence integer not null default 0,
  booked_at timestamptz not null default now(),
  ended_at timestamptz,
  -- When a person gave a used session back.
  given_back_at timestamptz,
  -- When the member reported that the mentor did not come.
  no_mentor_at timestamptz,

  constraint booking_slot foreign key (slot_id, starts_at, ends_at)
    references private.slots (id, starts_at, ends_at) on update cascade,
  constraint booking_has_one_source check (num_nonnulls(order_id, grant_id) = 1),
  -- A late one has a reason where it was not its member who ended it.
  constraint booking_was_called_off_for_a_reason check (
    (state = 'called_off') = (reason is not null) or (state, reason) = ('late', 'refund_asked')
  ),
  constraint booking_has_an_end check ((state = 'booked') = (ended_at is null)),
  -- A hash as a range of one lets a plain GiST index compare members.
  constraint member_is_in_one_place exclude using gist (
    int8range(hashtextextended(member_id::text, 0), hashtextextended(member_id::text, 0), '[]')
      with &&,
    tstzrange(starts_at, ends_at) with &&
  ) where (state = 'booked' and member_id is not null)
);

comment on table private.bookings is 'A member in a slot, paid by an order or by a free grant.';

create unique index bookings_once on private.bookings (slot_id, member_id) where state = 'booked';
create unique index bookings_grant on private.bookings (grant_id)
  where state in ('booked', 'late', 'held') and given_back_at is null;
create index bookings_slot on private.bookings (slot_id, starts_at, ends_at);
create index bookings_order on private.bookings (order_id);
create index bookings_by_grant on private.bookings (grant_id);
create index bookings_member on private.bookings (member_id, starts_at);
create index bookings_coming on private.bookings (starts_at) where state = 'booked';

alter table private.bookings enable row level security;

alter table private.refund_requests
  add foreign key (booking_id) references private.bookings (id);

-- Whether a booking costs its pack or grant a session.
create function private.costs_session(booking private.bookings)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select booking.state in ('booked', 'late', 'held') and booking.given_back_at is null;
$$;

-- What a pack has left, and until which day in India a session may start (§15.5 to §15.7). `remaining` is
-- below zero when more was given back as money than is left. The payment that pays it, and what went back of
-- it, as in refund_money. A pack that was never paid has no payment and no day.
create type private.pack_balance as (
  order_id uuid, persons integer, sold integer, used integer, booked integer, given_back integer,
  remaining integer, valid_until date,
  payment_id text, paid_at timestamptz, price integer, returned integer, left_over integer
);

-- What packs have left. Sessions that went back as money are those of requests, and for what was returned
-- by hand as many as it is shares of the price, rounded up (§17.12). The plan is kept, because planning
-- takes longer than the answer.
create function private.pack_balances(p_order_ids uuid[])
returns setof private.pack_balance
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  return query select
    orders.id,
    contents.persons,
    contents.sessions,
    counted.used + past.sessions,
    counted.booked,
    refunded.sessions,
    contents.sessions - counted.used - counted.booked - refunded.sessions - past.sessions,
    greatest(
      (private.india_day(paying.paid_at) + interval '12 months')::date,
      counted.extended_until
    ),
    paying.payment_id, paying.paid_at, money.price, money.returned, money.left_over
  from public.orders as orders
  cross join private.pack_contents(orders.pack) as contents
  left join private.settlements as paying on paying.order_id = orders.id
  left join private.refund_money as money on money.payment_id = paying.payment_id
  cross join lateral (
    select count(*)::integer as sessions from private.past_sessions where order_id = orders.id
  ) as past
  cross join lateral (
    select
      count(*) filter (
        where private.costs_session(bookings) and bookings.state <> 'booked'
          or bookings.state = 'booked' and bookings.ends_at <= now()
      )::integer as used,
      count(*) filter (
        where bookings.state = 'booked' and bookings.ends_at > now()
      )::integer as booked,
      max(private.india_day(coalesce(bookings.given_back_at, bookings.ended_at)) + 30) filter (
        where bookings.reason in ('mentor', 'too_few', 'us') or bookings.given_back_at is not null
      ) as extended_until
    from private.bookings as bookings
    where bookings.order_id = orders.id
  ) as counted
  cross join lateral (
    select case
      when money.is_whole then contents.sessions
      when paying.payment_id is not null then money.unused
        + ceil(money.by_hand::numeric * contents.sessions / greatest(money.price, 1))::integer
      else 0
    end as sessions
  ) as refunded
  where orders.id = any (p_order_ids);
end;
$$;

-- What one pack has left.
create function private.pack_balance(p_order_id uuid)
returns private.pack_balance
language sql
stable
set search_path = ''
as $$
  select * from private.pack_balances(array[p_order_id]);
$$;

-- Until when a free interview can be booked: 60 days, or 30 days after we called one off or gave it back,
-- to the end of the day in India.
create function private.free_until(p_grant_id uuid)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select greatest(
    grants.lapses_at,
    (
      select private.end_of_india_day(
        private.india_day(max(coalesce(bookings.given_back_at, bookings.ended_at))) + 30
      ) - interval '1 second'
      from private.bookings as bookings
      where bookings.grant_id = grants.id
        and (bookings.reason in ('mentor', 'too_few', 'us') or bookings.given_back_at is not null)
    )
  )
  from private.free_grants as grants
  where grants.id = p_grant_id;
$$;

-- Refuses where a pack books nothing because of a refund or a dispute (§17.5, §17.14).
create function private.require_no_refund(p_order uuid)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if (private.pack_refund(p_order)).id is not null then
    perform private.refuse('refund_open');
  end if;
  if private.is_disputed(p_order) then
    perform private.refuse('disputed');
  end if;
end;
$$;

-- Refuses unless this member may use this pack or grant for a slot of this kind and start. A booking that
-- moves has paid already. A pack with a refund under way, or in a dispute, books nothing.
create function private.require_source(
  order_id uuid, grant_id uuid, member_id uuid, kind text, starts_at timestamptz, is_move boolean
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  source public.orders;
  free private.free_grants;
  balance record;
begin
  if require_source.order_id is not null then
    select * into source from public.orders where id = require_source.order_id;
    if source.user_id is null or (
      source.user_id is distinct from require_source.member_id
      and not exists (
        select from private.second_persons as second
        where second.order_id = source.id and second.member_id = require_source.member_id
      )
    ) then
      perform private.refuse('not_your_pack');
    end if;
    if source.status not in ('paid', 'partially_refunded') then
      perform private.refuse(
        case when source.status = 'refunded' then 'pack_refunded' else 'pack_not_paid' end
      );
    end if;
    if not is_move then
      perform private.require_no_refund(source.id);
    end if;
    balance := private.pack_balance(source.id);
    if balance.valid_until is null
      or require_source.starts_at >= private.end_of_india_day(balance.valid_until)
    then
      perform private.refuse('pack_expired', balance.valid_until::text);
    end if;
    if balance.remaining < (case when is_move then 0 else 1 end) then
      perform private.refuse('nothing_left');
    end if;
  else
    select * into free from private.free_grants where id = require_source.grant_id;
    if free.member_id is distinct from require_source.member_id then
      perform private.refuse('no_free_interview');
    end if;
    if require_source.kind <> 'interview' then
      perform private.refuse('free_is_an_interview');
    end if;
    if not is_move then
      if free.lapsed_at is not null or private.free_until(free.id) <= now() then
        perform private.refuse('free_interview_lapsed');
      end if;
      if exists (
        select from private.bookings as bookings
        where bookings.grant_id = free.id and private.costs_session(bookings)
      ) then
        perform private.refuse('nothing_left');
      end if;
    end if;
  end if;
end;
$$;

-- Locks what a booking touches, always in this order: order, member, slots by id (§15.8). The order's
-- lock lets others refer to the order, because calling a slot off does so while it holds the slot.
create function private.lock_booking(
  order_id uuid, grant_id uuid, member_id uuid, slot_ids uuid[]
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.orders where id = lock_booking.order_id for no key update;
  perform from private.free_grants where id = lock_booking.grant_id for no key update;
  perform pg_advisory_xact_lock(hashtextextended('member/' || lock_booking.member_id, 0));
  perform from private.slots where id = any (slot_ids) order by id for no key update;
end;
$$;

-- The rules of a booking, whoever writes it (§15.9).
create function private.guard_booking()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  slot private.slots;
begin
  if tg_op = 'DELETE' then
    if old.state = 'booked' then
      perform private.refuse('booking_is_active', 'cancel it first');
    end if;
    return old;
  end if;

  if tg_op = 'UPDATE' then
    if (new.id, new.order_id, new.grant_id, new.booked_at)
      is distinct from (old.id, old.order_id, old.grant_id, old.booked_at)
      or (new.member_id is not null and new.member_id is distinct from old.member_id)
    then
      perform private.refuse('booking_is_fixed', 'its member and its source never change');
    end if;
    if new.state <> old.state then
      if not (
        old.state = 'booked' or (old.state = 'late' and new.state = 'called_off')
      ) then
        perform private.refuse('booking_has_ended', format('booking %s is %s', old.id, old.state));
      end if;
      new.ended_at := now();
      new.sequence := old.sequence + 1;
    end if;
    if new.given_back_at is distinct from old.given_back_at
      and (old.given_back_at is not null or new.state not in ('late', 'held'))
    then
      perform private.refuse('session_is_not_used', format('booking %s is %s', new.id, new.state));
    end if;
    if new.slot_id = old.slot_id then
      return new;
    end if;
    if (old.state, new.state) <> ('booked', 'booked') or old.starts_at <= now() then
      perform private.refuse('booking_has_ended');
    end if;
    new.sequence := old.sequence + 1;
  elsif new.state <> 'booked' or new.member_id is null then
    perform private.refuse('booking_has_ended', 'a new booking is booked');
  end if;

  perform private.lock_booking(new.order_id, new.grant_id, new.member_id, array[new.slot_id]);
  select * into slot from private.slots where id = new.slot_id;
  if slot.id is null or slot.state <> 'open' or slot.starts_at <= now() then
    perform private.refuse('slot_closed');
  end if;
  if exists (
    select from private.bookings as bookings
    where bookings.slot_id = slot.id
      and bookings.member_id = new.member_id
      and bookings.state = 'booked'
      and bookings.id <> new.id
  ) then
    perform private.refuse('already_booked');
  end if;
  if slot.taken >= slot.seats then
    perform private.refuse('slot_full');
  end if;
  if exists (
    select from private.bookings as bookings
    where bookings.member_id = new.member_id
      and bookings.state = 'booked'
      and bookings.id <> new.id
      and bookings.starts_at < slot.ends_at
      and bookings.ends_at > slot.starts_at
  ) then
    perform private.refuse('overlaps');
  end if;
  perform private.require_source(
    new.order_id, new.grant_id, new.member_id, slot.kind, slot.starts_at, tg_op = 'UPDATE'
  );
  new.starts_at := slot.starts_at;
  new.ends_at := slot.ends_at;
  new.institute := coalesce(private.clean_text(new.institute, 120), '');
  return new;
end;
$$;

create trigger bookings_guard before insert or update or delete on private.bookings
  for each row execute function private.guard_booking();

-- Slots that can be booked now, between two moments at most 62 days apart (§15.4): how many seats are
-- taken and never by whom. A booking until `free_until` can be cancelled without losing the session.
create function public.open_slots(p_kind text, p_from timestamptz, p_to timestamptz)
returns table (
  id uuid, kind text, starts_at timestamptz, minutes integer, mentor text, institute text,
  seats integer, taken integer, minimum integer, closes_at timestamptz, free_until timestamptz,
  mine boolean
)
language sql
stable
security definer
set search_path = ''
as $$
  select
    slots.id, slots.kind, slots.starts_at, slots.minutes, mentors.name, mentors.institute,
    slots.seats, slots.taken, slots.minimum,
    slots.starts_at - private.closes_before(slots.kind),
    slots.starts_at - interval '24 hours',
    exists (
      select from private.bookings as bookings
      where bookings.slot_id = slots.id
        and bookings.member_id = (select auth.uid())
        and bookings.state = 'booked'
    )
  from private.slots as slots
  join private.mentors as mentors on mentors.id = slots.mentor_id
  where slots.state = 'open'
    and slots.kind = p_kind
    and slots.starts_at >= greatest(p_from, now() + private.closes_before(p_kind))
    and slots.starts_at < least(p_to, p_from + interval '62 days')
    and slots.taken < slots.seats
  order by slots.starts_at, slots.id
  limit 500;
$$;

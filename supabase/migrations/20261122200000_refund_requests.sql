-- Refunds (§17): the rules of a request, and what each kind gives.

-- The rules of a request, whoever writes it (§17.4): what was asked is fixed, and its state moves one way.
create function private.guard_refund_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changeable constant text[] := array[
    'member_id', 'institute', 'letters', 'amount', 'state', 'needs', 'answer', 'reason', 'decided_at',
    'ended_at', 'attempt', 'refund_id', 'failed_refunds', 'transfer_reference', 'problem',
    'held_at', 'released_at', 'sent_at', 'leased_until'
  ];
begin
  if tg_op = 'INSERT' then
    if new.state <> (case new.kind when 'discount' then 'approved' else 'asked' end) then
      perform private.refuse('refund_is_fixed', 'a new request is asked, a discount approved');
    end if;
    return new;
  end if;
  if to_jsonb(new) - changeable <> to_jsonb(old) - changeable
    or (new.member_id is not null and new.member_id is distinct from old.member_id)
    -- The rest of the price is known when the 100 % refund is approved.
    or (new.amount <> old.amount
      and not (new.kind = 'offer' and private.is_undecided(old) and new.state = 'approved'))
    or (old.decided_at is not null and new.decided_at is distinct from old.decided_at)
    or (old.ended_at is not null and (new.ended_at, new.refund_id, new.transfer_reference)
      is distinct from (old.ended_at, old.refund_id, old.transfer_reference))
  then
    perform private.refuse('refund_is_fixed', 'what was asked and decided never changes');
  end if;
  if new.attempt <> old.attempt
    and (new.attempt, new.state) is distinct from (old.attempt + 1, 'failed')
  then
    perform private.refuse('refund_is_fixed', 'an attempt follows one that failed');
  end if;
  if new.state = old.state then
    return new;
  end if;
  if not (case old.state
    when 'asked' then new.state in ('approved', 'declined', 'taken_back')
      or new.state = 'more_needed' and old.needs is null
    when 'more_needed' then new.state in ('asked', 'approved', 'declined', 'taken_back')
    when 'approved' then new.state in ('paying', 'by_transfer')
    when 'paying' then new.state in ('paid', 'failed', 'by_transfer')
    when 'failed' then new.state in ('paying', 'by_transfer')
    -- The provider may pay it after all, and the owner may find that it was paid otherwise.
    when 'by_transfer' then new.state in ('paying', 'paid', 'declined')
    else false
  end
    -- One that is held may turn out to be paid otherwise.
    or new.state = 'declined' and private.is_open(old) and old.held_at is not null
      and old.refund_id is null
  ) then
    perform private.refuse('already_decided', format('request %s is %s', old.number, old.state));
  end if;
  if new.state in ('approved', 'declined') then
    new.decided_at := coalesce(old.decided_at, now());
  end if;
  if new.state in ('declined', 'taken_back', 'paid') then
    new.ended_at := now();
  end if;
  return new;
end;
$$;

create trigger refund_requests_guard before insert or update on private.refund_requests
  for each row execute function private.guard_refund_request();

-- A decision may change which payment pays the order. The caller has locked the order.
create function private.settle_decided_refund()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  decided public.orders;
begin
  select * into decided from public.orders where id = new.order_id;
  perform private.settle_order(decided);
  return null;
end;
$$;

create trigger refund_requests_settle after update of state on private.refund_requests
  for each row when (new.state in ('approved', 'declined'))
  execute function private.settle_decided_refund();

-- The share of this many of the sessions of a pack in its price, rounded down to a paisa.
create function private.refund_share(price integer, sold integer, sessions integer)
returns integer
language sql
immutable
set search_path = ''
as $$
  select (price::bigint * sessions / sold)::integer;
$$;

-- The last day in India on which something may be asked: the 21st after (§17.8).
create function private.three_weeks_after(moment timestamptz)
returns date
language sql
immutable
set search_path = ''
as $$
  select private.india_day(moment) + 21;
$$;

-- Whether a session took place as far as we know: nobody said that its mentor or its member did not come.
create function private.took_place(booking private.bookings)
returns boolean
language sql
stable
set search_path = ''
as $$
  select (booking.state = 'held' or booking.state = 'booked' and booking.ends_at <= now())
    and booking.no_mentor_at is null
    and booking.given_back_at is null
    and coalesce(
      (
        select feedback.attended from private.feedback as feedback
        where feedback.booking_id = booking.id
        order by feedback.version desc
        limit 1
      ),
      true
    );
$$;

-- The days in India of the sessions of packs that took place.
create view private.session_days with (security_invoker = true) as
select bookings.order_id, private.india_day(bookings.starts_at) as day
from private.bookings as bookings
where private.took_place(bookings)
union all
select order_id, held_on from private.past_sessions;

-- What the ordinary and the 100 % refund of a pack give now (§17.1, §17.2). An ordinary one calls `cancels`
-- bookings off, whose sessions come back, and `uses` others, which are too near to come back. A refusal is
-- a code of src/domain/refunds/refund-messages.ts.
create type private.refund_terms as (
  order_id uuid, payment_id text, paid_at timestamptz, price integer, sold integer,
  remaining integer, returned integer, left_over integer,
  unused integer, cancels integer, uses integer, until date,
  ordinary_gives integer, ordinary_refusal text,
  offer_gives integer, offer_refusal text
);

-- The terms of those of these packs that were paid. The plan is kept, as that of pack_balances.
create function private.refund_terms(p_order_ids uuid[])
returns setof private.refund_terms
language plpgsql
stable
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
begin
  return query select
    balance.order_id, balance.payment_id, balance.paid_at, balance.price, balance.sold,
    balance.remaining, balance.returned, balance.left_over,
    unused.sessions, coming.cancels, coming.uses, ordinary.until,
    ordinary.gives,
    case
      when standing.id is not null then 'refund_open'
      when balance.left_over <= 0 then 'pack_refunded'
      when now() >= private.end_of_india_day(ordinary.until) then 'too_late'
      when ordinary.gives = 0 then 'nothing_left'
    end,
    greatest(balance.left_over, 0),
    case
      when exists (
        select from private.refund_requests as requests
        where requests.order_id = balance.order_id and requests.kind = 'offer'
          and private.is_open(requests)
      ) then 'refund_open'
      when balance.left_over <= 0 then 'pack_refunded'
      when not exists (
        select from private.session_days as days where days.order_id = balance.order_id
      ) then 'no_session_held'
    end
  from private.pack_balances(p_order_ids) as balance
  cross join lateral private.pack_refund(balance.order_id) as standing
  cross join lateral (
    select
      count(*) filter (where starts_at - interval '24 hours' >= now())::integer as cancels,
      count(*) filter (where starts_at - interval '24 hours' < now())::integer as uses
    from private.bookings as bookings
    where bookings.order_id = balance.order_id
      and bookings.state = 'booked' and bookings.starts_at > now()
  ) as coming
  cross join lateral (
    select greatest(balance.remaining + coming.cancels, 0) as sessions
  ) as unused
  cross join lateral (
    select
      private.three_weeks_after(balance.paid_at) as until,
      greatest(
        least(
          private.refund_share(balance.price, balance.sold, least(unused.sessions, balance.sold)),
          balance.left_over
        ),
        0
      ) as gives
  ) as ordinary
  where balance.payment_id is not null;
end;
$$;

-- What the refund of one session of a pack with these terms gives now: one that took place and went wrong,
-- or one that came back to the pack because we called it off or gave it back (§17.6). Nulls for any other.
create function private.session_refund_terms(
  booking private.bookings, terms private.refund_terms,
  out gives integer, out unused integer, out until date, out refusal text
)
language plpgsql
stable
set search_path = ''
as $$
declare
  came_back constant boolean :=
    coalesce(booking.reason in ('mentor', 'too_few', 'us'), false) or booking.given_back_at is not null;
begin
  if not (
    came_back or booking.state = 'held' or booking.state = 'booked' and booking.ends_at <= now()
  ) or booking.order_id is null then
    return;
  end if;
  until := private.three_weeks_after(booking.starts_at);
  unused := case when came_back then 1 else 0 end;
  gives := greatest(least(private.refund_share(terms.price, terms.sold, 1), terms.left_over), 0);
  refusal := case
    when exists (
      select from private.refund_requests as requests
      where requests.booking_id = booking.id
        and requests.state not in ('declined', 'taken_back')
    ) then 'already_returned'
    when gives = 0 then 'pack_refunded'
    when terms.offer_refusal = 'refund_open' then 'refund_open'
    when came_back and terms.remaining < 1 then 'nothing_left'
    when now() >= private.end_of_india_day(until) then 'too_late'
  end;
end;
$$;

-- The letter of an offer is a private file too.
alter table private.files
  drop constraint files_purpose_check,
  drop constraint file_belongs_to_one,
  drop constraint file_has_a_fitting_purpose,
  add column refund_request_id uuid references private.refund_requests (id),
  add constraint files_purpose_check check (
    purpose in ('cv', 'form', 'essay', 'offer', 'letter')
  ),
  add constraint file_belongs_to_one check (
    num_nonnulls(booking_id, rate_match_id, refund_request_id) = 1
  ),
  add constraint file_has_a_fitting_purpose check (
    (purpose = 'offer') = (rate_match_id is not null)
    and (purpose = 'letter') = (refund_request_id is not null)
  );

create index files_refund_request on private.files (refund_request_id);

-- Keeps a session to three files of its own member, a rate match to one and a refund to three, whoever
-- writes.
create or replace function private.guard_file()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.refund_request_id is not null then
    perform from private.refund_requests
    where id = new.refund_request_id and member_id = new.owner_id and kind = 'offer'
    for no key update;
    if not found then
      perform private.refuse('no_such_request');
    end if;
    if (
      select count(*) from private.files
      where refund_request_id = new.refund_request_id and id <> new.id
    ) >= 3 then
      perform private.refuse('too_many_files');
    end if;
    return new;
  end if;
  if new.rate_match_id is not null then
    perform from private.rate_matches
    where id = new.rate_match_id and member_id = new.owner_id
    for no key update;
    if not found then
      perform private.refuse('no_such_match');
    end if;
    return new;
  end if;
  perform from private.bookings
  where id = new.booking_id and member_id = new.owner_id
  for no key update;
  if not found then
    perform private.refuse('no_such_booking');
  end if;
  if (select count(*) from private.files where booking_id = new.booking_id and id <> new.id) >= 3
  then
    perform private.refuse('too_many_files');
  end if;
  return new;
end;
$$;

-- A session that was refunded, or may be, is not given back besides (§17.6).
create function private.guard_refunded_session()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (
    select from private.refund_requests as requests
    where requests.booking_id = new.id and requests.state not in ('declined', 'taken_back')
  ) then
    perform private.refuse('already_returned', format('booking %s', new.id));
  end if;
  return new;
end;
$$;

create trigger bookings_guard_refunded before update of given_back_at on private.bookings
  for each row when (new.given_back_at is not null and old.given_back_at is null)
  execute function private.guard_refunded_session();

-- Refunds (§17): requests by members and operators, money returned by hand, the payment that counts for an order, and
-- what is left of it. Amounts are in paise.

create sequence private.refund_numbers start 10001;

-- Requests to return money to a buyer. The states are: asked → more_needed → asked (once) → approved, declined or
-- taken_back; approved → paying → paid, failed (the next attempt follows) or by_transfer → paid. A discount, or money
-- received by mistake, starts as approved. An operator can undo an approval before the payment starts: approved →
-- asked, or declined if no member made the request.
create table private.refund_requests (
  id uuid primary key default gen_random_uuid(),
  -- The number that people quote. The provider's refund contains it in its notes.
  number text not null unique default 'R-' || nextval('private.refund_numbers'),
  kind text not null check (kind in ('ordinary', 'session', 'offer', 'discount', 'mistake')),
  order_id uuid not null references public.orders (id),
  payment_id text not null references public.payments (id),
  -- The member who made the request; null once the account is gone.
  member_id uuid references auth.users (id) on delete set null,
  -- The session that went wrong.
  booking_id uuid references private.bookings (id),
  amount integer not null check (amount > 0),
  -- How many sessions the request refunds, and how many of them were unused. The pack loses the unused sessions.
  sessions integer not null check (sessions >= 0),
  unused integer not null check (unused between 0 and sessions),
  institute text check (char_length(institute) between 1 and 120),
  offered_on date,
  interviewed_on date,
  -- Hashes of the letters. They outlive the files, so that operators can see identical letters.
  letters text[] not null default '{}',

  state text not null default 'asked' check (
    state in ('asked', 'more_needed', 'approved', 'declined', 'taken_back', 'paying', 'paid', 'failed', 'by_transfer')
  ),
  -- Our question, and the member's answer.
  needs text check (char_length(needs) between 1 and 4000),
  answer text check (char_length(answer) between 1 and 4000),
  -- Why the request was declined, or what the discount is for.
  reason text check (char_length(reason) between 1 and 2000),
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  ended_at timestamptz,

  -- Goes up when the provider reports that an attempt failed.
  attempt integer not null default 1 check (attempt >= 1),
  -- The provider's refund that pays the request, and earlier refunds that failed.
  refund_id text unique,
  failed_refunds text[] not null default '{}',
  -- The bank's reference for a transfer.
  transfer_reference text check (private.is_reference(transfer_reference)),
  -- Why the request is not paid yet, for operators. A held request stays on hold until pay_refund releases it.
  problem text check (char_length(problem) <= 500),
  held_at timestamptz,
  released_at timestamptz,
  -- When we asked the provider to make this refund attempt. From then on, the provider's sum may include it.
  sent_at timestamptz,
  leased_until timestamptz not null default '-infinity',
  -- What went wrong with the session, in the member's words.
  went_wrong text check (char_length(went_wrong) between 1 and 500),

  constraint refund_is_for_a_session check ((kind = 'session') = (booking_id is not null)),
  constraint refund_is_paid_somehow check (state <> 'paid' or num_nonnulls(refund_id, transfer_reference) = 1),
  constraint refund_has_an_end check ((state in ('declined', 'taken_back', 'paid')) = (ended_at is not null)),
  constraint refund_was_decided check ((state in ('asked', 'more_needed', 'taken_back')) = (decided_at is null))
);

create index refund_requests_order on private.refund_requests (order_id);
create index refund_requests_payment on private.refund_requests (payment_id);
create index refund_requests_member on private.refund_requests (member_id);
create index refund_requests_open on private.refund_requests (state)
  where state not in ('declined', 'taken_back', 'paid');
create index refund_requests_due on private.refund_requests (coalesce(decided_at, asked_at), number)
  where state not in ('declined', 'taken_back', 'paid');
create index refund_requests_paid on private.refund_requests (ended_at) include (amount, payment_id)
  where state = 'paid';
create index refund_requests_letters on private.refund_requests using gin (letters);
create unique index refund_requests_booking on private.refund_requests (booking_id)
  where state not in ('declined', 'taken_back');
create unique index refund_requests_one on private.refund_requests (order_id, kind)
  where kind in ('ordinary', 'offer') and state not in ('declined', 'taken_back', 'paid');

-- Whether an operator makes this refund without a request from the member.
create function private.is_unasked(request private.refund_requests) returns boolean
language sql immutable set search_path = '' return request.kind in ('discount', 'mistake');

create function private.is_undecided(request private.refund_requests) returns boolean
language sql immutable set search_path = '' return request.state in ('asked', 'more_needed');

-- Whether a request can still lead to a refund.
create function private.is_open(request private.refund_requests) returns boolean
language sql immutable set search_path = '' return request.state not in ('declined', 'taken_back', 'paid');

-- The payment that pays for each order, the resulting status, and when the payment was made (§8.15). Preferred is a
-- payment that a request refunds (§17.27), then the earliest that has not been fully refunded, then the earliest. A
-- payment returned as a mistake comes last. An order without a captured payment of the right amount has no row.
create view private.settlements with (security_invoker = true) as
select orders.id as order_id, paying.*
from public.orders as orders
cross join lateral (
  select
    payments.id as payment_id,
    case
      when payments.amount_refunded >= payments.amount then 'refunded'
      when payments.amount_refunded > 0 then 'partially_refunded'
      else 'paid'
    end as order_status,
    coalesce(payments.provider_created_at, payments.created_at) as paid_at
  from public.payments as payments
  where payments.order_id = orders.id and payments.status in ('captured', 'refunded')
    and payments.review is distinct from 'amount_mismatch'
  order by
    (
      select coalesce(min(case requests.kind when 'mistake' then 2 else 0 end), 1)
      from private.refund_requests as requests
      where requests.payment_id = payments.id and requests.kind <> 'discount'
        and requests.state in ('approved', 'paying', 'failed', 'by_transfer', 'paid')
    ),
    payments.amount_refunded >= payments.amount, payments.provider_created_at, payments.id
  limit 1
) as paying;

-- Money returned by hand: refunds that the provider has processed and that did not come from a request, each listed
-- once (§17.12).
create table private.refunds_by_hand (
  id text primary key,
  payment_id text not null references public.payments (id),
  amount integer not null check (amount >= 0),
  -- The number in the refund's notes. It may belong to a request that this refund does not pay, such as one that has
  -- already been paid.
  number text,
  made_at timestamptz not null
);

create index refunds_by_hand_payment on private.refunds_by_hand (payment_id);
create index refunds_by_hand_made_at on private.refunds_by_hand (made_at);

-- Whether one of an order's payments is currently disputed.
create function private.is_disputed(order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.disputes as disputes
    where disputes.ended_at is null
      -- The dispute may have been reported before its payment had a row.
      and (
        disputes.order_id = is_disputed.order_id
        or disputes.payment_id in (select id from public.payments where payments.order_id = is_disputed.order_id)
      )
  );
end;
$$;

-- The amounts of a payment: the price after discounts; the amount returned; the part returned by hand or by a lost
-- dispute; what is left after requests and refunds by hand; the unused sessions that requests use up; and whether the
-- whole price was refunded. The provider's sum may include an attempt in progress, or lag behind; a refund that we know
-- by its id counts, whatever the sum is.
create view private.refund_money with (security_invoker = true) as
select
  payments.id as payment_id,
  payments.amount - asked.discount as price,
  greatest(payments.amount_refunded, asked.at_provider + known.amount)
    + asked.transferred + lost.amount as returned,
  hand.amount as by_hand,
  payments.amount - asked.open - asked.paid - hand.amount as left_over,
  asked.unused, asked.is_whole
from public.payments as payments
cross join lateral (
  select
    coalesce(sum(amount) filter (where kind = 'discount'), 0)::integer as discount,
    coalesce(sum(amount) filter (where private.is_open(requests)), 0)::integer as open,
    coalesce(sum(amount) filter (where state = 'paid'), 0)::integer as paid,
    coalesce(sum(amount) filter (where state = 'paid' and transfer_reference is not null), 0)::integer as transferred,
    coalesce(sum(amount) filter (where state = 'paid' and transfer_reference is null), 0)::integer as at_provider,
    coalesce(sum(amount) filter (where state = 'paying' and sent_at is not null), 0)::integer as on_the_way,
    coalesce(sum(requests.unused), 0)::integer as unused,
    coalesce(bool_or(kind = 'offer' and state = 'paid'), false) as is_whole
  from private.refund_requests as requests
  where requests.payment_id = payments.id and requests.state not in ('declined', 'taken_back')
) as asked
cross join lateral (
  select coalesce(sum(disputes.amount), 0)::integer as amount
  from private.disputes as disputes
  where disputes.payment_id = payments.id and disputes.status = 'lost'
) as lost
cross join lateral (
  select coalesce(sum(refunds.amount), 0)::integer as amount
  from private.refunds_by_hand as refunds
  where refunds.payment_id = payments.id
) as known
cross join lateral (
  select lost.amount + greatest(known.amount, payments.amount_refunded - asked.at_provider - asked.on_the_way) as amount
) as hand;

-- The open request to refund a whole pack. While it is open, no one can book on the pack.
create function private.pack_refund(p_order uuid) returns private.refund_requests
language plpgsql stable set search_path = '' as $$
begin
  return (
    select requests from private.refund_requests as requests
    where requests.order_id = p_order
      and requests.kind in ('ordinary', 'offer') and private.is_open(requests)
    order by requests.asked_at desc
    limit 1
  );
end;
$$;

-- The request to refund a single session, open or paid.
create function private.session_refund(p_booking uuid) returns private.refund_requests
language plpgsql stable set search_path = '' as $$
begin
  return (
    select requests from private.refund_requests as requests
    where requests.booking_id = p_booking and requests.state not in ('declined', 'taken_back')
  );
end;
$$;

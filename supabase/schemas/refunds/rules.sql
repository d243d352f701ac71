-- The rules for refund requests, and how much each kind gives.

-- The rules for a request, whoever writes to it (§17.4): what was asked for is fixed, and its state moves only one way.
create function private.guard_refund_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changeable constant text[] := array[
    'member_id', 'institute', 'went_wrong', 'letters', 'amount', 'state', 'needs', 'answer', 'reason', 'decided_at',
    'ended_at', 'attempt', 'refund_id', 'failed_refunds', 'transfer_reference', 'problem',
    'held_at', 'released_at', 'sent_at', 'leased_until'
  ];
begin
  if tg_op = 'INSERT' then
    perform private.forbid_when(
      'refund_is_fixed', new.state <> (case when private.is_unasked(new) then 'approved' else 'asked' end),
      'a new request is asked, what no one asked for approved'
    );
    return new;
  end if;
  perform private.forbid_when(
    'refund_is_fixed',
    to_jsonb(new) - changeable <> to_jsonb(old) - changeable
      or (new.member_id is not null and new.member_id is distinct from old.member_id)
      or (new.went_wrong is not null and new.went_wrong is distinct from old.went_wrong)
      -- A 100% refund's amount is what is left of the price when the request is approved.
      or (new.amount <> old.amount
        and not (new.kind = 'offer' and private.is_undecided(old) and new.state = 'approved'))
      or (old.decided_at is not null and new.decided_at is distinct from old.decided_at)
      or (old.ended_at is not null and (new.ended_at, new.refund_id, new.transfer_reference)
        is distinct from (old.ended_at, old.refund_id, old.transfer_reference)),
    'what was asked and decided never changes'
  );
  perform private.forbid_when(
    'refund_is_fixed',
    new.attempt <> old.attempt and (new.attempt, new.state) is distinct from (old.attempt + 1, 'failed'),
    'an attempt follows one that failed'
  );
  if new.state = old.state then
    return new;
  end if;
  if not (case old.state
    when 'asked' then new.state in ('approved', 'declined', 'taken_back')
      or new.state = 'more_needed' and old.needs is null
    when 'more_needed' then new.state in ('asked', 'approved', 'declined', 'taken_back')
    when 'approved' then new.state in ('paying', 'by_transfer')
      or new.state = case when private.is_unasked(new) then 'declined' else 'asked' end
    when 'paying' then new.state in ('paid', 'failed', 'by_transfer')
    when 'failed' then new.state in ('paying', 'by_transfer')
    -- The provider may pay the refund after all, or the owner may find that it has been paid in another way.
    when 'by_transfer' then new.state in ('paying', 'paid', 'declined')
    else false
  end
    -- A held request may turn out to have been paid in another way.
    or new.state = 'declined' and private.is_open(old) and old.held_at is not null
      and old.refund_id is null
  ) then
    perform private.refuse('already_decided', format('request %s is %s', old.number, old.state));
  end if;
  if (old.state, new.state) = ('approved', 'asked') then
    new.decided_at := null;
  elsif new.state in ('approved', 'declined') then
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

-- The next date we have promised for a request: first for the decision, then for the money. Null once the request is
-- closed.
create function private.promised_for(request private.refund_requests) returns date
language plpgsql stable set search_path = '' as $$
begin
  return case
    when private.is_open(request) then private.three_weeks_after(coalesce(request.decided_at, request.asked_at))
  end;
end;
$$;

-- Which promise about a request we have missed (§17.15): 'decision' or 'payment'; null if none.
create function private.missed_promise(request private.refund_requests) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when (now() >= private.end_of_india_day(private.promised_for(request))) is not true then null
    when private.is_undecided(request) then 'decision'
    else 'payment'
  end;
end;
$$;

-- The last day on which we promised to pay a request; null until we have approved it.
create function private.pay_by(request private.refund_requests) returns date
language sql stable set search_path = ''
return case when request.state <> 'declined' then private.three_weeks_after(request.decided_at) end;

-- Where a request stands, as shown on its pack's card (§17.62).
create function private.refund_standing(request private.refund_requests) returns jsonb
language sql stable set search_path = '' return jsonb_build_object(
  'number', request.number, 'state', request.state, 'amount', request.amount,
  'asked_at', request.asked_at, 'decided_at', request.decided_at,
  'decide_by', private.three_weeks_after(request.asked_at), 'pay_by', private.pay_by(request),
  'late', private.missed_promise(request)
);

-- The price of `sessions` out of a pack's `sold` sessions, rounded down to whole paise.
create function private.refund_share(price integer, sold integer, sessions integer) returns integer
language sql immutable set search_path = '' return (price::bigint * sessions / sold)::integer;

-- The dates, in Indian time, of the pack sessions that took place: neither the mentor nor the member was reported
-- absent.
create view private.session_days with (security_invoker = true) as
select bookings.order_id, private.india_day(bookings.starts_at) as day
from private.bookings as bookings
where (bookings.state = 'held' or bookings.state = 'booked' and bookings.ends_at <= now())
  and bookings.no_mentor_at is null and bookings.given_back_at is null
  and coalesce(
    (
      select feedback.attended from private.feedback as feedback
      where feedback.booking_id = bookings.id
      order by feedback.version desc
      limit 1
    ),
    true
  )
union all
select order_id, held_on from private.past_sessions;

-- How much a pack's ordinary and 100% refunds would pay now (§17.1, §17.2). The ordinary refund cancels `cancels`
-- bookings and returns their sessions, and uses up the sessions of `uses` bookings that start too soon. A refusal is an
-- error code from src/domain/refusals/refunds.ts.
create type private.refund_terms as (
  order_id uuid, payment_id text, paid_at timestamptz, price integer, sold integer,
  remaining integer, returned integer, left_over integer,
  unused integer, cancels integer, uses integer, until date,
  ordinary_gives integer, ordinary_refusal text,
  offer_gives integer, offer_refusal text
);

-- The refund terms of these packs, if paid. The plan is cached, as in pack_balances.
create function private.refund_terms(p_order_ids uuid[]) returns setof private.refund_terms
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
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
      count(*) filter (where private.free_until(starts_at) >= now())::integer as cancels,
      count(*) filter (where private.free_until(starts_at) < now())::integer as uses
    from private.bookings as bookings
    where bookings.order_id = balance.order_id
      and bookings.state = 'booked' and bookings.starts_at > now()
  ) as coming
  cross join lateral (select greatest(balance.remaining + coming.cancels, 0) as sessions) as unused
  cross join lateral (
    select
      private.three_weeks_after(balance.paid_at) as until,
      greatest(
        least(
          private.refund_share(balance.price, balance.sold, least(unused.sessions, balance.sold)), balance.left_over
        ),
        0
      ) as gives
  ) as ordinary
  where balance.payment_id is not null;
end;
$$;

-- How much the refund of one session gives now, for a pack with these terms: the session took place and went wrong, or
-- we cancelled or returned it (§17.6). Nulls for any other session.
create function private.session_refund_terms(
  booking private.bookings, terms private.refund_terms,
  out gives integer, out unused integer, out until date, out refusal text
)
language plpgsql stable set search_path = '' as $$
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
    when (private.session_refund(booking.id)).id is not null then 'already_returned'
    when gives = 0 then 'pack_refunded'
    when terms.offer_refusal = 'refund_open' then 'refund_open'
    when came_back and terms.remaining < 1 then 'nothing_left'
    when now() >= private.end_of_india_day(until) then 'too_late'
  end;
end;
$$;

-- How much a refund of this session by an operator returns now, in rupees, even after its deadline; null if such a
-- refund is refused.
create function private.session_gives(booking private.bookings) returns numeric
language plpgsql stable set search_path = '' as $$
begin
  return (
    select round(one.gives / 100.0, 2)
    from private.refund_terms(array[booking.order_id]) as terms
    cross join private.session_refund_terms(booking, terms) as one
    where coalesce(one.refusal, 'too_late') = 'too_late'
  );
end;
$$;

-- The member's own session that a request is about; null for a whole pack, and for a session of the second person,
-- about which the buyer learns nothing more.
create function private.refunded_session(request private.refund_requests) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('kind', slots.kind, 'mentor', mentors.name, 'starts_at', bookings.starts_at)
    from private.bookings as bookings
    join private.slots as slots on slots.id = bookings.slot_id
    join private.mentors as mentors on mentors.id = slots.mentor_id
    where bookings.id = request.booking_id and bookings.member_id = request.member_id
  );
end;
$$;

create function private.refund_payload(request private.refund_requests) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(told) from (
    select
      request.order_id, request.number, request.kind, request.state, request.amount, request.sessions,
      request.needs, request.reason, request.transfer_reference,
      request.id as request, request.payment_id as payment,
      (select pack from public.orders where id = request.order_id) as pack,
      (select method from public.payments where id = request.payment_id) as method,
      private.refunded_session(request) as "session",
      -- The sessions to return if the money is not returned. Money returned by hand may have used up these sessions
      -- too; that is the usual reason why a request ends after its approval.
      request.unused,
      (private.pack_balance(request.order_id)).remaining as "left",
      coalesce(request.decided_at < request.ended_at, false) as was_approved,
      private.three_weeks_after(request.asked_at) as decide_by,
      private.three_weeks_after(request.decided_at) as pay_by
  ) as told;
$$;

-- Emails the order's owner, or the payer if the order has no owner.
create function private.tell_of_refund(
  kind text, request private.refund_requests, due_at timestamptz default now()
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.tell_account(
    tell_of_refund.kind,
    orders.user_id,
    private.refund_payload(request),
    request.id::text,
    due_at => tell_of_refund.due_at,
    recipient => case when orders.user_id is null then payments.email end
  )
  from public.orders as orders
  join public.payments as payments on payments.id = request.payment_id
  where orders.id = request.order_id;
end;
$$;

-- Tells a pack's second person that the pack has been refunded (§17.16), if it was valid when the buyer asked, and had
-- sessions left.
create function private.tell_second_of_refund(request private.refund_requests) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.tell_account(
    'shared_pack_refunded', second.member_id, jsonb_build_object('pack', orders.pack), request.id::text
  )
  from private.second_persons as second
  join public.orders as orders on orders.id = second.order_id
  join private.refund_money as money on money.payment_id = request.payment_id
  cross join lateral private.pack_balance(orders.id) as balance
  where orders.id = request.order_id and second.member_id is not null and orders.user_id is not null
    and request.asked_at < private.end_of_india_day(balance.valid_until)
    -- Other requests may have used up what was left before.
    and balance.sold - balance.used > money.unused - request.unused;
end;
$$;

create function private.tell_support_of_refund(
  request private.refund_requests, due_at timestamptz default now()
) returns void
language sql set search_path = '' as $$
  select private.queue_mail(
    'refund_to_decide',
    private.support_recipient(),
    private.refund_payload(request) || jsonb_build_object('answered', request.answer is not null),
    'refund_to_decide ' || request.id || case when request.answer is null then '' else ' again' end,
    1, tell_support_of_refund.due_at
  );
$$;

-- Logs an action on a request, together with its amount.
create function private.log_refund(action text, request private.refund_requests) returns void
language sql set search_path = '' as $$
  select private.log_action(
    action, request.number, request.member_id, jsonb_build_object('rupees', round(request.amount / 100.0, 2))
  );
$$;

create function private.follow_refund_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The delay leaves time to undo a request whose letter could not be stored.
  soon constant timestamptz := now() + case
    when tg_op = 'INSERT' and new.kind = 'offer' then interval '2 minutes' else interval '0' end;
  decided public.orders;
begin
  if tg_op = 'INSERT' then
    if private.is_unasked(new) then
      perform private.tell_of_refund('refund_approved', new);
    else
      perform private.tell_of_refund('refund_asked', new, soon);
      perform private.tell_support_of_refund(new, soon);
    end if;
  elsif new.state <> old.state then
    if new.state = 'asked' and old.state = 'more_needed' then
      perform private.tell_support_of_refund(new);
    elsif new.state = 'more_needed' then
      perform private.tell_of_refund('refund_needs_more', new);
    elsif new.state in ('approved', 'declined', 'taken_back', 'by_transfer', 'paid') then
      perform private.tell_of_refund('refund_' || new.state, new);
    end if;
    if new.state = 'paid' and new.kind in ('ordinary', 'offer') then
      perform private.tell_second_of_refund(new);
    end if;
    -- An operator's step is logged by its function.
    if new.state in ('paid', 'by_transfer') and (select auth.jwt()) ->> 'role' = 'service_role' then
      perform private.log_refund('refund_' || new.state, new);
    end if;
    -- A decision may change which payment pays for the order, so the functions that decide have locked the order. The
    -- paying job has not locked it, but its work on an approved request does not change this.
    if new.state in ('approved', 'declined')
      or old.state = 'approved' and new.state not in ('paying', 'by_transfer')
    then
      select * into decided from public.orders where id = new.order_id;
      perform private.settle_order(decided);
    end if;
  end if;
  return null;
end;
$$;

create trigger refund_requests_follow after insert or update on private.refund_requests
  for each row execute function private.follow_refund_request();

create function private.refund_mail_holds(kind text, payload jsonb) returns boolean
language sql stable set search_path = ''
return kind not in ('refund_asked', 'refund_to_decide', 'refund_needs_more', 'refund_by_transfer') or exists (
  select from private.refund_requests as requests
  where requests.id = (payload ->> 'request')::uuid and case refund_mail_holds.kind
    when 'refund_asked' then requests.state <> 'taken_back'
    when 'refund_to_decide' then private.is_undecided(requests)
    when 'refund_needs_more' then requests.state = 'more_needed'
    else requests.state = 'by_transfer'
  end
);

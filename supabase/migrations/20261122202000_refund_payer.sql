-- Paying refunds (§17.9 to §17.12): what the scheduled function (functions/refunds.ts) and the provider's
-- events say of them. The provider pays once for a key of request and attempt; the database decides once
-- what became of it, and everything else may be repeated.

-- Whether the provider refunds a payment at instant speed alone.
create function private.is_old_payment(payment public.payments)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(payment.provider_created_at, payment.created_at) < now() - interval '6 months';
$$;

-- Takes what the provider says of one of its refunds. The caller has locked the order. A refund that
-- fails leads to the next attempt, and what was decided otherwise stays.
create function private.settle_refund(p_request uuid, p_refund text, p_status text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  request private.refund_requests;
begin
  select * into request from private.refund_requests where id = p_request for update;
  if p_refund = any (request.failed_refunds)
    or request.state not in ('approved', 'paying', 'failed', 'by_transfer')
  then
    return;
  end if;
  if p_status = 'failed' then
    update private.refund_requests
    set failed_refunds = failed_refunds || p_refund
    where id = request.id;
    -- A request that another of the provider's refunds pays goes on.
    update private.refund_requests
    set state = 'failed', attempt = attempt + 1, refund_id = null, sent_at = null
    where id = request.id and state = 'paying' and coalesce(refund_id, p_refund) = p_refund;
    return;
  end if;
  update private.refund_requests set state = 'paying' where id = request.id and state <> 'paying';
  update private.refund_requests
  set
    refund_id = p_refund,
    state = case when p_status = 'processed' then 'paid' else state end,
    sent_at = coalesce(sent_at, now()),
    problem = null,
    held_at = null
  where id = request.id;
  delete from private.refunds_by_hand where id = p_refund;
end;
$$;

-- Notes those of a payment's refunds at the provider, each {id, amount, status, number, created_at}, that
-- were returned by hand: processed ones that no request made or still takes as its own. The caller has
-- locked the order.
create function private.note_hand_refunds(p_payment text, p_refunds jsonb)
returns void
language sql
set search_path = ''
as $$
  insert into private.refunds_by_hand (id, payment_id, amount, number, made_at)
  select
    refunds.id, payments.id, refunds.amount, refunds.number,
    coalesce(to_timestamp(refunds.created_at), now())
  from jsonb_to_recordset(p_refunds)
    as refunds (id text, amount integer, status text, number text, created_at bigint)
  join public.payments as payments on payments.id = p_payment
  where refunds.status = 'processed'
    and not exists (
      select from private.refund_requests as requests
      where requests.payment_id = payments.id
        and (
          requests.refund_id = refunds.id
          or requests.number = refunds.number and requests.amount = refunds.amount
            and private.is_open(requests) and not private.is_undecided(requests)
        )
    )
  on conflict (id) do nothing;
$$;

-- Whether a refund by hand may have been made for a request: with its amount and no other number, since it
-- was asked for or released.
create function private.fits_hand_refund(
  request private.refund_requests, refund private.refunds_by_hand
)
returns boolean
language sql
stable
set search_path = ''
as $$
  select request.payment_id = refund.payment_id
    and request.amount = refund.amount
    and coalesce(refund.number, request.number) = request.number
    and request.refund_id is null
    and private.is_open(request)
    -- The provider's times are in seconds.
    and refund.made_at >= date_trunc('second', coalesce(request.released_at, request.asked_at));
$$;

-- Takes each refund by hand of a payment as that of the approved request for which it was made, where one
-- alone fits (§17.22). The caller has locked the order.
create function private.adopt_hand_refunds(p_payment text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  fitting record;
begin
  for fitting in
    select refunds.id, min(requests.id::text)::uuid as request
    from private.refunds_by_hand as refunds
    join private.refund_requests as requests
      on requests.payment_id = refunds.payment_id and private.fits_hand_refund(requests, refunds)
    where refunds.payment_id = p_payment and not private.is_undecided(requests)
    group by refunds.id
    having count(*) = 1
    order by min(refunds.made_at), refunds.id
  loop
    perform private.settle_refund(fitting.request, fitting.id, 'processed');
  end loop;
end;
$$;

-- Hands out up to p_limit refunds to pay, the longest decided first, each for two minutes. What the
-- provider cannot pay, or has failed three times, goes by transfer. Disputed and held ones wait.
create function public.claim_refunds(p_limit integer default 20)
returns table (
  request uuid, number text, payment text, amount integer, attempt integer, speed text
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  due private.refund_requests;
  paid public.payments;
begin
  for due in
    select * from private.refund_requests as requests
    where requests.state in ('approved', 'paying', 'failed')
      and requests.held_at is null
      and requests.leased_until <= now()
      and not private.is_disputed(requests.order_id)
    -- Those that were tried last wait for the others.
    order by requests.leased_until, requests.decided_at, requests.id
    limit p_limit
    for update skip locked
  loop
    select * into paid from public.payments where id = due.payment_id;
    if paid.id !~ '^pay_' or due.attempt > 3 and due.refund_id is null then
      update private.refund_requests set state = 'by_transfer' where id = due.id;
      continue;
    end if;
    update private.refund_requests
    -- Only a fresh refusal lets the owner leave the provider out (operations.refund_by_transfer).
    set state = 'paying', leased_until = now() + interval '2 minutes', problem = null
    where id = due.id;
    return query select
      due.id, due.number, paid.id, due.amount, due.attempt,
      case when private.is_old_payment(paid) then 'optimum' else 'normal' end;
  end loop;
end;
$$;

-- Takes the provider's refunds of a claimed request's payment, each {id, amount, status, number,
-- created_at}: `number` is that of the request in its notes, or null. Returns 'ask' when the provider is
-- to be asked, or the state, or 'waiting', 'held' or 'disputed'.
--
-- A refund without a number that was made since the request, with its amount, was made by hand for it.
-- One of another amount holds the request until a person has looked (operations.pay_refund).
create function public.note_refunds(p_request uuid, p_refunds jsonb)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  request private.refund_requests;
  reported record;
  why text;
begin
  perform from public.orders
  where id = (select order_id from private.refund_requests where id = p_request)
  for no key update;
  select * into request from private.refund_requests where id = p_request for update;
  perform private.note_hand_refunds(request.payment_id, p_refunds);
  if request.state is distinct from 'paying' then
    return request.state;
  end if;
  for reported in
    select * from jsonb_to_recordset(p_refunds)
      as refunds (id text, amount integer, status text, number text)
    where refunds.number = request.number and refunds.amount = request.amount
      or refunds.id = request.refund_id
    -- What is processed decides, whatever failed before.
    order by refunds.status <> 'processed', refunds.id
  loop
    perform private.settle_refund(request.id, reported.id, reported.status);
  end loop;
  select * into request from private.refund_requests where id = p_request;
  if request.state <> 'paying' then
    return request.state;
  end if;
  if request.refund_id is not null then
    return 'waiting';
  end if;

  for reported in
    select refunds.id, refunds.amount, refunds.status
    from jsonb_to_recordset(p_refunds)
      as refunds (id text, amount integer, status text, number text, created_at bigint)
    where refunds.status <> 'failed'
      and to_timestamp(refunds.created_at)
        >= date_trunc('second', coalesce(request.released_at, request.asked_at))
      and not exists (
        select from private.refund_requests as others
        where others.number = refunds.number or others.refund_id = refunds.id
      )
    order by refunds.amount <> request.amount, refunds.id
  loop
    if reported.amount = request.amount then
      perform private.settle_refund(request.id, reported.id, reported.status);
      select * into request from private.refund_requests where id = p_request;
      return case when request.state = 'paying' then 'waiting' else request.state end;
    end if;
    why := format('refund %s of the same payment was made meanwhile', reported.id);
  end loop;
  if (select left_over from private.refund_money where payment_id = request.payment_id) < 0
    or request.amount + (
      select coalesce(sum(refunds.amount), 0)
      from jsonb_to_recordset(p_refunds) as refunds (amount integer, status text)
      where refunds.status <> 'failed'
    ) > (select amount from public.payments where id = request.payment_id)
  then
    why := 'it is more than is left of the payment';
  end if;
  if why is not null then
    update private.refund_requests set problem = why, held_at = now() where id = request.id;
    return 'held';
  end if;
  if private.is_disputed(request.order_id) then
    return 'disputed';
  end if;
  update private.refund_requests set sent_at = now() where id = request.id;
  return 'ask';
end;
$$;

-- Takes a refusal of an attempt. One that is final, of a payment older than six months, leads to a
-- transfer (§17.11); any other is noted for a person, and asked again later. Returns the state.
create function public.note_refusal(
  p_request uuid, p_attempt integer, p_why text, p_is_final boolean
)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  request private.refund_requests;
begin
  select * into request from private.refund_requests where id = p_request for update;
  if (request.state, request.attempt) is not distinct from ('paying', p_attempt)
    and request.refund_id is null
  then
    update private.refund_requests as requests
    set
      problem = left(p_why, 500),
      state = case
        when p_is_final and private.is_old_payment(payments) then 'by_transfer' else requests.state
      end
    from public.payments as payments
    where requests.id = request.id and payments.id = requests.payment_id
    returning requests.state into request.state;
  end if;
  return request.state;
end;
$$;

-- The number of the request in the notes of a provider's refund. Notes may be an empty list.
create function private.refund_number(refund json)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when json_typeof(refund -> 'notes') = 'object'
      and refund #>> '{notes,refund_request}' ~ '^R-[0-9]{1,12}$'
    then refund #>> '{notes,refund_request}'
  end;
$$;

-- An event without personal data, as the books need it: payment, order, amounts and status, and what
-- refunds and disputes are known by.
create or replace function private.without_person(body text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  event json;
  payment json;
  refund json;
  dispute json;
begin
  event := private.event_json(body);
  payment := event #> '{payload,payment,entity}';
  refund := event #> '{payload,refund,entity}';
  dispute := event #> '{payload,dispute,entity}';
  return json_build_object(
    'event', event -> 'event',
    'payload', json_build_object(
      'payment', json_build_object('entity', json_build_object(
        'id', payment -> 'id',
        'order_id', payment -> 'order_id',
        'amount', payment -> 'amount',
        'currency', payment -> 'currency',
        'status', payment -> 'status',
        'captured', payment -> 'captured',
        'amount_refunded', payment -> 'amount_refunded',
        'method', payment -> 'method',
        'created_at', payment -> 'created_at'
      )),
      'refund', json_build_object('entity', json_build_object(
        'id', refund -> 'id',
        'amount', refund -> 'amount',
        'created_at', refund -> 'created_at',
        'notes', json_build_object('refund_request', private.refund_number(refund))
      )),
      'dispute', json_build_object('entity', json_build_object(
        'id', dispute -> 'id',
        'amount', dispute -> 'amount',
        'reason_code', dispute -> 'reason_code',
        'respond_by', dispute -> 'respond_by'
      ))
    )
  );
exception when others then
  return '{}';
end;
$$;

-- Takes a dispute event. Events may come late and twice: a dispute that has ended stays ended.
create function private.note_dispute(event public.payment_events)
returns void
language plpgsql
set search_path = ''
as $$
declare
  entity constant json := private.event_json(event.body) #> '{payload,dispute,entity}';
  ranks constant text[] := array['open', 'under_review', 'closed', 'won', 'lost'];
  reported constant text := case event.type
    when 'payment.dispute.created' then 'open'
    when 'payment.dispute.action_required' then 'under_review'
    else substring(event.type from '^payment\.dispute\.(.*)$')
  end;
begin
  if json_typeof(entity -> 'id') is distinct from 'string'
    or (entity ->> 'amount') !~ '^[0-9]{1,9}$'
    or reported <> all (ranks)
    or event.payment_id is null
  then
    return;
  end if;
  insert into private.disputes as known (
    id, payment_id, order_id, amount, status, reason, respond_by, ended_at
  )
  values (
    left(entity ->> 'id', 100),
    event.payment_id,
    coalesce(
      event.order_id, (select order_id from public.payments where id = event.payment_id)
    ),
    (entity ->> 'amount')::integer,
    reported,
    left(entity ->> 'reason_code', 200),
    case
      when (entity ->> 'respond_by') ~ '^[0-9]{1,10}$'
      then to_timestamp((entity ->> 'respond_by')::bigint)
    end,
    case when reported in ('closed', 'won', 'lost') then now() end
  )
  on conflict (id) do update
  set
    order_id = coalesce(known.order_id, excluded.order_id),
    status = ranks[greatest(
      array_position(ranks, known.status), array_position(ranks, excluded.status)
    )],
    ended_at = coalesce(known.ended_at, excluded.ended_at);
end;
$$;

-- Takes a refund event of the provider for the request that it names, that waits for it, or for which it
-- was made by hand.
create function private.note_refund_event(event public.payment_events)
returns void
language plpgsql
set search_path = ''
as $$
declare
  entity constant json := private.event_json(event.body) #> '{payload,refund,entity}';
  status constant text := case event.type
    when 'refund.processed' then 'processed' when 'refund.failed' then 'failed' else 'pending'
  end;
  reported record;
  request uuid;
begin
  reported := private.read_refund(event.body);
  if reported.id is null then
    return;
  end if;
  -- An event that names no order has not locked it.
  perform from public.orders
  where id = (select order_id from public.payments where id = event.payment_id)
  for no key update;
  select requests.id into request from private.refund_requests as requests
  where requests.payment_id = event.payment_id
    and (
      requests.refund_id = reported.id
      or requests.number = private.refund_number(entity) and requests.amount = reported.amount
    );
  if request is not null then
    perform private.settle_refund(request, reported.id, status);
  end if;
  if status <> 'processed' then
    return;
  end if;
  perform private.note_hand_refunds(event.payment_id, jsonb_build_array(jsonb_build_object(
    'id', reported.id,
    'amount', reported.amount,
    'status', status,
    'number', private.refund_number(entity),
    'created_at', case when (entity ->> 'created_at') ~ '^[0-9]{1,10}$' then entity -> 'created_at' end
  )));
  perform private.adopt_hand_refunds(event.payment_id);
end;
$$;

-- Events of refunds and disputes that could not be taken; a job tries them again.
create table private.event_faults (
  event_id text primary key references public.payment_events (id) on delete cascade,
  error text,
  noted_at timestamptz not null default now()
);

alter table private.event_faults enable row level security;

-- Takes what an event says of refunds and disputes. Never raises, so that it cannot make a payment event
-- fail (§15.10).
create function private.follow_payment_event()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  begin
    if new.type like 'refund.%' then
      perform private.note_refund_event(new);
    else
      perform private.note_dispute(new);
    end if;
  exception when others then
    insert into private.event_faults (event_id, error) values (new.id, left(sqlerrm, 500))
    on conflict do nothing;
  end;
  return null;
end;
$$;

-- The outcome is written last, so the payment and the order say already what the event says.
create trigger payment_events_follow after update of outcome on public.payment_events
  for each row when (new.type like 'refund.%' or new.type like 'payment.dispute.%')
  execute function private.follow_payment_event();

-- Takes up to 20 events again that could not be taken. Returns how many could.
create function public.repair_events()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.payment_events;
  repaired integer := 0;
begin
  for event in
    select events.* from public.payment_events as events
    where events.id in (
      select event_id from private.event_faults order by noted_at, event_id limit 20
    )
  loop
    begin
      perform from public.orders where id = event.order_id for no key update;
      if event.type like 'refund.%' then
        perform private.note_refund_event(event);
      else
        perform private.note_dispute(event);
      end if;
      delete from private.event_faults where event_id = event.id;
      repaired := repaired + 1;
    exception when others then
      update private.event_faults set error = left(sqlerrm, 500), noted_at = now()
      where event_id = event.id;
    end;
  end loop;
  return repaired;
end;
$$;

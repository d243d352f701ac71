-- A payment as the provider described it in one event.
create type private.reported_payment as (
  id text,
  provider_order_id text,
  amount integer,
  currency text,
  status text,
  amount_refunded integer,
  method text,
  error_code text,
  error_description text,
  email text,
  contact text,
  provider_created_at timestamptz
);

create function private.payment_rank(status text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select array_position(array['created', 'failed', 'authorized', 'captured', 'refunded'], status);
$$;

-- The order status that a captured payment leads to.
create function private.settled_as(amount integer, amount_refunded integer)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when amount_refunded >= amount then 'refunded'
    when amount_refunded > 0 then 'partially_refunded'
    else 'paid'
  end;
$$;

-- Parses the body of an event; raises if it is not JSON. Escapes that Postgres cannot hold (NUL and
-- surrogates) are dropped first: a buyer can put them into the notes of a payment, and must not be able
-- to block its events.
create function private.event_json(p_body text)
returns json
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(
    p_body, '(?<!\\)((\\\\)*)\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1', 'g'
  )::json;
$$;

-- Whether an event of this type can change a payment. Other events with a payment in them, such as
-- disputes, are only stored. A payment we fetched ourselves has the type 'payment.' with its status.
create function private.counts_as_report(p_type text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_type in (
    'payment.created', 'payment.failed', 'payment.authorized', 'payment.captured',
    'payment.refunded', 'order.paid',
    'refund.created', 'refund.processed', 'refund.failed', 'refund.speed_changed'
  );
$$;

-- Reads the payment in a webhook envelope. Null if there is none or it makes no sense.
create function private.read_payment(p_type text, p_body text)
returns private.reported_payment
language plpgsql
immutable
set search_path = ''
as $$
declare
  entity constant json := private.event_json(p_body) #> '{payload,payment,entity}';
  payment private.reported_payment;
begin
  if json_typeof(entity) is distinct from 'object'
    or json_typeof(entity -> 'id') is distinct from 'string'
    or json_typeof(entity -> 'amount') is distinct from 'number'
    or (entity ->> 'amount') !~ '^[0-9]{1,9}$'
    or private.payment_rank(entity ->> 'status') is null
  then
    return null;
  end if;

  payment.id := entity ->> 'id';
  payment.provider_order_id := entity ->> 'order_id';
  payment.amount := entity ->> 'amount';
  payment.currency := coalesce(entity ->> 'currency', '');
  payment.status := entity ->> 'status';
  payment.method := entity ->> 'method';
  payment.error_code := entity ->> 'error_code';
  payment.error_description := entity ->> 'error_description';
  payment.email := entity ->> 'email';
  payment.contact := entity ->> 'contact';
  if (entity ->> 'created_at') ~ '^[0-9]{1,10}$' then
    payment.provider_created_at := to_timestamp((entity ->> 'created_at')::bigint);
  end if;

  if payment.status = 'refunded'
    and json_typeof(entity -> 'captured') = 'boolean' and (entity ->> 'captured') = 'false'
  then
    -- Authorised, never captured, and returned by the provider: the money was never ours, so it
    -- neither pays an order nor refunds one.
    payment.status := 'authorized';
    payment.amount_refunded := 0;
  -- A refund counts once it is processed: one that was only requested may still fail.
  elsif p_type in ('refund.created', 'refund.failed', 'refund.speed_changed') then
    payment.amount_refunded := 0;
    if payment.status = 'refunded' then
      payment.status := 'captured';
    end if;
  elsif payment.status = 'refunded' then
    payment.amount_refunded := payment.amount;
  elsif (entity ->> 'amount_refunded') ~ '^[0-9]{1,9}$' then
    payment.amount_refunded := least((entity ->> 'amount_refunded')::integer, payment.amount);
  else
    payment.amount_refunded := 0;
  end if;
  return payment;
end;
$$;

-- Reads the refund in a webhook envelope. Null if there is none.
create function private.read_refund(p_body text, out id text, out amount integer)
language plpgsql
immutable
set search_path = ''
as $$
declare
  entity constant json := private.event_json(p_body) #> '{payload,refund,entity}';
begin
  if json_typeof(entity -> 'id') = 'string'
    and json_typeof(entity -> 'amount') = 'number'
    and (entity ->> 'amount') ~ '^[0-9]{1,9}$'
  then
    id := entity ->> 'id';
    amount := entity ->> 'amount';
  end if;
end;
$$;

-- The payment of a 'refund.processed' with only its processed refunds counted: the provider's own sum
-- includes refunds that may still fail, and our records never go down. It sums over all events stored so
-- far, so their order makes no difference; the caller has locked the order. The sum of an event that
-- names no refund is kept.
create function private.count_refunds(
  reported private.reported_payment, p_order_id uuid, p_body text
)
returns private.reported_payment
language plpgsql
stable
set search_path = ''
as $$
declare
  counted private.reported_payment := reported;
begin
  if reported.status not in ('captured', 'refunded') or (private.read_refund(p_body)).id is null then
    return reported;
  end if;

  select least(reported.amount, sum(refunds.amount)) into counted.amount_refunded
  from (
    select refund.id, max(refund.amount) as amount
    from (
      select p_body as body
      union all
      select events.body
      from public.payment_events as events
      where events.order_id = p_order_id
        and events.payment_id = reported.id
        and events.type = 'refund.processed'
    ) as processed, private.read_refund(processed.body) as refund
    where refund.id is not null
    group by refund.id
  ) as refunds;
  counted.status := case
    when counted.amount_refunded >= reported.amount then 'refunded' else 'captured'
  end;
  return counted;
end;
$$;

-- An event without personal data, as the books need it: payment, order, amounts and status.
create function private.without_person(body text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  event json;
  payment json;
  refund json;
begin
  event := private.event_json(body);
  payment := event #> '{payload,payment,entity}';
  refund := event #> '{payload,refund,entity}';
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
        'amount', refund -> 'amount'
      ))
    )
  );
exception when others then
  return '{}';
end;
$$;

-- Merges a report into what is known of a payment. Status and refund only go up, and the same reports
-- give the same row in any order: the details are those reported with the highest status.
create function private.merge_payment(known public.payments, reported private.reported_payment)
returns public.payments
language plpgsql
immutable
set search_path = ''
as $$
declare
  merged public.payments := known;
begin
  if private.payment_rank(reported.status) > private.payment_rank(known.status) then
    merged.status := reported.status;
    merged.method := reported.method;
    merged.error_code := reported.error_code;
    merged.error_description := reported.error_description;
    merged.email := reported.email;
    merged.contact := reported.contact;
  elsif reported.status = known.status then
    -- Two reports of one status: any choice will do that does not depend on which came first.
    merged.method := greatest(known.method, reported.method);
    merged.error_code := greatest(known.error_code, reported.error_code);
    merged.error_description := greatest(known.error_description, reported.error_description);
    merged.email := greatest(known.email, reported.email);
    merged.contact := greatest(known.contact, reported.contact);
  end if;
  merged.amount_refunded := greatest(known.amount_refunded, reported.amount_refunded);
  merged.provider_created_at := least(known.provider_created_at, reported.provider_created_at);
  return merged;
end;
$$;

-- Moves an order, which the caller has locked, to the status its payments lead to, and marks the other
-- captured payments as duplicates (§8.15).
--
-- The earliest captured payment counts. Once a refund has moved the order past paid, the earliest
-- payment that explains its status counts, because an order never goes back.
create function private.settle_order(inout target public.orders, out changed boolean)
language plpgsql
set search_path = ''
as $$
declare
  counting_id text;
  reached text;
begin
  select id, private.settled_as(amount, amount_refunded) into counting_id, reached
  from public.payments
  where order_id = target.id
    and status in ('captured', 'refunded')
    and review is distinct from 'amount_mismatch'
  order by
    private.order_rank(private.settled_as(amount, amount_refunded))
      >= private.order_rank(target.status) desc,
    provider_created_at,
    id
  limit 1;
  reached := coalesce(reached, 'attempted');

  changed := private.order_rank(reached) > private.order_rank(target.status);
  if changed then
    update public.orders set status = reached where id = target.id returning * into target;
  end if;

  update public.payments
  set review = case when id <> counting_id then 'duplicate_payment' end
  where order_id = target.id
    and status in ('captured', 'refunded')
    and review is distinct from 'amount_mismatch'
    and review is distinct from case when id <> counting_id then 'duplicate_payment' end;
  changed := changed or found;
end;
$$;

create function private.event_result(outcome text, target public.orders, payment_id text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'outcome', outcome,
    'order_id', (target).id,
    'order_status', (target).status,
    'payment_id', payment_id,
    'review', (select review from public.payments where id = payment_id)
  );
$$;

-- Applies one event once, in one transaction, and returns what it did (§8.13). Callback, webhook and
-- reconciler all call it, in any order and any number (§8.14).
--
-- outcome: applied; duplicate (this event id is known); ignored (nothing to do); orphan (no such order);
-- mismatch (the money is not the order's, or the payment was reported differently before). An orphan
-- that comes again is applied again: a restored backup may have brought its order back.
create function public.apply_payment_event(p_event_id text, p_type text, p_body text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  reported private.reported_payment := private.read_payment(p_type, p_body);
  target public.orders;
  known public.payments;
  merged public.payments;
  is_new boolean;
  settlement record;
  result text;
begin
  insert into public.payment_events as events (id, type, body, payment_id)
  values (p_event_id, p_type, p_body, reported.id)
  on conflict (id) do update
  set type = excluded.type, body = excluded.body, payment_id = excluded.payment_id
  where events.outcome = 'orphan';
  if not found then
    select orders.* into target
    from public.payment_events as events
    join public.orders as orders on orders.id = events.order_id
    where events.id = p_event_id;
    return private.event_result('duplicate', target, reported.id);
  end if;

  -- The lock makes the events of one order wait for each other.
  select * into target from public.orders
  where provider_order_id = reported.provider_order_id
  for update;

  if reported.id is null or not private.counts_as_report(p_type) then
    result := 'ignored';
  elsif target.id is null then
    result := 'orphan';
  else
    if p_type = 'refund.processed' then
      reported := private.count_refunds(reported, target.id, p_body);
    end if;

    insert into public.payments (
      id, order_id, amount, currency, status, amount_refunded, method, error_code,
      error_description, email, contact, provider_created_at, review
    )
    values (
      reported.id, target.id, reported.amount, reported.currency, reported.status,
      reported.amount_refunded, reported.method, reported.error_code, reported.error_description,
      reported.email, reported.contact, reported.provider_created_at,
      case
        when (reported.amount, reported.currency) is distinct from (target.amount, target.currency)
          then 'amount_mismatch'
      end
    )
    on conflict (id) do nothing;
    is_new := found;
    select * into strict known from public.payments where id = reported.id for update;

    if (known.order_id, known.amount, known.currency)
      is distinct from (target.id, reported.amount, reported.currency)
    then
      -- A payment never changes its order or amount: it stays, and a person looks at the stored event.
      result := 'mismatch';
    else
      merged := private.merge_payment(known, reported);
      if merged is distinct from known then
        update public.payments
        set
          status = merged.status,
          method = merged.method,
          error_code = merged.error_code,
          error_description = merged.error_description,
          email = merged.email,
          contact = merged.contact,
          amount_refunded = merged.amount_refunded,
          provider_created_at = merged.provider_created_at
        where id = known.id;
      end if;

      if known.review = 'amount_mismatch' then
        result := 'mismatch';
      else
        settlement := private.settle_order(target);
        target := settlement.target;
        result := case
          when is_new or settlement.changed or merged is distinct from known then 'applied'
          else 'ignored'
        end;
      end if;
    end if;
  end if;

  update public.payment_events
  set
    outcome = result,
    order_id = target.id,
    -- An event without an order could not be found for an erasure later, so it keeps nothing personal.
    body = case
      when target.id is null and reported.id is not null then private.without_person(body)
      else body
    end
  where id = p_event_id;
  return private.event_result(result, target, reported.id);
end;
$$;

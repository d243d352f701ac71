-- Orders and their rules, the provider's reports about payments, and purchases that operators record.

create function private.keep_price() returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into private.pack_prices (pack, price) values (new.id, new.price) on conflict do nothing;
  return null;
end;
$$;

create trigger packs_keep_price after insert or update of price on private.packs
  for each row when (new.price is not null) execute function private.keep_price();

-- Copies the pack's contents into the order, so that later changes to a pack do not affect packs already sold.
create function private.keep_contents() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select packs.sessions, packs.persons into new.sessions, new.persons
  from private.packs as packs where packs.id = new.pack;
  return new;
end;
$$;

create trigger orders_keep_contents before insert on public.orders
  for each row execute function private.keep_contents();

-- Locks an order until the end of the transaction. Other rows can still refer to it.
create function private.lock_order(order_id uuid) returns void
language sql set search_path = '' as $$
  select from public.orders where id = lock_order.order_id for no key update;
$$;

create function private.order_rank(status text) returns integer
language sql immutable set search_path = ''
return array_position(array['created', 'attempted', 'paid', 'partially_refunded', 'refunded'], status);

-- Applies to everyone, the service role included: what was sold at which price never changes. An order returns to an
-- earlier status only if its payments require it (§8.12), for example when the counting payment was refunded and
-- another captured payment came to light.
create function private.guard_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forbid_when(
    'order_only_advances',
    private.order_rank(new.status) < private.order_rank(old.status)
      and new.status is distinct from (select order_status from private.settlements where order_id = old.id),
    format('order %s cannot go back from %s to %s', old.id, old.status, new.status)
  );
  perform private.forbid_when(
    'order_is_fixed',
    (
      new.id, new.pack, new.sessions, new.persons, new.amount, new.discount, new.code, new.currency, new.receipt
    ) is distinct from (
      old.id, old.pack, old.sessions, old.persons, old.amount, old.discount, old.code, old.currency, old.receipt
    )
      or (old.provider_order_id is not null
        and new.provider_order_id is distinct from old.provider_order_id),
    'only its status and owner change'
  );
  -- The new owner or another visitor may already have used the same key.
  if new.user_id is distinct from old.user_id then
    new.idempotency_key := gen_random_uuid();
    new.reopened_with := '{}';
  end if;
  return new;
end;
$$;

create trigger orders_guard before update on public.orders for each row execute function private.guard_order();

create trigger orders_touch before update on public.orders for each row execute function private.touch_updated_at();

-- Opens an order at the price `p_amount`, less a code's discount. The order then counts as a use of the code. The same
-- key returns the same order, and so does a key from another device of the member's (§8.44). For a code that works once
-- per person, stores the person's hash (§8.43). Raises sales_stopped, plus the error codes of begun_order and
-- code_refusal.
create function public.open_order(
  p_pack text, p_amount integer, p_idempotency_key uuid, p_user_id uuid default null, p_code text default null,
  p_person_hash text default null
) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  new_id constant uuid := gen_random_uuid();
  known private.discount_codes;
  due integer;
  opened public.orders;
  refusal text;
begin
  -- Buyers who compete for a code's last use wait for each other here.
  select * into known from private.discount_codes where code = p_code for no key update;
  perform private.refuse_when('code_not_valid', known.code is distinct from p_code);
  due := private.price_with(known, p_amount);
  -- A member's devices wait for each other here, and so do requests with the same key.
  perform pg_advisory_xact_lock(hashtextextended('purchase/' || coalesce(p_user_id, p_idempotency_key), 0));
  opened := private.begun_order(p_idempotency_key, p_user_id, p_pack, p_amount, p_code);
  if opened.id is null then
    perform private.refuse_when('sales_stopped', private.is_off('sales'));
    insert into public.orders (id, user_id, pack, amount, discount, code, held_until, receipt, idempotency_key)
    values (
      new_id, p_user_id, p_pack, due, p_amount - due, p_code, case when p_code is not null then now() end,
      'ac_' || replace(new_id::text, '-', ''), p_idempotency_key
    )
    returning * into opened;
  else
    -- The payment window opens again, and the payment may take as long as it could the first time (§8.42).
    update public.orders
    set
      updated_at = now(),
      -- One person's devices need only a few keys.
      reopened_with = (p_idempotency_key || array_remove(reopened_with, p_idempotency_key))[1:20]
    where id = opened.id
    returning * into opened;
  end if;

  -- An order that still has its reservation keeps it, even if the code has ended.
  if p_code is not null and not exists (select from private.code_uses where id = opened.id) then
    refusal := private.code_refusal(known, p_pack, p_user_id, p_person_hash);
    perform private.refuse_when(refusal, refusal is not null);
    perform private.claim_use(known, opened);
    if known.once and p_person_hash is not null then
      insert into private.code_people (order_id, person_hash) values (opened.id, p_person_hash) on conflict do nothing;
    end if;
  end if;
  return opened;
end;
$$;

-- Links our order to the provider's. The first caller's link is kept, and every caller gets the resulting row.
create function public.attach_provider_order(p_order_id uuid, p_provider_order_id text)
returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  found_order public.orders;
begin
  update public.orders set provider_order_id = coalesce(provider_order_id, p_provider_order_id)
  where id = p_order_id
  returning * into found_order;
  perform private.forbid_when('order_is_there', not found, p_order_id::text);
  return found_order;
end;
$$;

-- Whether a caller who knows an order's id may make us ask the provider about the order again: up to ten times a minute
-- (§11.21). Every call counts towards the limit.
create function public.may_ask_about(p_order_id uuid) returns boolean
language sql security definer set search_path = ''
return private.within_limit(
  'payment status', encode(private.token_hash(p_order_id::text), 'hex'), 10, interval '1 minute'
);

create function private.payment_rank(status text) returns integer
language sql immutable set search_path = ''
return array_position(array['created', 'failed', 'authorized', 'captured', 'refunded'], status);

-- Parses an event's body; raises if it is not JSON. Drops escapes that Postgres cannot store (NUL and surrogates),
-- because a buyer could put them into a payment's notes and so block its events.
create function private.event_json(p_body text) returns json
language sql immutable set search_path = ''
return regexp_replace(p_body, '(?<!\\)((\\\\)*)\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1', 'g')::json;

-- Converts the provider's Unix seconds to a timestamp; null for anything else.
create function private.provider_time(seconds text) returns timestamptz
language sql immutable set search_path = ''
return case when seconds ~ '^[0-9]{1,10}$' then to_timestamp(seconds::bigint) end;

-- Whether an event of this type can change a payment. Other events that contain a payment, such as disputes, are only
-- stored. A payment that we fetched has the type 'payment.' followed by its status.
create function private.counts_as_report(p_type text) returns boolean
language sql immutable set search_path = ''
return p_type in (
  'payment.created', 'payment.failed', 'payment.authorized', 'payment.captured', 'payment.refunded', 'order.paid',
  'refund.created', 'refund.processed', 'refund.failed', 'refund.speed_changed'
);

-- The payer's address in a report. Null if the provider sent its placeholder for a missing address, because that must
-- not let anyone claim the purchase. Truncates text longer than any valid address, because an index could not hold it.
create function private.payer_address(reported text) returns text
language sql immutable set search_path = ''
return case
  when lower(trim(reported)) not in ('', 'void@razorpay.com') then left(trim(reported), 320)
end;

-- Reads the payment in a webhook envelope, with our order's id if we have the order; null if the payment is missing or
-- malformed. Truncates texts, because there is no limit on what a payer or a bank may write.
create function private.read_payment(p_type text, p_body text) returns public.payments
language plpgsql stable set search_path = '' as $$
declare
  entity constant json := private.event_json(p_body) #> '{payload,payment,entity}';
  payment public.payments;
begin
  if json_typeof(entity) is distinct from 'object'
    or json_typeof(entity -> 'id') is distinct from 'string'
    or char_length(entity ->> 'id') > 100
    or json_typeof(entity -> 'amount') is distinct from 'number'
    or (entity ->> 'amount') !~ '^[0-9]{1,9}$'
    or private.payment_rank(entity ->> 'status') is null
  then
    return null;
  end if;

  payment.id := entity ->> 'id';
  select orders.id into payment.order_id
  from public.orders as orders where orders.provider_order_id = entity ->> 'order_id';
  payment.created_at := now();
  payment.amount := entity ->> 'amount';
  payment.currency := left(coalesce(entity ->> 'currency', ''), 10);
  payment.status := entity ->> 'status';
  payment.method := left(entity ->> 'method', 50);
  payment.error_code := left(entity ->> 'error_code', 100);
  payment.error_description := left(entity ->> 'error_description', 500);
  payment.email := private.payer_address(entity ->> 'email');
  payment.contact := left(entity ->> 'contact', 50);
  payment.provider_created_at := private.provider_time(entity ->> 'created_at');

  if payment.status = 'refunded'
    and json_typeof(entity -> 'captured') = 'boolean' and (entity ->> 'captured') = 'false'
  then
    -- Authorised, never captured, and returned by the provider: we never had the money, so it neither pays for an order
    -- nor refunds one.
    payment.status := 'authorized';
    payment.amount_refunded := 0;
  -- A refund counts once it is processed, because a requested refund may still fail.
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

-- Reads the refund in a webhook envelope; nulls if there is none.
create function private.read_refund(p_body text, out id text, out amount integer)
language plpgsql immutable set search_path = '' as $$
declare
  entity constant json := private.event_json(p_body) #> '{payload,refund,entity}';
begin
  if json_typeof(entity -> 'id') = 'string'
    and json_typeof(entity -> 'amount') = 'number' and (entity ->> 'amount') ~ '^[0-9]{1,9}$'
  then
    id := entity ->> 'id';
    amount := entity ->> 'amount';
  end if;
end;
$$;

-- The payment in a 'refund.processed' event, counting only processed refunds, because the provider's sum includes
-- refunds that may still fail, and our sum never goes down. Adds up all events stored so far, so their order does not
-- matter; the caller has locked the order. If the event does not contain a refund, keeps the event's sum.
create function private.count_refunds(reported public.payments, p_body text) returns public.payments
language plpgsql stable set search_path = '' as $$
declare
  counted public.payments := reported;
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
      where events.order_id = reported.order_id and events.payment_id = reported.id
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

-- Our request's number in the notes of a refund at the provider. Empty notes arrive as a list.
create function private.refund_number(refund json) returns text
language sql immutable set search_path = ''
return case
  when json_typeof(refund -> 'notes') = 'object'
    and refund #>> '{notes,refund_request}' ~ '^R-[0-9]{1,12}$'
  then refund #>> '{notes,refund_request}'
end;

-- An event reduced to what our bookkeeping needs, without personal data: payment, order, amounts, status, and ids of
-- refunds and disputes.
create function private.without_person(body text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  event json;
begin
  event := private.event_json(body);
  return json_build_object(
    'event', event -> 'event', 'created_at', event -> 'created_at',
    'payload', (
      select json_object_agg(kept.name, json_build_object('entity', (
        select json_object_agg(key, case
          when key = 'notes' then json_build_object(
            'refund_request', private.refund_number(event #> '{payload,refund,entity}')
          )
          else event #> array['payload', kept.name, 'entity', key]
        end)
        from unnest(kept.keys) as key
      )))
      from (
        values
          ('payment', '{id,order_id,amount,currency,status,captured,amount_refunded,method,created_at}'::text[]),
          ('refund', '{id,amount,created_at,notes}'),
          ('dispute', '{id,amount,reason_code,respond_by}')
      ) as kept (name, keys)
    )
  );
exception when others then
  return '{}';
end;
$$;

-- Merges a report into a payment's row. The status and the refunded amount only go up, and the same reports give the
-- same row in any order: the details come from the report with the highest status. Captured and refunded count as one
-- status here, because which of the two reports completes a refund depends on their order.
create function private.merge_payment(known public.payments, reported public.payments) returns public.payments
language plpgsql immutable set search_path = '' as $$
declare
  merged public.payments := known;
  received constant integer := private.payment_rank('captured');
  known_rank constant integer := private.payment_rank(known.status);
  reported_rank constant integer := private.payment_rank(reported.status);
begin
  if least(reported_rank, received) > least(known_rank, received) then
    merged := reported;
    merged.review := known.review;
    merged.created_at := known.created_at;
  elsif least(reported_rank, received) = least(known_rank, received) then
    -- Any choice will do, as long as it does not depend on which report came first.
    merged.method := greatest(known.method, reported.method);
    merged.error_code := greatest(known.error_code, reported.error_code);
    merged.error_description := greatest(known.error_description, reported.error_description);
    merged.email := greatest(known.email, reported.email);
    merged.contact := greatest(known.contact, reported.contact);
  end if;
  if reported_rank > known_rank then
    merged.status := reported.status;
  end if;
  merged.amount_refunded := greatest(known.amount_refunded, reported.amount_refunded);
  merged.provider_created_at := least(known.provider_created_at, reported.provider_created_at);
  return merged;
end;
$$;

-- Moves an order to the status that follows from its payments, and marks its other captured payments as duplicates
-- (§8.15). Never marks the payment that pays for the order, so that no operator is asked to refund it. The caller has
-- locked the order.
create function private.settle_order(inout target public.orders, out changed boolean)
language plpgsql set search_path = '' as $$
declare
  counting record;
  reached text;
begin
  select * into counting from private.settlements where order_id = target.id;
  reached := case
    when counting.payment_id is not null then counting.order_status
    when target.status = 'created' then 'attempted'
    else target.status
  end;

  changed := reached <> target.status;
  if changed then
    update public.orders set status = reached where id = target.id returning * into target;
  end if;

  update public.payments
  set review = case when id <> counting.payment_id then 'duplicate_payment' end
  where order_id = target.id and status in ('captured', 'refunded')
    and coalesce(review, '') not in ('amount_mismatch', 'never_arrived')
    and review is distinct from case when id <> counting.payment_id then 'duplicate_payment' end;
  changed := changed or found;
end;
$$;

create function private.event_result(outcome text, target public.orders, payment_id text)
returns jsonb
language sql stable set search_path = ''
return jsonb_build_object(
  'outcome', outcome, 'order_id', (target).id, 'order_status', (target).status, 'payment_id', payment_id,
  'review', (select review from public.payments where id = payment_id)
);

-- Applies an event once, in one transaction, and returns the outcome (§8.13). The callback, the webhook
-- and the reconciler all call this function, in any order and any number of times (§8.14).
--
-- outcome: applied; duplicate (this event id is known); ignored (nothing to do, or an operator is already reviewing the
-- payment); orphan (no such order); mismatch (the amount or currency is not the order's, or contradicts an earlier
-- report). An orphan that arrives again is applied again, because a restored backup may have brought its order back.
create function public.apply_payment_event(p_event_id text, p_type text, p_body text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reported public.payments := private.read_payment(p_type, p_body);
  code_of_order private.discount_codes;
  target public.orders;
  known public.payments;
  merged public.payments;
  is_new boolean;
  is_reviewed boolean;
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

  -- A payment with a code waits until no other checkout is taking the code's last use.
  select codes.* into code_of_order
  from private.discount_codes as codes
  join public.orders as orders on orders.code = codes.code
  where orders.id = reported.order_id and orders.status in ('created', 'attempted')
  for no key update of codes;
  -- Events about one order wait for each other here.
  select * into target from public.orders where id = reported.order_id for update;

  if reported.id is null or not private.counts_as_report(p_type) then
    result := 'ignored';
  elsif target.id is null then
    result := 'orphan';
  else
    if p_type = 'refund.processed' then
      reported := private.count_refunds(reported, p_body);
    end if;

    if (reported.amount, reported.currency) is distinct from (target.amount, target.currency) then
      reported.review := 'amount_mismatch';
    end if;
    insert into public.payments select reported.* on conflict (id) do nothing;
    is_new := found;
    select * into strict known from public.payments where id = reported.id;

    if (known.order_id, known.amount, known.currency)
      is distinct from (reported.order_id, reported.amount, reported.currency)
    then
      -- A payment's order and amount never change. The row stays, and an operator reviews the stored event.
      result := 'mismatch';
    else
      is_reviewed := not is_new and known.review = 'amount_mismatch';
      merged := private.merge_payment(known, reported);
      if merged is distinct from known then
        update public.payments
        set (status, method, error_code, error_description, email, contact, amount_refunded, provider_created_at) = (
          merged.status, merged.method, merged.error_code, merged.error_description, merged.email, merged.contact,
          merged.amount_refunded, merged.provider_created_at
        )
        where id = known.id;
      end if;

      if target.status in ('created', 'attempted')
        and merged.status in ('captured', 'refunded') and known.review is distinct from 'amount_mismatch'
      then
        if not public.may_be_paid(target.id) then
          known.review := 'amount_mismatch';
          update public.payments set review = known.review where id = known.id;
        elsif target.code is not null then
          perform private.claim_use(code_of_order, target);
        end if;
      end if;

      if known.review = 'amount_mismatch' then
        result := case when is_reviewed then 'ignored' else 'mismatch' end;
      else
        settlement := private.settle_order(target);
        target := settlement.target;
        result := case
          when is_new or settlement.changed or merged is distinct from known then 'applied'
          else 'ignored'
        end;
      end if;
      -- Only once the order is settled do we know whether we must still reach an erased payer.
      update public.payments set email = merged.email where id = known.id and email is distinct from merged.email;
      perform private.tell_of_late_payments(target.id, reported.email);
    end if;
  end if;

  update public.payment_events
  set
    outcome = result,
    -- An orphan that an operator has settled may have found its order in the meantime.
    settled_at = case when outcome is not distinct from result then settled_at end,
    order_id = target.id,
    -- An erasure cannot find an event without an order, so we do not store anything personal with such an event.
    body = case
      when target.id is null and reported.id is not null then private.without_person(body)
      else body
    end
  where id = p_event_id;
  return private.event_result(result, target, reported.id);
end;
$$;

-- Purchases without an account that the logged-in member may claim (§8.21), because the member has verified the address
-- of the payment that counts.
create function public.claimable_orders() returns setof public.orders
language sql stable security definer set search_path = '' as $$
  select orders.*
  from public.orders as orders
  where orders.user_id is null and orders.status in ('paid', 'partially_refunded', 'refunded')
    and exists (
      select from public.payments as payments
      join private.proven_addresses as proven on proven.address = lower(payments.email)
      where payments.order_id = orders.id and payments.status in ('captured', 'refunded')
        and payments.review is null
        and proven.user_id = (select private.member())
    )
  order by orders.created_at desc;
$$;

create function public.claim_order(p_order_id uuid) returns public.orders
language plpgsql security definer set search_path = '' as $$
declare
  claimed public.orders;
begin
  update public.orders as orders set user_id = private.member()
  where orders.id = p_order_id and orders.user_id is null
    and orders.id in (select id from public.claimable_orders())
  returning * into claimed;

  perform private.forbid_when('order_is_yours', not found, 'it is not yours to claim', 'insufficient_privilege');
  return claimed;
end;
$$;

-- Whether the payment that counts for an order was made with this address.
create function private.was_paid_with(p_order_id uuid, address text) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.payments as payments
  where payments.order_id = p_order_id and payments.status in ('captured', 'refunded')
    and payments.review is null and lower(payments.email) = was_paid_with.address
);

alter table private.mailed_links add constraint mailed_links_order
  foreign key (order_id) references public.orders (id) on delete cascade;

-- Gives a purchase made without an account to the member who opened the link in its receipt (§15.75). Raises
-- link_not_valid if its payment no longer counts, and other_account if the purchase belongs to someone else.
create function private.add_bought_pack(p_order_id uuid, address text, member uuid) returns void
language plpgsql set search_path = '' as $$
declare
  bought public.orders;
begin
  select * into bought from public.orders where id = p_order_id;
  perform private.refuse_when('other_account', bought.user_id is not null and bought.user_id <> member);
  if bought.user_id = member then
    return;
  end if;
  perform private.refuse_when(
    'link_not_valid',
    bought.status not in ('paid', 'partially_refunded', 'refunded')
      or not private.was_paid_with(p_order_id, address)
  );
  update public.orders set user_id = member where id = p_order_id;
end;
$$;

-- Queues a paid order's receipt (§19.7): to its owner, or else to the payer, with a link that adds the pack to an
-- account. Each payment that has ever paid for the order gets one receipt.
create function private.add_receipt(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  news record;
  payload jsonb;
  address text;
begin
  select
    sold.user_id, sold.id as order_id, sold.receipt as number, sold.pack, sold.sessions, sold.persons, sold.amount,
    sold.discount, sold.status,
    nullif(concat_ws(' ', nullif(profile.firstname, ''), nullif(profile.lastname, '')), '') as name,
    payment.id as reference, payment.amount_refunded as refunded, payment.method, settled.paid_at
  into news
  from public.orders as sold
  join private.settlements as settled on settled.order_id = sold.id
  join public.payments as payment on payment.id = settled.payment_id
  left join public.profiles as profile on profile.id = sold.user_id
  where sold.id = p_order_id;
  if not found then
    return;
  end if;
  payload := to_jsonb(news);
  if news.user_id is not null then
    select email into address from auth.users where id = news.user_id;
  else
    select email into address from public.payments where id = news.reference;
    if private.is_address(address) then
      payload := payload || jsonb_build_object('token', private.new_link(
        'receipt', address, now() + private.period('receipt link'), p_order => p_order_id
      ));
    end if;
  end if;
  perform private.add_mail('receipt', jsonb_build_object(
    'recipient', address, 'payload', payload, 'dedupe_key', 'receipt ' || news.reference
  ));
end;
$$;

-- The address to which a payment's receipt was mailed in the last day, for /success; null if there is none (§4.13).
create function public.receipt_address(p_payment_id text) returns text
language sql stable security definer set search_path = ''
return (
  select recipient from private.outbox
  where dedupe_key = 'receipt ' || p_payment_id and created_at > now() - interval '1 day'
    and dropped_at is null and given_up_at is null
);

create function private.is_erased(order_id uuid, payment_id text) returns boolean
language sql stable set search_path = ''
return exists (
  select from private.erased_orders as erased where erased.order_id = is_erased.order_id
) or exists (select from private.erased_payments as erased where erased.payment_id = is_erased.payment_id);

-- Whether we must still reach the payer, because the money did not buy anything and is with us or being returned
-- (§18.95).
create function private.payer_is_needed(payment public.payments) returns boolean
language sql stable set search_path = ''
return payment.review is not null and case
  when payment.status = 'captured' then not exists (
    select from private.refund_requests as requests
    where requests.payment_id = payment.id and requests.kind = 'mistake' and requests.state = 'paid'
  )
  else exists (
    select from private.refund_requests as requests
    where requests.payment_id = payment.id and requests.kind = 'mistake' and private.is_open(requests)
  )
end;

-- The provider may still send events about an erased person's payments, such as refunds, which contain an email address
-- and a phone number. We apply these events without the personal data, except for the address of a payer whom we must
-- still reach.
create function private.keep_erased_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_erased(new.order_id, new.id) then
    new.email := case when private.payer_is_needed(new) then coalesce(
      new.email, (select address from private.erased_orders where order_id = new.order_id)
    ) end;
    new.contact := null;
    new.error_description := null;
  end if;
  return new;
end;
$$;

create trigger payments_keep_erased before insert or update on public.payments
  for each row execute function private.keep_erased_payment();

create function private.keep_erased_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_erased(new.order_id, new.payment_id) then
    new.body := private.without_person(new.body);
  end if;
  return new;
end;
$$;

create trigger payment_events_keep_erased before insert or update on public.payment_events
  for each row execute function private.keep_erased_event();

-- Visitors' orders with any payment, even a failed one, from this address.
create function private.orders_paid_by(address text) returns setof uuid
language sql stable set search_path = '' as $$
  select orders.id
  from public.orders as orders
  where orders.user_id is null
    and exists (
      select from public.payments as payments
      where payments.order_id = orders.id and lower(payments.email) = lower(address)
    );
$$;

-- Emails the payer once about each payment for an erased order that did not buy anything (§18.95). `reported_address`
-- comes from the current report, for a payment whose own address was erased while it was the one that paid for the
-- order.
create function private.tell_of_late_payments(p_order_id uuid, reported_address text) returns void
language sql set search_path = '' as $$
  select private.queue_mail(
    'payment_after_closing', coalesce(payments.email, reported_address),
    jsonb_build_object('reference', payments.id, 'amount', payments.amount, 'pack', orders.pack),
    'payment_after_closing ' || payments.id
  )
  from private.erased_orders as erased
  join public.orders as orders on orders.id = erased.order_id
  join public.payments as payments on payments.order_id = orders.id
  where erased.order_id = p_order_id and payments.status = 'captured' and payments.review is not null;
$$;

-- What a receipt says remains true, whatever happens later, unless the person has been erased.
create function private.payment_mail_holds(kind text, payload jsonb) returns boolean
language sql stable set search_path = ''
return kind <> 'receipt'
  or not private.is_erased((payload ->> 'order_id')::uuid, payload ->> 'reference');

-- Gives a purchase made without an account to a member if the buyer cannot claim it, because the payment has no address
-- or a different one from the account. The reference is the payment's id. Stops unless exactly one purchase and one
-- member fit. The member must have verified the address, because anyone can sign up with a stranger's.
create function operations.hand_over(payment_reference text, member_email text)
returns text
language plpgsql set search_path = '' as $$
declare
  members constant uuid[] := array(select id from auth.users where lower(email) = lower(member_email));
  handed_over public.orders;
begin
  perform private.refuse_when(
    'not_an_address', private.is_address(member_email) is not true, field => 'member_email'
  );
  perform private.stop_when(
    cardinality(members) <> 1,
    format('%s members have the email address %s. Check its spelling.', cardinality(members), member_email),
    'member_email'
  );
  perform private.stop_when(
    not private.has_proven(members[1], member_email),
    format('%s is not verified yet. Ask the member to verify it first.', member_email), 'member_email'
  );
  update public.orders as orders set user_id = members[1]
  where orders.user_id is null
    and orders.id = (
      select order_id from public.payments
      where id = payment_reference and status in ('captured', 'refunded') and review is null
    )
  returning * into handed_over;
  perform private.stop_when(
    not found, format(
      'No pack of payment %s is waiting for an account. Open the payment to see whose pack it is.', payment_reference
    )
  );
  perform private.log_action('hand_over', payment_reference, handed_over.user_id);
  return format('%s, now belongs to %s.', private.said_pack(handed_over.pack, handed_over.amount), member_email);
end;
$$;

-- A payment's order, locked; nulls if there is no such payment.
create function private.order_of_payment(payment text) returns public.orders
language sql set search_path = '' as $$
  select * from public.orders
  where id = (select order_id from public.payments where id = payment)
  for no key update;
$$;

-- Whether this payment's order was given to this account by operations.hand_over or through a receipt's link. The
-- receipt may have been forwarded.
create function private.was_handed_over(payment text, member uuid) returns boolean
language sql stable set search_path = ''
return exists (
  select from private.actions where action = 'hand_over' and about = payment and member_id = member
) or exists (
  select from public.payments as payments
  join private.mailed_links as links on links.order_id = payments.order_id
  where payments.id = payment and links.purpose = 'receipt' and links.user_id = member
    and links.confirmed_at is not null
);

-- Whether operations.record_purchase entered this payment.
create function private.was_recorded(payment text) returns boolean
language sql stable set search_path = ''
return exists (select from private.actions where action = 'record_purchase' and about = payment);

-- The provider's report of a payment that matches none of our orders; nulls if there is none.
create function private.provider_report(payment text) returns public.payments
language sql stable set search_path = '' as $$
  select reported.*
  from public.payment_events as events
  cross join lateral private.read_payment(events.type, events.body) as reported
  where events.payment_id = payment and events.outcome = 'orphan' and private.counts_as_report(events.type)
  order by private.payment_rank(reported.status) desc, reported.amount_refunded desc
  limit 1;
$$;

-- A pack, given by id, and an amount in paise, if any, written for operators: 'Super Value Pack, Rs 2399'.
create function private.said_pack(pack text, paise bigint) returns text
language sql immutable set search_path = ''
return concat_ws(
  ', ', initcap(replace(pack, '-', ' ')) || case when pack <> 'most-purchased' then ' Pack' else '' end,
  private.said_rupees(paise)
);

-- Records a purchase paid through /pay, by one of the provider's links or by transfer, at a current or earlier price of
-- the pack (§17.13). The reference is the bank's for a transfer, or else the provider's payment id: the provider must
-- have reported that the money arrived (the desk asks it first). Each reference counts once, ignoring case.
-- The pack goes to the account that has verified the address; a buyer without an account can claim the pack later with
-- that address. A code's price applies if the code has a use left, even after it has ended. Raises not_a_reference,
-- not_a_payment_method, not_an_address, not_paid_lately and code_used_up.
create function operations.record_purchase(
  payment_reference text, pack text, email text, rupees numeric default null, paid_at timestamptz default null,
  method text default null, code text default null
) returns text
language plpgsql set search_path = '' as $$
declare
  is_provider_id constant boolean := payment_reference ~ '^pay_';
  wanted constant text := private.clean_discount_code(record_purchase.code);
  new_id constant uuid := gen_random_uuid();
  known private.discount_codes;
  buyer record;
  reported public.payments;
  sold_at integer;
  due integer;
  made public.orders;
begin
  perform private.refuse_when(
    'not_a_reference', private.is_reference(payment_reference) is not true, field => 'payment_reference'
  );
  perform private.refuse_when(
    'not_a_payment_method', method not in ('card', 'emi', 'netbanking', 'paylater', 'transfer', 'upi', 'wallet'),
    field => 'method'
  );
  perform private.refuse_when(
    'not_an_address', private.is_address(record_purchase.email) is not true, field => 'email'
  );
  perform private.stop_when(
    exists (select from public.payments where lower(id) = lower(payment_reference)),
    format('Payment %s is already recorded.', payment_reference), 'payment_reference'
  );
  if is_provider_id then
    reported := private.provider_report(payment_reference);
    perform private.stop_when(
      reported.id is null,
      format('Razorpay knows no payment %s. Copy it from Razorpay''s dashboard.', payment_reference),
      'payment_reference'
    );
    perform private.stop_when(
      reported.status <> 'captured' or reported.amount_refunded > 0 or reported.currency <> 'INR',
      format('Razorpay says that %s is %s, so it cannot buy a pack.', payment_reference, case
        when reported.status = 'captured' and reported.amount_refunded > 0 then 'partly refunded'
        when reported.status = 'captured' then 'in ' || reported.currency
        else reported.status
      end),
      'payment_reference'
    );
  end if;
  record_purchase.paid_at := coalesce(reported.provider_created_at, record_purchase.paid_at, now());
  perform private.refuse_when(
    'not_paid_lately',
    (
      record_purchase.paid_at <= now() and private.india_day(now()) - private.india_day(record_purchase.paid_at) <= 730
    ) is not true,
    field => 'paid_at'
  );
  -- Buyers who use the same code at the same time wait here.
  select * into known from private.discount_codes as codes
  where codes.code = wanted and coalesce(codes.pack, record_purchase.pack) = record_purchase.pack
  for no key update;
  perform private.stop_when(wanted is not null and not found, 'We have no such code for this pack.', 'code');
  -- Accepts earlier prices too, and prefers the price that was paid.
  select prices.price, with_code.price into sold_at, due
  from private.packs as packs
  join private.pack_prices as prices on prices.pack = packs.id
  cross join lateral private.price_with(known, prices.price) as with_code (price)
  where packs.id = record_purchase.pack
  order by
    with_code.price = coalesce(rupees * 100, reported.amount) desc nulls last,
    prices.price = packs.price desc nulls last
  limit 1;
  perform private.stop_when(not found, 'We have no such pack. Choose one from the list.', 'pack');
  perform private.stop_when(
    due <> rupees * 100, format(
      'The pack costs %s%s. Enter that, or leave the price empty.', private.said_rupees(due), ' with ' || wanted
    ), 'rupees'
  );
  perform private.stop_when(
    due <> reported.amount,
    format(
      'Razorpay received %s, but the pack costs %s%s. Choose the pack that was paid for.',
      private.said_rupees(reported.amount), private.said_rupees(due), ' with ' || wanted
    ),
    'pack'
  );
  select
    users.id, coalesce(
      nullif(concat_ws(' ', nullif(profiles.firstname, ''), nullif(profiles.lastname, '')), ''), 'a member'
    ) as name
  into buyer
  from auth.users as users
  join public.profiles as profiles on profiles.id = users.id
  where lower(users.email) = lower(record_purchase.email)
    -- Only if the address is verified, because anyone can sign up with a stranger's.
    and private.has_proven(users.id, users.email);
  perform private.refuse_when('code_used_up', not private.may_use(known, buyer.id), field => 'code');
  insert into public.orders (
    id, user_id, pack, amount, discount, code, held_until, receipt, provider_order_id, idempotency_key, created_at
  )
  values (
    new_id, buyer.id, record_purchase.pack, due, sold_at - due, wanted, case when wanted is not null then now() end,
    'ac_' || replace(new_id::text, '-', ''),
    -- Later events about the payment find the order by this id.
    (
      select private.event_json(events.body) #>> '{payload,payment,entity,order_id}'
      from public.payment_events as events
      where events.payment_id = reported.id and events.outcome = 'orphan'
      limit 1
    ),
    gen_random_uuid(), record_purchase.paid_at
  )
  returning * into made;
  insert into public.payments (id, order_id, amount, currency, status, method, email, provider_created_at)
  values (
    payment_reference, made.id, made.amount, made.currency, 'captured',
    coalesce(reported.method, record_purchase.method), private.payer_address(record_purchase.email),
    record_purchase.paid_at
  );
  perform private.settle_order(made);
  -- These events had no order until now.
  update public.payment_events as events set settled_at = now()
  where events.payment_id = reported.id and events.outcome = 'orphan' and events.settled_at is null;
  perform private.log_action(
    'record_purchase', payment_reference, buyer.id,
    jsonb_build_object('rupees', round(due / 100.0, 2), 'pack', made.pack)
  );
  return format(
    'Recorded: %s, paid on %s with %s, for %s.', private.said_pack(made.pack, due),
    private.said_day(private.india_day(record_purchase.paid_at)), payment_reference,
    case
      when buyer.id is null then record_purchase.email
        || ', who gets it in an account that has verified this address. No account has yet: check the spelling'
      else format('%s (%s)', buyer.name, record_purchase.email)
    end
  );
end;
$$;

-- Money received, by day and pack. Includes only payments that count; refunds_due lists money from payments made twice.
create view operations.sales with (security_invoker = true) as
select
  private.india_day(coalesce(payments.provider_created_at, payments.created_at)) as day,
  orders.pack, count(*) as orders,
  round(sum(payments.amount) / 100.0, 2) as received,
  round(sum(payments.amount_refunded) / 100.0, 2) as refunded,
  round(sum(payments.amount - payments.amount_refunded) / 100.0, 2) as kept
from public.orders as orders
join public.payments as payments on payments.order_id = orders.id
where payments.status in ('captured', 'refunded') and payments.review is null
group by 1, 2
order by 1 desc, 2;

-- Orders that can still be paid for, because the reconciler still asks the provider about them.
create view operations.open_orders with (security_invoker = true) as
select
  orders.created_at,
  date_trunc('second', now() - orders.created_at) as age,
  orders.status, orders.pack,
  round(orders.amount / 100.0, 2) as amount,
  orders.user_id is not null as by_member,
  count(payments.id) as attempts,
  max(payments.error_description) as last_error,
  orders.provider_order_id, orders.receipt, orders.id,
  private.safe_cell(coalesce(
    (select name from private.people where id = orders.user_id), max(payments.email), max(payments.contact)
  )) as payer,
  orders.user_id as member_id
from public.orders as orders
left join public.payments as payments on payments.order_id = orders.id
where orders.status in ('created', 'attempted') and orders.created_at > now() - private.period('late payment')
group by orders.id
order by orders.created_at desc;

-- Events that match none of our orders, or contradict their order or an earlier report of the payment.
create view operations.events_to_review with (security_invoker = true) as
select
  received_at, outcome, type,
  substring(body from '"(pay_[A-Za-z0-9]+)"') as payment_id,
  substring(body from '"order_id"\s*:\s*"([^"]+)"') as provider_order_id,
  id as event_id
from public.payment_events
where outcome in ('orphan', 'mismatch') and settled_at is null
order by received_at desc;

-- Settles an event from events_to_review.
create function operations.settle_event(event text) returns text
language plpgsql set search_path = '' as $$
declare
  known text;
begin
  update public.payment_events as events set settled_at = now()
  where events.id = settle_event.event
    and events.outcome in ('orphan', 'mismatch') and events.settled_at is null
  returning events.id into known;
  perform private.stop_when(known is null, 'This notification is already marked as checked.');
  perform private.log_action('settle_event', known);
  return 'The notification is marked as checked.';
end;
$$;

-- The last fifteen days, in Indian time, as time ranges, so that queries can use indexes. Each range is computed once.
create view private.past_days with (security_invoker = true) as
with days as materialized (
  select
    past.day,
    past.day::timestamp at time zone 'Asia/Kolkata' as begins,
    (past.day + 1)::timestamp at time zone 'Asia/Kolkata' as ends
  from (select private.india_day(now()) - back as day from generate_series(0, 14) as back) as past
)
select day, begins, ends from days;

-- How we learned about payments in the last two weeks, by day. Many payments found by the reconciler, or callbacks
-- without webhooks on the same day, mean that webhooks are not arriving.
create view operations.webhook_health with (security_invoker = true) as
select days.day, heard.*
from private.past_days as days
cross join lateral (
  select
    count(*) filter (where id not like 'callback:%' and id not like 'reconcile:%') as webhooks,
    count(*) filter (where id like 'callback:%') as callbacks,
    count(*) filter (where id like 'reconcile:%' and outcome = 'applied') as found_by_reconciler,
    count(*) filter (where outcome = 'orphan') as orphans,
    count(*) filter (where outcome = 'mismatch') as mismatches,
    max(received_at) filter (where id not like 'callback:%' and id not like 'reconcile:%') as last_webhook
  from public.payment_events
  where received_at >= greatest(days.begins, now() - interval '14 days') and received_at < days.ends
  having count(*) > 0
) as heard
order by days.day desc;

create view private.matters_of_payments (matter, what) with (security_invoker = true) as
select 'event ' || event_id, format('Check the payment notification %s (%s): it %s.', event_id, type,
  case outcome when 'orphan' then 'matches no order' else 'differs from its order' end)
from operations.events_to_review
union all
-- Days with a payment but no webhook among the last seven full days.
select 'webhooks ' || days.day, format(
  'Someone paid on %s, but no notification came from Razorpay.', private.said_day(days.day)
)
from private.past_days as days
where days.day >= private.india_day(now()) - 7 and days.day < private.india_day(now())
  and exists (
    select from public.payments
    where status in ('captured', 'refunded')
      -- A transfer entered by hand has no webhook.
      and id ~ '^pay_'
      and coalesce(provider_created_at, created_at) >= days.begins
      and coalesce(provider_created_at, created_at) < days.ends
  )
  and not exists (
    select from public.payment_events
    where received_at >= days.begins and received_at < days.ends and id !~ '^(callback|reconcile):'
  );

-- What a set of payments means depends on the payments alone, and not on which of them was reported
-- first. Until now a payment that was captured earlier and reported after the refund of another one was
-- marked as a refund due, although it pays the order.

-- The payment that pays each order, the status it leads to and when it was made (§8.15): the earliest
-- captured one that was not refunded in full, or the earliest one if all were. An order for which nothing
-- right was captured has no row.
create view private.settlements with (security_invoker = true) as
select orders.id as order_id, paying.*
from public.orders as orders
cross join lateral (
  select
    payments.id as payment_id,
    private.settled_as(payments.amount, payments.amount_refunded) as order_status,
    coalesce(payments.provider_created_at, payments.created_at) as paid_at
  from public.payments as payments
  where payments.order_id = orders.id
    and payments.status in ('captured', 'refunded')
    and payments.review is distinct from 'amount_mismatch'
  order by
    payments.amount_refunded >= payments.amount, payments.provider_created_at, payments.id
  limit 1
) as paying;

-- Holds for everybody, the service role included: what was sold and for how much never changes, and
-- an order goes back to an earlier status only where its payments say so (§8.12): the one that counted
-- was refunded, and another captured one came to light.
create or replace function private.guard_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.order_rank(new.status) < private.order_rank(old.status)
    and new.status is distinct from (
      select order_status from private.settlements where order_id = old.id
    )
  then
    raise exception 'order % cannot go back from % to %', old.id, old.status, new.status
      using errcode = 'check_violation';
  end if;
  if (new.id, new.pack, new.amount, new.currency, new.receipt)
    is distinct from (old.id, old.pack, old.amount, old.currency, old.receipt)
    or (old.provider_order_id is not null
      and new.provider_order_id is distinct from old.provider_order_id)
  then
    raise exception 'order % is fixed: only its status and owner change', old.id
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

-- Moves an order, which the caller has locked, to the status its payments lead to, and marks the other
-- captured payments as duplicates (§8.15). The payment that pays the order is never marked, so nobody is
-- asked to refund it.
create or replace function private.settle_order(inout target public.orders, out changed boolean)
language plpgsql
set search_path = ''
as $$
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
  where order_id = target.id
    and status in ('captured', 'refunded')
    and review is distinct from 'amount_mismatch'
    and review is distinct from case when id <> counting.payment_id then 'duplicate_payment' end;
  changed := changed or found;
end;
$$;

-- Merges a report into what is known of a payment. Status and refund only go up, and the same reports
-- give the same row in any order: the details are those reported with the highest status. All reports of
-- received money are alike, because which one of them completes a refund depends on their order.
create or replace function private.merge_payment(
  known public.payments, reported private.reported_payment
)
returns public.payments
language plpgsql
immutable
set search_path = ''
as $$
declare
  merged public.payments := known;
  received constant integer := private.payment_rank('captured');
  known_rank constant integer := private.payment_rank(known.status);
  reported_rank constant integer := private.payment_rank(reported.status);
begin
  if least(reported_rank, received) > least(known_rank, received) then
    merged.method := reported.method;
    merged.error_code := reported.error_code;
    merged.error_description := reported.error_description;
    merged.email := reported.email;
    merged.contact := reported.contact;
  elsif least(reported_rank, received) = least(known_rank, received) then
    -- Any choice will do that does not depend on which report came first.
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

-- The payer's address in a report. The provider writes its own where the payer gave none: nobody may
-- claim a purchase by it. A longer text than any address is cut, because an index cannot hold it.
create function private.payer_address(reported text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when lower(trim(reported)) not in ('', 'void@razorpay.com') then left(trim(reported), 320)
  end;
$$;

-- Reads the payment in a webhook envelope. Null if there is none or it makes no sense. Texts are cut,
-- because nothing limits what a payer or a bank puts into them.
create or replace function private.read_payment(p_type text, p_body text)
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
    or char_length(entity ->> 'id') > 100
    or json_typeof(entity -> 'amount') is distinct from 'number'
    or (entity ->> 'amount') !~ '^[0-9]{1,9}$'
    or private.payment_rank(entity ->> 'status') is null
  then
    return null;
  end if;

  payment.id := entity ->> 'id';
  payment.provider_order_id := entity ->> 'order_id';
  payment.amount := entity ->> 'amount';
  payment.currency := left(coalesce(entity ->> 'currency', ''), 10);
  payment.status := entity ->> 'status';
  payment.method := left(entity ->> 'method', 50);
  payment.error_code := left(entity ->> 'error_code', 100);
  payment.error_description := left(entity ->> 'error_description', 500);
  payment.email := private.payer_address(entity ->> 'email');
  payment.contact := left(entity ->> 'contact', 50);
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

-- Hands a purchase that was made without an account over to a member, because the buyer cannot claim it:
-- the payment carries no address, or another one than the account. The reference is the payment's id.
-- Raises unless there is exactly one such purchase and one such member. Only the SQL editor may call it.
create function operations.hand_over(payment_reference text, member_email text)
returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  members constant uuid[] := array(
    select id from auth.users where lower(email) = lower(trim(member_email))
  );
  handed_over public.orders;
begin
  if cardinality(members) <> 1 then
    raise exception '% members have the address %', cardinality(members), member_email
      using errcode = 'no_data_found';
  end if;

  update public.orders as orders
  set
    user_id = members[1],
    -- The member may already have an order with this key, which is unique for each buyer.
    idempotency_key = gen_random_uuid()
  where orders.user_id is null
    and orders.id = (
      select order_id from public.payments
      where id = trim(payment_reference) and status in ('captured', 'refunded') and review is null
    )
  returning * into handed_over;

  if not found then
    raise exception 'payment % pays no order without an owner', payment_reference
      using errcode = 'no_data_found';
  end if;
  return handed_over;
end;
$$;

-- Rows from before this migration, as they would be recorded now.
update public.payments set email = private.payer_address(email)
where email is distinct from private.payer_address(email);

do $$
declare
  paid_twice public.orders;
begin
  for paid_twice in
    select orders.* from public.orders as orders
    where (
      select count(*) from public.payments as payments
      where payments.order_id = orders.id and payments.status in ('captured', 'refunded')
    ) > 1
    for update
  loop
    perform private.settle_order(paid_twice);
  end loop;
end;
$$;

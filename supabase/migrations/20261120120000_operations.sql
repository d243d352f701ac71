-- Views for the people who run the site. The REST API does not expose this schema: it is read in the
-- SQL editor, or over a connection of the service role. Amounts are in rupees, days are days in India.
create schema operations;
revoke all on schema operations from public;

-- Money received, by day and pack. Only payments that count are included; what was paid twice is in
-- refunds_due.
create view operations.sales with (security_invoker = true) as
select
  (coalesce(payments.provider_created_at, payments.created_at) at time zone 'Asia/Kolkata')::date
    as day,
  orders.pack,
  count(*) as orders,
  round(sum(payments.amount) / 100.0, 2) as received,
  round(sum(payments.amount_refunded) / 100.0, 2) as refunded,
  round(sum(payments.amount - payments.amount_refunded) / 100.0, 2) as kept
from public.orders as orders
join public.payments as payments on payments.order_id = orders.id
where payments.status in ('captured', 'refunded') and payments.review is null
group by 1, 2
order by 1 desc, 2;

-- Orders that can still be paid: a payment may arrive for five days, and the reconciler asks as long.
create view operations.open_orders with (security_invoker = true) as
select
  orders.created_at,
  date_trunc('second', now() - orders.created_at) as age,
  orders.status,
  orders.pack,
  round(orders.amount / 100.0, 2) as amount,
  orders.user_id is not null as by_member,
  count(payments.id) as attempts,
  max(payments.error_description) as last_error,
  orders.provider_order_id,
  orders.receipt,
  orders.id
from public.orders as orders
left join public.payments as payments on payments.order_id = orders.id
where orders.status in ('created', 'attempted')
  and orders.created_at > now() - interval '5 days'
group by orders.id
order by orders.created_at desc;

-- Payments a person has to look at, including those that are settled.
create view operations.flagged_payments with (security_invoker = true) as
select
  payments.created_at as noticed_at,
  case payments.review
    when 'duplicate_payment' then 'the order was paid twice'
    when 'amount_mismatch' then 'not the amount or currency of the order'
  end as why,
  payments.id as payment_id,
  payments.status,
  round(payments.amount / 100.0, 2) as amount,
  payments.currency,
  round(payments.amount_refunded / 100.0, 2) as refunded,
  round(orders.amount / 100.0, 2) as order_amount,
  orders.pack,
  orders.status as order_status,
  orders.provider_order_id,
  orders.id as order_id
from public.payments as payments
join public.orders as orders on orders.id = payments.order_id
where payments.review is not null
order by payments.created_at desc;

-- Money that is ours by mistake and was not refunded yet, the longest waiting first.
create view operations.refunds_due with (security_invoker = true) as
select
  payment_id,
  amount - refunded as due,
  currency,
  why,
  date_trunc('minute', now() - noticed_at) as waiting,
  provider_order_id,
  order_id
from operations.flagged_payments
where status = 'captured' and refunded < amount
order by noticed_at;

-- Events that fit none of our orders, or contradict the order or an earlier report of the payment.
create view operations.events_to_review with (security_invoker = true) as
select
  received_at,
  outcome,
  type,
  substring(body from '"(pay_[A-Za-z0-9]+)"') as payment_id,
  substring(body from '"order_id"\s*:\s*"([^"]+)"') as provider_order_id,
  id as event_id
from public.payment_events
where outcome in ('orphan', 'mismatch')
order by received_at desc;

-- How we learned of payments, by day. Many found by the reconciler, or no webhooks on a day with
-- callbacks, mean that webhooks do not arrive.
create view operations.webhook_health with (security_invoker = true) as
select
  (received_at at time zone 'Asia/Kolkata')::date as day,
  count(*) filter (where source = 'webhook') as webhooks,
  count(*) filter (where source = 'callback') as callbacks,
  count(*) filter (where source = 'reconcile' and outcome = 'applied') as found_by_reconciler,
  count(*) filter (where outcome = 'orphan') as orphans,
  count(*) filter (where outcome = 'mismatch') as mismatches,
  max(received_at) filter (where source = 'webhook') as last_webhook
from (
  select
    received_at,
    outcome,
    case
      when id like 'callback:%' then 'callback'
      when id like 'reconcile:%' then 'reconcile'
      else 'webhook'
    end as source
  from public.payment_events
) as events
group by 1
order by 1 desc;

-- Orders of people who were erased, whoever paid for them. Nothing here says who they were.
create table private.erased_orders (
  order_id uuid primary key references public.orders (id) on delete cascade,
  erased_at timestamptz not null default now()
);

alter table private.erased_orders enable row level security;

-- Payments by people who were erased, including those for somebody else's order.
create table private.erased_payments (
  payment_id text primary key references public.payments (id) on delete cascade,
  erased_at timestamptz not null default now()
);

alter table private.erased_payments enable row level security;

create function private.is_erased(order_id uuid, payment_id text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from private.erased_orders as erased where erased.order_id = is_erased.order_id
  ) or exists (
    select from private.erased_payments as erased where erased.payment_id = is_erased.payment_id
  );
$$;

-- The provider may still send events about an erased person's payments, such as refunds, with the
-- e-mail address and phone number. They are applied, and the personal data is dropped.
create function private.keep_erased_payment()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_erased(new.order_id, new.id) then
    new.email := null;
    new.contact := null;
    new.error_description := null;
  end if;
  return new;
end;
$$;

create trigger payments_keep_erased before insert or update on public.payments
  for each row execute function private.keep_erased_payment();

create function private.keep_erased_event()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.is_erased(new.order_id, new.payment_id) then
    new.body := private.without_person(new.body);
  end if;
  return new;
end;
$$;

create trigger payment_events_keep_erased before insert or update on public.payment_events
  for each row execute function private.keep_erased_event();

-- Removes the payer from these orders and from every payment made with the address, permanently.
-- Returns how many orders there were.
create function private.forget_payer(order_ids uuid[], address text)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  payment_ids constant text[] := array(
    select id from public.payments
    where order_id = any (order_ids) or lower(email) = lower(address)
  );
begin
  insert into private.erased_orders (order_id) select unnest(order_ids) on conflict do nothing;
  insert into private.erased_payments (payment_id) select unnest(payment_ids) on conflict do nothing;
  -- The triggers above remove personal data from every row that is updated.
  update public.payments set email = null where id = any (payment_ids);
  update public.payment_events set body = body
  where order_id = any (order_ids) or payment_id = any (payment_ids);
  return cardinality(order_ids);
end;
$$;

-- Visitors' orders with a payment made with this address, even a failed one.
create function private.orders_paid_by(address text)
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select orders.id
  from public.orders as orders
  where orders.user_id is null
    and exists (
      select from public.payments as payments
      where payments.order_id = orders.id and lower(payments.email) = lower(address)
    );
$$;

-- Every payment made with this address, for any order. The REST API has no exact filter that ignores
-- case.
create function public.payments_by(p_email text)
returns setof public.payments
language sql
stable
security definer
set search_path = ''
as $$
  select * from public.payments where lower(email) = lower(p_email) order by created_at, id;
$$;

-- The paths of all pictures of a member, at any depth.
create function public.pictures_of(p_user_id uuid)
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select name from storage.objects
    where bucket_id = 'profileimages' and (storage.foldername(name))[1] = p_user_id::text
    order by name
  );
$$;

-- Erases a member: the account with its sessions, the profile, and the payer's data in payments and
-- events, including payments made without signing in or for somebody else. Orders and payments stay in
-- the books without personal data, as the law requires (privacy policy, 'How long we keep it'). Only
-- the storage service can delete pictures, so this raises while one is left. Returns how many orders
-- stayed.
create function public.erase_member(p_user_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  member auth.users;
  kept integer;
begin
  select * into member from auth.users where id = p_user_id;
  if not found then
    raise exception 'there is no member %', p_user_id using errcode = 'no_data_found';
  end if;
  if cardinality(public.pictures_of(p_user_id)) > 0 then
    raise exception 'delete the pictures of % first', p_user_id using errcode = 'object_in_use';
  end if;

  kept := private.forget_payer(
    array(
      select id from public.orders where user_id = p_user_id
      union
      select private.orders_paid_by(member.email)
    ),
    member.email
  );
  -- Without an owner these orders count as visitors' orders, among which each key must be unique.
  update public.orders set idempotency_key = gen_random_uuid() where user_id = p_user_id;
  delete from auth.users where id = p_user_id;
  return kept;
end;
$$;

-- Erases a person without an account from every payment made with this address. Returns how many
-- visitors' orders stayed in the books; orders of members are not counted.
create function public.erase_payer(p_email text)
returns integer
language sql
security definer
set search_path = ''
as $$
  select private.forget_payer(array(select private.orders_paid_by(p_email)), p_email);
$$;

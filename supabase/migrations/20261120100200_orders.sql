-- Amounts are integers in paise (§9 lists the prices in rupees).

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  pack text not null,
  amount integer not null,
  currency text not null default 'INR' check (currency = 'INR'),
  status text not null default 'created'
    check (status in ('created', 'attempted', 'paid', 'partially_refunded', 'refunded')),
  receipt text not null unique check (char_length(receipt) <= 40),
  provider_order_id text unique,
  idempotency_key uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  constraint order_is_in_catalogue check (
    (pack, amount) in (('single', 69900), ('most-purchased', 99900), ('super-value', 239900))
  )
);

comment on table public.orders is 'One row per purchase that was begun; user_id is null for a visitor.';

-- A key is unique for each buyer; all visitors together count as one buyer, the nil UUID.
create unique index orders_buyer_idempotency_key on public.orders (
  coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid), idempotency_key
);
create index orders_user_id on public.orders (user_id);
-- The reconciler selects orders by status and age.
create index orders_status on public.orders (status, created_at);

create table public.payments (
  id text primary key,
  order_id uuid not null references public.orders (id),
  amount integer not null check (amount >= 0),
  currency text not null,
  status text not null
    check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  method text,
  amount_refunded integer not null default 0 check (amount_refunded between 0 and amount),
  error_code text,
  error_description text,
  email text,
  contact text,
  review text check (review in ('amount_mismatch', 'duplicate_payment')),
  provider_created_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on table public.payments is 'Attempts to pay an order; id is the provider''s payment id.';
comment on column public.payments.review is
  'Why a person must look: money that does not match the order, or paid twice (refund due).';

create index payments_order_id on public.payments (order_id);
create index payments_email on public.payments (lower(email));
create index payments_review on public.payments (review) where review is not null;

create table public.payment_events (
  id text primary key,
  type text not null,
  body text not null,
  outcome text,
  order_id uuid references public.orders (id) on delete set null,
  -- The provider's id; not a foreign key, because an event may come before its payment has a row.
  payment_id text,
  received_at timestamptz not null default now()
);

comment on table public.payment_events is
  'Every webhook, callback and reconciler finding as received; the id makes a repeat harmless.';

create index payment_events_order_id on public.payment_events (order_id);
create index payment_events_payment_id on public.payment_events (payment_id);

alter table public.orders enable row level security;
alter table public.payments enable row level security;
alter table public.payment_events enable row level security;

create policy "Members read their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));

create policy "Members read payments of their own orders" on public.payments
  for select to authenticated using (
    order_id in (select id from public.orders where user_id = (select auth.uid()))
  );

create function private.order_rank(status text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select array_position(
    array['created', 'attempted', 'paid', 'partially_refunded', 'refunded'], status
  );
$$;

-- Holds for everybody, the service role included: what was sold and for how much never changes, and
-- an order never goes back to an earlier status (§8.12).
create function private.guard_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.order_rank(new.status) < private.order_rank(old.status) then
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

create trigger orders_guard before update on public.orders
  for each row execute function private.guard_order();

create trigger orders_touch before update on public.orders
  for each row execute function private.touch_updated_at();

create trigger payments_touch before update on public.payments
  for each row execute function private.touch_updated_at();

-- Returns the order of this buyer and key, creating it if there is none. An existing order is returned
-- unchanged: the caller compares the amount. A visitor has no user id.
create function public.open_order(
  p_pack text, p_amount integer, p_idempotency_key uuid, p_user_id uuid default null
)
returns public.orders
language plpgsql
security definer
set search_path = ''
as $$
declare
  new_id constant uuid := gen_random_uuid();
  found_order public.orders;
begin
  insert into public.orders (id, user_id, pack, amount, receipt, idempotency_key)
  values (
    new_id, p_user_id, p_pack, p_amount, 'ac_' || replace(new_id::text, '-', ''), p_idempotency_key
  )
  on conflict (
    (coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid)), idempotency_key
  ) do nothing
  returning * into found_order;

  if found_order.id is null then
    select * into strict found_order
    from public.orders
    where user_id is not distinct from p_user_id and idempotency_key = p_idempotency_key;
  end if;
  return found_order;
end;
$$;

-- Links our order to the provider's. The first writer wins, and every caller gets the resulting row.
create function public.attach_provider_order(p_order_id uuid, p_provider_order_id text)
returns public.orders
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_order public.orders;
begin
  update public.orders set provider_order_id = p_provider_order_id
  where id = p_order_id and provider_order_id is null;

  select * into found_order from public.orders where id = p_order_id;
  if not found then
    raise exception 'there is no order %', p_order_id;
  end if;
  return found_order;
end;
$$;

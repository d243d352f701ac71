-- Packs, discount codes, orders, payments, the provider's events, and disputes. Amounts are whole numbers in paise (§9
-- lists the prices in rupees).

-- The packs. supabase/data.sql contains those on sale, and src/domain/packs/packs.ts has the same ones for the site.
create table private.packs (
  id text primary key,
  -- Mock interviews or group discussions, and how many people may share them.
  sessions integer not null check (sessions > 0),
  persons integer not null check (persons between 1 and 2),
  -- In paise; null once the pack is no longer sold. Its orders still refer to the pack.
  price integer
);

-- Every price that a pack has had, because orders keep the price at which they were made (§9.22).
create table private.pack_prices (
  pack text not null references private.packs (id),
  price integer not null check (price >= 100),

  primary key (pack, price)
);

-- Discount codes created by operators.
create table private.discount_codes (
  code text primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{3,19}$'),
  -- The pack that the code is for; null means every pack.
  pack text references private.packs (id),
  percent integer check (percent between 1 and 90),
  rupees integer check (rupees between 1 and 10000),
  -- The last day, in Indian time, on which the code can be used.
  until date,
  -- How many times the code can be used in total, and whether only once per person.
  uses integer check (uses between 1 and 100000),
  once boolean not null default false,
  audience text not null check (audience in ('everybody', 'members', 'address')),
  address text check (address = lower(address) and private.is_address(address)),
  note text check (char_length(note) <= 500),
  made_by integer references private.operators (id),
  made_at timestamptz not null default now(),
  ended_at timestamptz,

  constraint code_takes_off_one_thing check (num_nonnulls(percent, rupees) = 1),
  -- An erasure may remove the address from a code that has ended.
  constraint code_is_for_an_address check (
    case when audience = 'address' then num_nonnulls(address, ended_at) > 0 else address is null end
  )
);

create index discount_codes_made_at on private.discount_codes (made_at, code);
create index discount_codes_made_by on private.discount_codes (made_by);
create index discount_codes_address on private.discount_codes (address) where address is not null;
create index discount_codes_of_members on private.discount_codes (code)
  where audience = 'members' and ended_at is null;

-- Orders, one for each purchase that has begun. user_id is null for visitors.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  pack text not null,
  -- The pack's contents at the time of the order (§15.80). A trigger sets them.
  sessions integer not null default 1 check (sessions > 0),
  persons integer not null default 1 check (persons > 0),
  -- The amount to pay after the code's discount (§8.33).
  amount integer not null check (amount >= 100),
  discount integer not null default 0 check (discount >= 0),
  code text constraint orders_code references private.discount_codes,
  -- Until when an unpaid order reserves a use of its code.
  held_until timestamptz,
  currency text not null default 'INR' check (currency = 'INR'),
  status text not null default 'created'
    check (status in ('created', 'attempted', 'paid', 'partially_refunded', 'refunded')),
  receipt text not null unique check (char_length(receipt) <= 40),
  provider_order_id text unique,
  idempotency_key uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The keys that have reopened this order, latest first, including those from the member's other devices (§8.44).
  reopened_with uuid[] not null default '{}',
  price integer not null generated always as (amount + discount) stored,

  constraint order_is_in_catalogue foreign key (pack, price) references private.pack_prices (pack, price),
  constraint order_has_code_for_discount check (
    (discount > 0) = (code is not null) and (code is null) = (held_until is null)
  )
);

-- A key is unique for each buyer; all visitors count as one buyer, the nil UUID.
create unique index orders_buyer_idempotency_key on public.orders (
  coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid), idempotency_key
);
create index orders_user_id on public.orders (user_id);
create index orders_price on public.orders (pack, price);
-- For finding a code's uses, latest first.
create index orders_code on public.orders (code, created_at desc);
-- For finding an order by its short number (§8.29).
create index orders_number on public.orders (right(receipt, 8));
-- For finding orders by status and age, for the reconciler.
create index orders_status on public.orders (status, created_at);

-- Who has used a code that works once per person: a hash of the account's mailbox and the code, with a key that is kept
-- outside the database. The hash stays when the account is erased, so that no one can use the code again with a new
-- account (§8.43).
create table private.code_people (
  order_id uuid primary key references public.orders (id) on delete cascade,
  person_hash text not null check (person_hash ~ '^[0-9a-f]{64}$')
);

create index code_people_hash on private.code_people (person_hash);

-- A payment's or an order's status as operators see it: cancelling a purchase whose money never arrived closes both as
-- refunded, although nothing was refunded.
create function private.status_on_desk(status text, review text) returns text
language sql immutable set search_path = ''
return case when review = 'never_arrived' then review else status end;

-- Attempts to pay an order; id is the provider's payment id.
create table public.payments (
  id text primary key,
  order_id uuid not null references public.orders (id),
  amount integer not null check (amount >= 0),
  currency text not null,
  status text not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  method text,
  amount_refunded integer not null default 0 check (amount_refunded between 0 and amount),
  error_code text,
  error_description text,
  email text,
  contact text,
  -- Why the payment does not count: its money does not match the order, it is a second payment that must be refunded,
  -- or an operator recorded it by hand and its money never arrived.
  review text check (review in ('amount_mismatch', 'duplicate_payment', 'never_arrived')),
  provider_created_at timestamptz,
  created_at timestamptz not null default now()
);

create index payments_order_id on public.payments (order_id);
create index payments_email on public.payments (lower(email) text_pattern_ops);
create index payments_contact on public.payments (substring(regexp_replace(contact, '\D', '', 'g') from '.{10}$'));
-- For the desk's totals for the last days. For an index-only scan, the expression's columns must also be in the index.
create index payments_paid_at on public.payments (coalesce(provider_created_at, created_at))
  include (provider_created_at, created_at, amount) where status in ('captured', 'refunded') and review is null;
create index payments_review on public.payments (review) where review is not null;
create index payments_made_at on public.payments (coalesce(provider_created_at, created_at), id);
-- For the desk's list of the few payments that have not arrived or were refunded.
create index payments_status on public.payments (
  private.status_on_desk(status, review), coalesce(provider_created_at, created_at), id
) where private.status_on_desk(status, review) <> 'captured';

-- Erased people's orders, whoever paid for them. Nothing in this table identifies anyone, except the address of a
-- person with a payment in progress, as long as that money may still arrive (§18.95).
create table private.erased_orders (
  order_id uuid primary key references public.orders (id) on delete cascade,
  erased_at timestamptz not null default now(),
  address text
);

create index erased_orders_address on private.erased_orders (erased_at) where address is not null;

-- Payments by erased people, including payments for someone else's order.
create table private.erased_payments (
  payment_id text primary key references public.payments (id) on delete cascade,
  erased_at timestamptz not null default now()
);

-- Every webhook, callback and reconciler result, as received. The id makes repeats harmless.
create table public.payment_events (
  id text primary key,
  type text not null,
  body text not null,
  outcome text,
  order_id uuid references public.orders (id) on delete set null,
  -- The provider's id. No foreign key, because an event may arrive before its payment has a row.
  payment_id text,
  received_at timestamptz not null default now(),
  -- When an operator settled an event that needed a review.
  settled_at timestamptz
);

create index payment_events_order_id on public.payment_events (order_id);
create index payment_events_payment_id on public.payment_events (payment_id);
create index payment_events_received_at on public.payment_events (received_at) include (outcome, id);
create index payment_events_to_review on public.payment_events (received_at)
  where outcome in ('orphan', 'mismatch') and settled_at is null;

-- Disputes at the payer's bank (§17.14), as the provider last reported them.
create table private.disputes (
  id text primary key check (char_length(id) <= 100),
  -- The provider's id. No foreign key, because a report may arrive before its payment has a row.
  payment_id text not null,
  order_id uuid references public.orders (id),
  amount integer not null check (amount >= 0),
  status text not null check (status in ('open', 'action_required', 'under_review', 'won', 'lost', 'closed')),
  reason text check (char_length(reason) <= 200),
  respond_by timestamptz,
  -- When the provider made the report in this row.
  reported_at timestamptz not null default now(),
  noted_at timestamptz not null default now(),
  ended_at timestamptz
);

create index disputes_payment on private.disputes (payment_id);
create index disputes_order on private.disputes (order_id);

alter table public.orders enable row level security;
alter table public.payments enable row level security;
alter table public.payment_events enable row level security;

create policy "Members read their own orders" on public.orders
  for select to authenticated using (user_id = (select private.member()));

create policy "Members read payments of their own orders" on public.payments
  for select to authenticated using (
    order_id in (select id from public.orders where user_id = (select private.member()))
  );

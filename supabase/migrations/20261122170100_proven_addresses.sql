-- Who owns an address is proven by our own single-use link, and by nothing else (§15.29, §15.30). The
-- account service's confirmation is a setting: it may be off, and a change of address may be confirmed
-- by the old address alone.

create table private.proven_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  address text not null check (address = lower(address)),
  proven_at timestamptz not null default now(),
  primary key (user_id, address)
);

comment on table private.proven_addresses is 'Addresses whose owner answered our link with this account.';

create index proven_addresses_address on private.proven_addresses (address);

alter table private.proven_addresses enable row level security;

-- Links that were sent and not used. Only the hash of a token is kept.
create table private.address_proofs (
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  address text not null,
  expires_at timestamptz not null,
  constraint newest_link_counts unique (user_id, address)
);

alter table private.address_proofs enable row level security;

-- The signed-in member; refuses everybody else.
create function private.member()
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
  if (select auth.uid()) is null then
    raise exception 'not_signed_in' using errcode = 'insufficient_privilege';
  end if;
  return (select auth.uid());
end;
$$;

create function private.token_hash(token text)
returns bytea
language sql
immutable
set search_path = ''
as $$
  select sha256(convert_to(token, 'UTF8'));
$$;

-- Counts something a member does against a limit for a day; refuses above it, with this code.
create function private.limit_daily(
  purpose text, who text, most integer, code text default 'too_many_today'
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.within_limit(
    limit_daily.purpose,
    encode(private.token_hash(limit_daily.who), 'hex'),
    limit_daily.most,
    interval '1 day'
  ) then
    perform private.refuse(limit_daily.code);
  end if;
end;
$$;

create function private.has_proven(user_id uuid, address text)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from private.proven_addresses as proven
    where proven.user_id = has_proven.user_id and proven.address = lower(has_proven.address)
  );
$$;

-- Sends a link by which the member proves an address: the one of the account, unless another is given. It
-- works once, for 24 hours, and only in the account that asked: whoever else opens it proves nothing to
-- that account. Five a day for a member, and five for an address. Returns {address, state: sent|proven}.
create function public.ask_address_proof(p_address text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  own auth.users;
  wanted text;
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  expires constant timestamptz := now() + interval '24 hours';
begin
  select * into own from auth.users where id = member;
  wanted := lower(trim(coalesce(p_address, own.email)));
  if wanted is null or not private.is_address(wanted) then
    perform private.refuse('address_not_valid');
  end if;
  if private.has_proven(member, wanted) then
    return jsonb_build_object('address', wanted, 'state', 'proven');
  end if;
  perform private.limit_daily('address proof', member::text, 5);
  perform private.limit_daily('address proof', wanted, 5);

  insert into private.address_proofs (token_hash, user_id, address, expires_at)
  values (private.token_hash(token), member, wanted, expires)
  on conflict on constraint newest_link_counts do update
  set token_hash = excluded.token_hash, expires_at = excluded.expires_at;

  perform private.queue_mail(
    'address_proof',
    wanted,
    jsonb_build_object(
      'user_id', member,
      'name', (select nullif(firstname, '') from public.profiles where id = member),
      'address', wanted,
      'token', token,
      'expires_at', expires
    ),
    'address_proof ' || encode(private.token_hash(token), 'hex'),
    0,
    not_after => expires
  );
  return jsonb_build_object('address', wanted, 'state', 'sent');
end;
$$;

-- Spends a link. Raises link_not_valid for one that is unknown, used or too old, and other_account for
-- one that another account asked for. Returns the address.
create function public.redeem_address_proof(p_token text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  proof private.address_proofs;
begin
  select * into proof from private.address_proofs
  where token_hash = private.token_hash(p_token)
  for update;
  if proof.token_hash is null or proof.expires_at < now() then
    perform private.refuse('link_not_valid');
  end if;
  if proof.user_id <> member then
    perform private.refuse('other_account');
  end if;
  delete from private.address_proofs where token_hash = proof.token_hash;
  insert into private.proven_addresses (user_id, address) values (member, proof.address)
  on conflict do nothing;
  return proof.address;
end;
$$;

-- Purchases made without an account that the signed-in member may claim (§8.21): the payment that counts
-- carries an address that the member has proven.
create or replace function public.claimable_orders()
returns setof public.orders
language sql
stable
security definer
set search_path = ''
as $$
  select orders.*
  from public.orders as orders
  where orders.user_id is null
    and orders.status in ('paid', 'partially_refunded', 'refunded')
    and exists (
      select from public.payments as payments
      join private.proven_addresses as proven on proven.address = lower(payments.email)
      where payments.order_id = orders.id
        and payments.status in ('captured', 'refunded')
        and payments.review is null
        and proven.user_id = (select auth.uid())
    )
  order by orders.created_at desc;
$$;

comment on table private.changed_addresses is
  'Decides nothing any more: only our own link proves an address. Kept, because applied migrations name it.';

-- Discount codes (§8.31 to §8.38). An order keeps its discount, and a code's uses are its orders, so there is no
-- counter that could go wrong. Every function that reserves a use or pays for one locks the code before any order.

-- A price in paise after a code's discount, or unchanged if there is no code: in whole rupees, rounded in the buyer's
-- favour, and at least one rupee.
create function private.price_with(known private.discount_codes, price integer) returns integer
language sql immutable set search_path = ''
return case
  when known.code is null then price
  else greatest(100, coalesce(price * (100 - known.percent) / 10000 * 100, price - known.rupees * 100))
end;

-- The orders that count as a use of their code (§8.33): paid, even if refunded since, or with a reservation that is
-- still valid.
create view private.code_uses with (security_invoker = true) as
select id, user_id, code, amount, discount, status not in ('created', 'attempted') as is_paid
from public.orders
where code is not null and (status not in ('created', 'attempted') or held_until > now());

-- Whether a code has a use left for a member, or for anyone's order `own`. A use already reserved for them does not
-- count against them. A code that works once per person has no use left for someone who used it in another order:
-- through an account with the same mailbox, in any spelling and even if the account has been closed since, or in a
-- payment with an address that the member has verified. When a payment is applied, its order is passed. A price check
-- has no order yet, only the person's hash; then other accounts count only if the member has verified the address, so
-- that no one learns what a stranger bought.
create function private.may_use(
  known private.discount_codes, member uuid, own uuid default null, asking_hash text default null
) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  if known.once and (
    exists (
      select from public.profiles as profiles
      join public.profiles as same
        on private.person_of_address(same.email) = private.person_of_address(profiles.email)
      join private.code_uses as used on used.user_id = same.id
      where profiles.id = member and used.code = known.code and used.is_paid and used.id is distinct from own
        and (same.id = member or own is not null or private.has_proven(member, profiles.email))
    ) or exists (
      select from private.proven_addresses as proven
      join public.payments as payments on lower(payments.email) = proven.address
      join private.code_uses as used on used.id = payments.order_id
      where proven.user_id = member and used.code = known.code and used.is_paid and used.id is distinct from own
        and payments.status in ('captured', 'refunded')
    ) or (own is not null or private.has_proven_account(member)) and exists (
      select from private.code_people as people
      join private.code_uses as used on used.id = people.order_id
      where people.person_hash = coalesce(
          asking_hash, (select person_hash from private.code_people where order_id = own)
        ) and used.code = known.code and used.is_paid and used.id is distinct from own
    )
  ) then
    return false;
  end if;
  return known.uses is null
    or exists (select from private.code_uses where id = own)
    or known.uses > (
      select count(*) from private.code_uses as used
      where used.code = known.code and used.id is distinct from own
        and (used.is_paid or (used.user_id = member) is not true)
    );
end;
$$;

-- Why a code cannot be used for a pack; null if it can. A code that belongs to someone else's address is treated as
-- unknown.
create function private.code_refusal(
  known private.discount_codes, pack text, member uuid, asking_hash text default null
) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when known.code is null
      or known.audience = 'address' and not private.has_proven(member, known.address) then 'code_not_valid'
    when known.ended_at is not null or known.until < private.india_day(now()) then 'code_ended'
    when known.pack <> code_refusal.pack then 'code_for_another_pack'
    when member is null and (known.audience = 'members' or known.once) then 'code_for_members'
    when not private.may_use(known, member, null, asking_hash) then 'code_used_up'
  end;
end;
$$;

-- Reserves a use of a code for an unpaid order. The reservation is short if others may want the use, because reserving
-- costs nothing. Ends the reservations of the member's other orders, with effect from their creation, so that
-- concurrent transactions see them as ended too. The caller has locked the code and checked may_use.
create function private.claim_use(known private.discount_codes, sold public.orders) returns void
language sql set search_path = '' as $$
  update public.orders as orders
  set held_until = case
    when orders.id <> sold.id then orders.created_at
    else now() + private.period(
      case when known.uses is null or known.audience = 'address' then 'open payment' else 'code held' end
    )
  end
  where orders.code = known.code and orders.status in ('created', 'attempted')
    and (orders.id = sold.id or orders.user_id = sold.user_id and orders.held_until > now());
$$;

-- Whether an unpaid order received money that did not buy anything and will be refunded (§8.15).
create function private.money_goes_back(sold public.orders) returns boolean
language sql stable set search_path = ''
return sold.status in ('created', 'attempted') and exists (
  select from public.payments where order_id = sold.id and status in ('captured', 'refunded')
);

-- Returns the order that this buyer began under this key, or else a recent order from a member's other device for the
-- same pack, price and code (§8.44); nulls if there is none. A visitor has no user id. Raises already_paid, and
-- idempotency_mismatch if the key belongs to another pack, price or code, or to an order whose money is being refunded.
create function private.begun_order(p_key uuid, p_user_id uuid, p_pack text, p_price integer, p_code text)
returns public.orders
language plpgsql stable set search_path = '' as $$
declare
  begun public.orders;
begin
  select * into begun from public.orders
  where coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid)
      = coalesce(p_user_id, '00000000-0000-0000-0000-000000000000'::uuid)
    and idempotency_key = p_key;
  if not found then
    select orders.* into begun
    from public.orders as orders
    where orders.user_id = p_user_id and (
      p_key = any (orders.reopened_with)
      or orders.status in ('created', 'attempted') and not private.money_goes_back(orders)
        and orders.updated_at > now() - private.period('payment in flight')
        and (orders.pack, orders.price, orders.code) is not distinct from (p_pack, p_price, p_code)
    )
    order by (p_key = any (orders.reopened_with)) is true desc, orders.updated_at desc, orders.created_at desc
    limit 1;
  end if;
  perform private.refuse_when(
    'idempotency_mismatch',
    found and (
      (begun.pack, begun.price, begun.code) is distinct from (p_pack, p_price, p_code)
      or private.money_goes_back(begun)
    )
  );
  perform private.refuse_when('already_paid', begun.status not in ('created', 'attempted'));
  return begun;
end;
$$;

-- Counts a purchase that begins with a code of limited uses, or that continues after its reservation has ended, so that
-- no one can block a code without paying (§8.36). `person` (a verified mailbox or else an account) may begin five such
-- purchases a day. Buyers without a verified address also share their network's limit: five an hour or a quarter of the
-- uses, whichever is more, and four times as many a day. Returns the refusal; null if the purchase may begin.
create function private.begin_use(known private.discount_codes, person text, network text) returns text
language plpgsql set search_path = '' as $$
declare
  purpose constant text := 'code begun ' || known.code;
  share constant integer := greatest(5, known.uses / 4);
begin
  if person is not null
    and not private.within_limit(purpose, person, private.daily_limit('code begun'), interval '1 day')
  then
    return 'too_many_begun_today';
  end if;
  if network is not null then
    if not private.within_limit(purpose || ' a day', network, 4 * share, interval '1 day') then
      perform private.uncount(purpose, person, interval '1 day');
      return 'too_many_begun';
    elsif not private.within_limit(purpose, network, share, interval '1 hour') then
      perform private.uncount(purpose || ' a day', network, interval '1 day');
      perform private.uncount(purpose, person, interval '1 day');
      return 'too_many_begun';
    end if;
  end if;
  return null;
end;
$$;

-- The amount that this buyer pays for a pack of this price with a code: {"amount": …} in paise, or {"refused": why}.
-- For a code that works once per person, first returns {"person": …}, the account's mailbox, and expects its keyed hash
-- on the next call (§8.43). Counts wrong codes, so that no one can guess a code: a member's against the account, a
-- visitor's against the network. Without a verified address, an account's wrong codes also count against the network,
-- separately from visitors', because anyone can open such accounts. The limit does not apply to a correct code that
-- only this member may use, because the member knows it already. Returns refusals instead of raising them, because
-- raising would undo the count. With the key of a purchase, accepts a code that its order already uses; otherwise
-- private.begin_use counts.
create function public.check_code(
  p_code text, p_pack text, p_amount integer,
  p_user_id uuid default null, p_caller text default null, p_key uuid default null, p_person_hash text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account constant text := encode(private.token_hash(p_user_id::text), 'hex');
  begun constant public.orders := private.begun_order(p_key, p_user_id, p_pack, p_amount, p_code);
  is_proven constant boolean := coalesce(private.has_proven_account(p_user_id), false);
  network constant text := case when not is_proven then p_caller end;
  by_network constant text := case when account is null then 'discount code' else 'discount code of account' end;
  person constant text := (
    select private.person_of_address(users.email) from auth.users as users where users.id = p_user_id
  );
  known private.discount_codes;
  refusal text;
begin
  if exists (select from private.code_uses where id = begun.id) then
    return jsonb_build_object('amount', begun.amount);
  end if;
  select * into known from private.discount_codes where code = p_code;
  if known.once and person is not null and p_person_hash is null then
    return jsonb_build_object('person', person);
  end if;
  refusal := private.code_refusal(known, p_pack, p_user_id, p_person_hash);
  if refusal is not null or known.audience = 'everybody' then
    if account is not null and not private.within_limit(
      'discount code', account, private.daily_limit('discount code'), interval '1 day'
    ) then
      return jsonb_build_object('refused', 'too_many_requests');
    end if;
    -- High enough for a lecture hall: 300 people behind one network address may each mistype two codes.
    if network is not null and not private.within_limit(by_network, network, 600, interval '1 hour') then
      -- If the network's limit is used up, that is not the member's fault.
      perform private.uncount('discount code', account, interval '1 day');
      return jsonb_build_object('refused', 'too_many_requests');
    end if;
    if refusal is not null then
      return jsonb_build_object('refused', refusal);
    end if;
    perform private.uncount(by_network, network, interval '1 hour');
    perform private.uncount('discount code', account, interval '1 day');
  end if;
  if p_key is not null and known.uses is not null and known.audience <> 'address' then
    refusal := private.begin_use(
      known, case when is_proven then encode(private.token_hash(person), 'hex') else account end, network
    );
    if refusal is not null then
      return jsonb_build_object('refused', refusal);
    end if;
  end if;
  return jsonb_build_object('amount', private.price_with(known, p_amount));
end;
$$;

-- Whether a payment would still pay for an open order. It would not if the buyer was erased (§18.95), or if the
-- reservation has ended and the code has no use left. A code that has ended still applies.
create function public.may_be_paid(p_order_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (orders.code is null or private.may_use(codes, orders.user_id, orders.id))
    and not exists (select from private.erased_orders as erased where erased.order_id = orders.id)
  from public.orders as orders
  left join private.discount_codes as codes on codes.code = orders.code
  where orders.id = p_order_id;
$$;

-- The logged-in member's best code for each pack among the codes for all members: [{pack, code, amount}], in paise.
create function public.my_prices() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
begin
  return to_jsonb(array(
    select to_jsonb(best) from (
      select distinct on (packs.id)
        packs.id as pack, codes.code, private.price_with(codes, packs.price) as amount
      from private.discount_codes as codes
      join private.packs as packs on packs.price is not null and coalesce(codes.pack, packs.id) = packs.id
      where codes.audience = 'members' and codes.ended_at is null
        and private.code_refusal(codes, packs.id, member) is null
      order by packs.id, amount, codes.code
    ) as best
  ));
end;
$$;

-- Converts a code to the form in which it is stored: capitals, no spaces (§8.31).
create function private.clean_discount_code(code text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  regexp_replace(
    upper(
      replace(
        regexp_replace(
          private.clean_code(code), '^((use |promo |discount )*(coupon|code) )+(?=.*[a-z])', '', 'i'
        ),
        ' ', ''
      )
    ),
    '^.*:', ''
  ),
  '^[!-/:-@[-`{-~।،۔]+|[!-/:-@[-`{-~।،۔]+$', '', 'g'
);

-- Creates a code for rupees or percent off one pack or all packs, for everyone, all logged-in members, or one person. A
-- person's code works only for an account that has verified the address, and only once unless `uses` says otherwise.
-- Without `code`, creates one that no one can guess.
create function operations.add_code(
  rupees integer default null, percent integer default null, audience text default 'everybody',
  code text default null, pack text default null, until date default null, uses integer default null,
  once boolean default false, address text default null, note text default null
) returns text
language plpgsql set search_path = '' as $$
declare
  made text;
  cheapest integer;
begin
  select min(packs.price) into cheapest from private.packs as packs
  where add_code.pack is null or packs.id = add_code.pack;
  perform private.stop_when(cheapest is null, 'We have no such pack. Choose one from the list.', 'pack');
  perform private.stop_when(
    add_code.rupees::bigint * 100 >= cheapest,
    format('Rs %s is a pack''s whole price or more. Leave at least one rupee to pay.', add_code.rupees), 'rupees'
  );
  perform private.refuse_past(add_code.until, 'until');
  perform private.refuse_when(
    'code_ends_too_late', not private.is_within_days(add_code.until, 730), field => 'until'
  );
  perform private.stop_when(
    add_code.audience = 'address' and add_code.until is null, 'A code for one person needs a last day.', 'until'
  );
  perform private.refuse_when(
    'code_is_for_an_address', (add_code.audience = 'address') <> (coalesce(add_code.address, '') <> ''),
    field => 'address'
  );
  insert into private.discount_codes (code, pack, percent, rupees, until, uses, once, audience, address, note, made_by)
  values (
    coalesce(
      private.clean_discount_code(add_code.code),
      upper(translate(left(replace(gen_random_uuid()::text, '-', ''), 10), '01', 'xy'))
    ),
    add_code.pack, add_code.percent, add_code.rupees, add_code.until,
    coalesce(add_code.uses, case add_code.audience when 'address' then 1 end), add_code.once, add_code.audience,
    private.clean_address(add_code.address), private.clean_paragraphs(add_code.note), private.acting_operator()
  )
  returning discount_codes.code into made;
  perform private.log_action('add_code', made);
  return format(
    'Made: %s takes %s off %s, for %s, %s, %s.',
    case
      when add_code.code is null and current_setting('desk.tries', true) = 'true' then 'A code that no one can guess'
      else made
    end,
    coalesce(add_code.percent || '%', 'Rs ' || add_code.rupees),
    coalesce(initcap(replace(add_code.pack, '-', ' ')), 'every pack'),
    case add_code.audience
      when 'everybody' then 'everyone' when 'members' then 'all members' else add_code.address
    end,
    concat_ws(
      ' and ',
      case when add_code.once then 'once for each person' end,
      case
        when coalesce(add_code.uses, case add_code.audience when 'address' then 1 end) is not null
          then format('%s times in all', coalesce(add_code.uses, 1))
        when not add_code.once then 'as often as they like'
      end
    ),
    coalesce('until ' || private.said_day(add_code.until), 'with no last day')
  );
end;
$$;

-- Ends a code. Purchases that have begun with it keep the reduced price as long as their reservation lasts.
create function operations.end_code(code text) returns text
language plpgsql set search_path = '' as $$
declare
  ended constant text := private.clean_discount_code(end_code.code);
begin
  update private.discount_codes as codes set ended_at = now()
  where codes.code = ended and codes.ended_at is null;
  perform private.stop_when(not found, case
    when exists (select from private.discount_codes as codes where codes.code = ended)
      then 'This code has already ended.'
    else 'We have no such code. Check the spelling.'
  end, 'code');
  perform private.log_action('end_code', ended);
  return format('%s has ended. Purchases already started with it can still be paid.', ended);
end;
$$;

-- Discount codes, each with the payments of its latest 20 uses. The desk splits the list into pages by made_at and
-- code.
create view operations.discount_codes with (security_invoker = true) as
select
  codes.made_at, codes.code,
  coalesce(codes.percent || '%', 'Rs ' || codes.rupees) as takes_off,
  codes.pack, codes.audience,
  private.safe_cell(codes.address) as address,
  codes.once, codes.until, codes.uses, used.paid, used.waiting, used.given,
  array(
    select payments.id
    from public.orders as orders
    join public.payments as payments on payments.order_id = orders.id
    where orders.code = codes.code
      and payments.status in ('captured', 'refunded') and payments.review is null
    order by orders.created_at desc
    limit 20
  ) as payments,
  private.safe_cell(codes.note) as note,
  operators.name as made_by, codes.ended_at
from private.discount_codes as codes
left join private.operators as operators on operators.id = codes.made_by
cross join lateral (
  select
    count(*) filter (where uses.is_paid) as paid,
    count(*) filter (where not uses.is_paid) as waiting,
    round(coalesce(sum(uses.discount) filter (where uses.is_paid), 0) / 100.0, 2) as given
  from private.code_uses as uses
  where uses.code = codes.code
) as used;

-- Discount codes made for any of these addresses, for the export.
create function private.codes_of(addresses text[]) returns jsonb[]
language sql stable set search_path = ''
return array(
  select to_jsonb(given) from (
    select code, pack, percent, rupees, until, address, made_at, ended_at
    from private.discount_codes
    where address = any (addresses)
    order by made_at, code
  ) as given
);

-- Ends the codes made for an address, and erases the address and the note.
create function private.forget_codes(address text) returns void
language sql set search_path = '' as $$
  update private.discount_codes as codes
  set ended_at = coalesce(codes.ended_at, now()), address = null, note = null
  where codes.address = lower(forget_codes.address);
$$;

-- For each code that ended long enough ago, erases the person's address and the note, and the hashes of the code's
-- users; hashes of unpaid purchases are erased sooner. Returns the number of codes.
create function public.forget_old_codes() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  forgotten integer;
begin
  delete from private.code_people as people
  using public.orders as orders, private.discount_codes as codes
  where orders.id = people.order_id and codes.code = orders.code and (
    least(codes.ended_at, private.end_of_india_day(codes.until)) < now() - private.keep_for('code of a person')
    or orders.status in ('created', 'attempted')
      and greatest(orders.created_at, orders.held_until) < now() - private.period('late payment')
  );
  update private.discount_codes set ended_at = coalesce(ended_at, now()), address = null, note = null
  where address is not null
    and least(ended_at, private.end_of_india_day(until)) < now() - private.keep_for('code of a person');
  get diagnostics forgotten = row_count;
  return forgotten;
end;
$$;

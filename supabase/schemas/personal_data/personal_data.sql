-- A person's rights: closing an account (§18.30 to §18.36), erasing a person, and the export (§18.40). A member who
-- closes the account and an operator who erases somebody run the same steps (functions/_lib/personal-data/member-rights.ts).

-- What the signed-in member loses by closing the account (§18.31).
create function public.what_closing_ends() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'packs', array(
      select jsonb_build_object(
        'pack', packs.pack -> 'pack',
        'remaining', packs.pack -> 'remaining',
        'valid_until', packs.pack -> 'valid_until',
        'role', packs.pack -> 'role',
        'is_shared', coalesce(packs.pack #>> '{second,state}' <> 'none', false)
      )
      from unnest(private.packs_json(array(select private.packs_of(member)), member)) as packs (pack)
      where (packs.pack ->> 'is_valid')::boolean and (packs.pack ->> 'remaining')::integer > 0
    ),
    'free_interview', (private.free_json(member) ->> 'state') = 'granted',
    'bookings', array(
      select jsonb_build_object('kind', slots.kind, 'starts_at', bookings.starts_at)
      from private.bookings as bookings
      join private.slots as slots on slots.id = bookings.slot_id
      where bookings.member_id = member
        and bookings.state = 'booked' and bookings.starts_at > now()
      order by bookings.starts_at
    ),
    'guest_bookings', (
      select count(*)
      from private.bookings as bookings
      join public.orders as orders on orders.id = bookings.order_id
      where orders.user_id = member and bookings.member_id <> member
        and bookings.state = 'booked' and bookings.starts_at > now()
    ),
    'feedback', (
      select count(distinct feedback.booking_id)
      from private.feedback as feedback
      join private.bookings as bookings on bookings.id = feedback.booking_id
      where bookings.member_id = member
    ),
    'files', (select count(*) from private.files where owner_id = member),
    'loan_group', (
      select intake_year from private.loan_requests where member_id = member and left_at is null
    ),
    'lenders', array(
      select distinct lenders.name
      from private.loan_choices as choices
      join private.lenders as lenders on lenders.id = choices.lender_id
      where choices.member_id = member and private.is_with_lender(choices.state)
      order by lenders.name
    )
  )
  from private.member() as member;
$$;

-- Erases the payer from these orders, from every payment made with the address, from the mails, and from messages and
-- discount codes, permanently. Returns how many orders.
create function private.forget_payer(order_ids uuid[], address text) returns integer
language plpgsql set search_path = '' as $$
declare
  payment_ids constant text[] := array(
    select id from public.payments
    where order_id = any (order_ids) or lower(email) = lower(address)
  );
begin
  insert into private.erased_orders (order_id) select unnest(order_ids) on conflict do nothing;
  insert into private.erased_payments (payment_id) select unnest(payment_ids) on conflict do nothing;
  -- Triggers of both tables remove personal data from every row that is updated.
  update public.payments set email = null where id = any (payment_ids);
  update public.payment_events set body = body
  where order_id = any (order_ids) or payment_id = any (payment_ids);
  perform private.forget_mails_to(order_ids, address);
  perform private.forget_messages_of(address);
  perform private.forget_codes(address);
  delete from private.mailed_links as links
  where links.purpose <> 'address_proof' and links.address = lower(forget_payer.address)
    or links.purpose = 'receipt' and links.order_id = any (order_ids);
  return cardinality(order_ids);
end;
$$;

-- Erases a person without an account from every payment made with this address. Returns how many visitors' orders
-- stay in the books; members' orders are not counted.
create function public.erase_payer(p_email text) returns integer
language sql security definer set search_path = ''
return private.forget_payer(array(select private.orders_paid_by(p_email)), p_email);

-- Erases an account. Of what was paid without signing in, only what is certainly theirs is erased, because anybody can
-- sign up with a stranger's address; all of it if an operator has checked that the request came from the account's
-- address. Raises while a picture or a file is left. Returns how many orders stay in the books.
create function public.erase_account(p_user_id uuid, p_is_checked boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  member auth.users;
  checked text;
  kept integer;
  own text;
begin
  select * into member from auth.users where id = p_user_id;
  if not found then
    raise exception 'there is no member %', p_user_id using errcode = 'no_data_found';
  end if;
  checked := case when p_is_checked then member.email end;
  -- Keeps uploads out until the account is gone.
  perform private.lock_folder('profileimages', p_user_id::text);
  perform private.lock_folder('files', p_user_id::text);
  if cardinality(public.pictures_of(p_user_id)) > 0 then
    raise exception 'delete the pictures of % first', p_user_id using errcode = 'object_in_use';
  end if;
  if cardinality(public.file_paths_of(p_user_id)) > 0 then
    raise exception 'delete the files of % first', p_user_id using errcode = 'object_in_use';
  end if;

  perform private.forget_bookings(p_user_id);
  perform private.forget_loans(p_user_id);
  perform private.forget_refunds(p_user_id);
  kept := private.forget_payer(
    array(
      select id from public.orders where user_id = p_user_id
      union
      select private.orders_paid_by(checked)
    ),
    checked
  );
  -- What was paid with other verified addresses, and links that others had sent there.
  for own in select private.own_addresses(p_user_id) loop
    perform private.forget_payer(array(select private.orders_paid_by(own)), own);
    delete from private.mailed_links where purpose = 'address_proof' and address = own;
  end loop;
  perform private.forget_mails_to('{}', null, p_user_id);
  delete from auth.users where id = p_user_id;
  -- The last mail (§18.35). It names no account, so that the erasure spares it; forget_mails erases it once it is
  -- sent. Nothing is sent to an address that was never confirmed.
  if member.email_confirmed_at is not null then
    perform private.queue_mail(
      'account_closed', member.email, jsonb_build_object('closed_at', now()),
      'account_closed ' || member.id, 0, not_after => now() + interval '7 days'
    );
  end if;
  return kept;
end;
$$;

-- What the signed-in member agreed to: terms at sign-up and for a shared pack, and consents of the loan circle.
create function public.my_consents() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'terms', private.accepted_terms_json(member),
    'shared_packs', array(
      select second.accepted_at
      from private.second_persons as second
      where second.member_id = member and second.accepted_at is not null
      order by second.accepted_at
    ),
    'loan', array(
      select private.consent_json(consents)
      from private.consents as consents where consents.member_id = member
      order by consents.given_at desc
    )
  )
  from private.member() as member;
$$;

-- Mails to these addresses, for the export, without the tokens of their links: an export must not verify an address
-- (§18.42). A member also gets the mails to the account's address that name the account.
create function private.mails_of(addresses text[], member public.profiles default null)
returns jsonb[]
language sql stable set search_path = ''
return array(
  select to_jsonb(mails) from (
    select kind, recipient, payload - 'token' as payload, created_at, sent_at
    from private.outbox
    where lower(recipient) = any (addresses || lower(member.email))
      and (lower(recipient) = any (addresses) or payload ->> 'user_id' = member.id::text)
    order by created_at, id
  ) as mails
);

-- Packs bought without signing in, with the payments made with these addresses.
create function private.orders_without_account(addresses text[]) returns json[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select to_json(bought)
    from (
      select
        id, pack, amount, discount, code, currency, status, receipt, created_at,
        array(
          select to_json(payments) from public.payments as payments
          where payments.order_id = orders.id and lower(payments.email) = any (addresses)
          order by payments.created_at, payments.id
        ) as payments
      from public.orders as orders
      where user_id is null
        and id in (select order_id from public.payments where lower(email) = any (addresses))
    ) as bought
    order by bought.created_at, bought.id
  );
end;
$$;

-- Payments made with these addresses for other members' orders: only the payments are the person's.
create function private.payments_for_others(addresses text[], p_user_id uuid) returns json[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select to_json(payments) from public.payments as payments
    join public.orders as orders on orders.id = payments.order_id
    where lower(payments.email) = any (addresses)
      and orders.user_id is not null and orders.user_id is distinct from p_user_id
    order by payments.created_at, payments.id
  );
end;
$$;

-- Which member an entry of the account log is about. We cannot index that log, and an export must not read it all.
create table private.log_entries (
  entry_id uuid primary key references auth.audit_log_entries (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade
);

create index log_entries_user on private.log_entries (user_id);

-- Never raises, and looks the member up by key, because a log-in depends on it.
create function private.follow_log() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := new.payload ->> 'actor_id';
begin
  insert into private.log_entries (entry_id, user_id)
  select new.id, id from auth.users where id = case
    when actor ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then actor::uuid
  end;
  return null;
exception when others then
  raise warning 'an entry of the account log was not noted: %', sqlerrm;
  return null;
end;
$$;

create trigger follow_log after insert on auth.audit_log_entries
  for each row execute function private.follow_log();

-- Whether a member may download the export again: ten times a day (§18.90). Counts the download.
create function public.may_export(p_user_id uuid) returns boolean
language sql security definer set search_path = ''
return private.within_limit(
  'export', encode(private.token_hash(p_user_id::text), 'hex'), private.daily_limit('export'),
  interval '1 day'
);

-- Everything that is kept about a person (§18.40). By id for the member, with what was paid or written without
-- signing in only from verified addresses (§18.42). By address for the operator, who has checked that the request
-- came from it, even without an account. Null for an unknown id. json and not jsonb, to keep the order of the keys.
-- Its plans are kept, as those of pack_balances.
create function public.export_member(p_user_id uuid default null, p_email text default null)
returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  asked constant text[] := array_remove(array[lower(p_email)], null);
  member public.profiles;
  addresses text[];
begin
  select * into member from public.profiles
  where id = coalesce(p_user_id, (select id from public.profiles where lower(email) = lower(p_email)));
  addresses := asked || array(select private.own_addresses(member.id));
  if member.id is null then
    return case when p_email is not null then json_build_object(
      'profile', null,
      'ordersWithoutAccount', private.orders_without_account(asked),
      'paymentsForOthers', private.payments_for_others(asked, null),
      'discountCodes', private.codes_of(asked),
      'messages', private.messages_of(null, asked),
      'mails', private.mails_of(asked)
    ) end;
  end if;
  return json_build_object(
    'profile', member,
    'account', (
      select to_jsonb(own) from (
        select email, created_at, email_confirmed_at, last_sign_in_at, raw_user_meta_data as given_at_sign_up
        from auth.users where id = member.id
      ) as own
    ),
    'terms_accepted', private.accepted_terms_json(member.id),
    'referral', (
      select jsonb_build_object(
        'code', own.code, 'made_at', own.made_at, 'joined', private.joined_with(own.code, member.id)
      )
      from private.referral_codes as own where own.user_id = member.id
    ),
    'devices', array(
      select jsonb_build_object(
        'signed_in_at', created_at, 'last_used_at', updated_at, 'browser', user_agent, 'ip_address', host(ip)
      )
      from auth.sessions where user_id = member.id
      order by created_at
    ),
    'mails', case
      when p_email is null then private.mails_of(addresses, member) else private.mails_of(asked)
    end,
    'log', array(
      select jsonb_build_object('at', log.created_at, 'ip_address', log.ip_address, 'what', log.payload::jsonb)
      from private.log_entries as own
      join auth.audit_log_entries as log on log.id = own.entry_id
      where own.user_id = member.id
      order by log.created_at
    ),
    'addressChangedAt', (select changed_at from private.changed_addresses where user_id = member.id),
    'unsubscribedAt', (select at from private.unsubscribed where user_id = member.id),
    'pictures', public.pictures_of(member.id),
    'sessions', private.sessions_of(member.id),
    'files', array(
      select to_json(own) from (
        select id, purpose, size, type, rate_match_id, created_at, booking_id, refund_request_id
        from private.files where owner_id = member.id
        order by created_at
      ) as own
    ),
    'loan', private.loan_of(member.id),
    'refunds', private.refunds_of(member.id),
    'messages', private.messages_of(member.id, addresses),
    'orders', array(
      select to_json(bought)
      from (
        select
          id, pack, amount, discount, code, currency, status, receipt, created_at,
          array(
            select to_json(made)
            from (
              select
                id, status, amount, amount_refunded, method,
                case when paid.is_own then email end as email,
                case when paid.is_own then contact end as contact,
                created_at, provider_created_at
              from public.payments as payments
              -- Somebody else may have paid.
              cross join lateral (
                select lower(payments.email) = any (addresses || lower(member.email)) as is_own
              ) as paid
              where order_id = orders.id
            ) as made
            order by made.created_at
          ) as payments
        from public.orders as orders where user_id = member.id
      ) as bought
      order by bought.created_at
    ),
    'ordersWithoutAccount', private.orders_without_account(addresses),
    'paymentsForOthers', private.payments_for_others(addresses, member.id),
    'discountCodes', private.codes_of(addresses)
  );
end;
$$;

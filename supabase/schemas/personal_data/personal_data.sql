-- Rights over personal data: closing an account (§18.30 to §18.36), erasing a person, and the export (§18.40). Closing
-- an account takes the same steps as erasing a person at the desk (_lib/personal-data/member-rights.ts).

-- Erases everything entered in an account, ends the account's logins, and cancels pending email changes and links.
-- Purchases are kept.
create function private.empty_account(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.forget_profile(p_user_id);
  delete from private.accepted_terms where user_id = p_user_id;
  delete from private.waiting_times where member_id = p_user_id;
  delete from private.targets where member_id = p_user_id;
  delete from private.proven_addresses where user_id = p_user_id;
  delete from private.unsubscribed where user_id = p_user_id;
  delete from private.referral_codes where user_id = p_user_id;
  delete from private.mailed_links where user_id = p_user_id and order_id is null;
  update private.second_persons set opened_by = null where opened_by = p_user_id;
  perform private.forget_loans(p_user_id);
  update auth.users
  set
    raw_user_meta_data = raw_user_meta_data - 'terms',
    email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0
  where id = p_user_id;
  perform private.forget_one_time_tokens(p_user_id);
  insert into private.ended_logins (id, user_id)
  select id, user_id from auth.sessions where user_id = p_user_id on conflict do nothing;
  delete from auth.sessions where user_id = p_user_id;
  -- If a stranger has set up a second factor, the address's owner would not be able to set a new password.
  delete from auth.mfa_factors where user_id = p_user_id;
end;
$$;

-- Whoever opens a link for a new password reads the account's mail, so the address is theirs. If it was never verified,
-- a stranger may have opened the account, so we erase what was entered and end every login; the link's own login begins
-- only afterwards. Never raises, because setting the new password must not depend on this.
create function private.follow_recovery() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A link works for an hour (supabase/config.toml), so a token removed much later was not used.
  if new.email is null or new.recovery_sent_at < now() - interval '2 hours'
    or private.has_proven(new.id, new.email)
  then
    return null;
  end if;
  perform private.empty_account(new.id);
  perform private.verify_address(new.id, new.email);
  return null;
exception when others then
  raise warning 'the recovery of % did not verify its address: %', new.id, sqlerrm;
  return null;
end;
$$;

-- The token is also removed when a new password or address is set and by private.follow_email, but then one of these
-- columns changes too.
create trigger follow_recovery after update of recovery_token on auth.users
  for each row when (
    coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = ''
    and new.recovery_sent_at is not null and new.recovery_sent_at = old.recovery_sent_at
    and new.encrypted_password is not distinct from old.encrypted_password
    and new.email is not distinct from old.email
  )
  execute function private.follow_recovery();

-- What the logged-in member loses by closing the account (§18.31).
create function public.what_closing_ends() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'packs', array(
      select jsonb_build_object(
        'pack', packs.pack -> 'pack', 'remaining', packs.pack -> 'remaining',
        'valid_until', packs.pack -> 'valid_until', 'role', packs.pack -> 'role',
        'is_shared', coalesce(packs.pack #>> '{second,state}' <> 'none', false)
      )
      from unnest(private.packs_json(array(select private.packs_of(member)), member)) as packs (pack)
      where (packs.pack ->> 'is_valid')::boolean and (packs.pack ->> 'remaining')::integer > 0
    ),
    -- What they have bought, how much a refund for a change of mind would return now (0 if it is too late), and whether
    -- all of it has been refunded.
    'bought', array(
      select jsonb_build_object(
        'order', bought.pack -> 'order', 'pack', bought.pack -> 'pack',
        'gives', bought.pack #> '{ordinary,gives}', 'until', bought.pack #> '{ordinary,until}',
        'refunded', (bought.pack -> 'returned') >= (bought.pack -> 'amount')
      )
      from jsonb_array_elements(public.my_refunds() -> 'packs') as bought (pack)
    ),
    'free_interview', (private.free_json(member) ->> 'state') = 'granted',
    'bookings', array(
      select jsonb_build_object('kind', slots.kind, 'starts_at', bookings.starts_at)
      from private.bookings as bookings
      join private.slots as slots on slots.id = bookings.slot_id
      where bookings.member_id = member and bookings.state = 'booked' and bookings.starts_at > now()
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
    'loan_group', (select intake_year from private.loan_requests where member_id = member and left_at is null),
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

-- Erases the payer permanently: from these orders, from every payment with the address, and from emails, messages and
-- discount codes. Returns the number of orders.
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
  -- Triggers on both tables remove personal data from rows that are updated.
  update public.payments set email = email where id = any (payment_ids);
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

-- Erases a person without an account from every payment with this address. Returns how many visitors' orders stay in
-- our bookkeeping, not counting members' orders.
create function public.erase_payer(p_email text) returns integer
language sql security definer set search_path = ''
return private.forget_payer(array(select private.orders_paid_by(p_email)), p_email);

-- What the logged-in member has agreed to: terms at sign-up and for a shared pack, and consents in the loan circle.
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

-- Emails to these addresses, for the export. Leaves out the links' tokens, because an export must not let anyone verify
-- an address (§18.42). A member's export also contains emails to the account's address that belong to the account.
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

-- Packs bought without logging in, with the payments from these addresses.
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

-- Payments from these addresses for other members' orders. Only the payments belong to the person.
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

-- Links entries in the account service's log to members, because we cannot index that log, and an export must not read
-- all of it.
create table private.log_entries (
  entry_id uuid primary key references auth.audit_log_entries (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade
);

create index log_entries_user on private.log_entries (user_id);

-- Never raises, and looks up members by key, because logins depend on it.
create function private.follow_log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.log_entries (entry_id, user_id)
  select new.id, id from auth.users where id = private.as_uuid(new.payload ->> 'actor_id');
  return null;
exception when others then
  raise warning 'an entry of the account log was not noted: %', sqlerrm;
  return null;
end;
$$;

create trigger follow_log after insert on auth.audit_log_entries for each row execute function private.follow_log();

-- Whether a member may download the export today (§18.90). Counts the download.
create function public.may_export(p_user_id uuid) returns boolean
language sql security definer set search_path = '' return private.within_day('export', p_user_id::text);

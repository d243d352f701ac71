-- Functions that concern every subject: emails, links in emails, erasure and export.

-- Whether what an email says is still true, checked just before it is sent. A kind without a rule counts as true.
create function private.mail_still_holds(kind text, payload jsonb) returns boolean
language sql stable set search_path = ''
return private.account_mail_holds(kind, payload) and private.announcement_mail_holds(kind, payload)
  and private.payment_mail_holds(kind, payload) and private.booking_mail_holds(kind, payload)
  and private.waiting_mail_holds(kind, payload) and private.loan_mail_holds(kind, payload)
  and private.refund_mail_holds(kind, payload) and private.idle_mail_holds(kind, payload);

-- Data that is added when an email is sent: facts that were not known earlier, such as whether the session has a CV
-- (§15.23), and texts that would take up space in every stored mail, such as an exercise (§15.107).
create function private.late_payload(kind text, payload jsonb) returns jsonb
language sql stable set search_path = ''
return case
  -- A receipt's link may have verified the address, and added the pack, since the sign-up.
  when kind = 'welcome' then (
    select jsonb_build_object(
      'token', case when not private.has_proven(users.id, users.email) then payload ->> 'token' end,
      'has_pack', exists (select from private.packs_of(users.id)) or exists (
        select from public.payments as payments
        join public.orders as orders on orders.id = payments.order_id
        where lower(payments.email) = lower(users.email) and orders.user_id is null
          and private.was_paid_with(orders.id, lower(users.email))
      )
    )
    from auth.users as users where users.id = (payload ->> 'user_id')::uuid
  )
  when kind in ('session_booked', 'reminder_day') then jsonb_build_object(
    'has_cv', exists (
      select from private.files as files
      where files.booking_id = (payload ->> 'booking')::uuid and files.purpose = 'cv'
    ),
    'exercise', case when kind = 'session_booked' then private.open_exercise((payload ->> 'user_id')::uuid) end
  )
  when kind = 'feedback_ready' then jsonb_build_object(
    'exercise', private.feedback_json((payload ->> 'booking')::uuid) ->> 'exercise'
  )
  -- Not stored with the buyer's email, so that erasing the second person also erases the name.
  when kind = 'second_person_joined' then (
    select jsonb_build_object('second', private.first_name(member_id))
    from private.second_persons where order_id = (payload ->> 'order_id')::uuid
  )
  when kind = 'time_opened' then jsonb_build_object(
    'free', array(select to_jsonb(free) from private.times_for((payload ->> 'user_id')::uuid) as free),
    'token', private.unsubscribe_token((payload ->> 'user_id')::uuid, 'times')
  )
  when kind = 'announcement' then (
    select jsonb_build_object(
      'subject', subject, 'body', body, 'is_duty', is_duty,
      'token', private.unsubscribe_token((payload ->> 'user_id')::uuid)
    )
    from private.announcements where id = (payload ->> 'announcement')::integer
  )
  when starts_with(kind, 'mentor_') then coalesce(private.mentor_news(kind, payload), '{}')
  else '{}'
end;

-- Queues the email of this kind about an order or an account, or raises.
create function private.add_mail_about(kind text, subject uuid, noted_at timestamptz default now())
returns void
language plpgsql security definer set search_path = '' as $$
declare
  news text := subject;
  more jsonb;
begin
  case add_mail_about.kind
    when 'receipt' then
      perform private.add_receipt(subject);
      return;
    when 'welcome' then
      more := private.own_address_link(subject);
    when 'password_changed' then
      -- At most one email a minute, or one a day to an unverified address, which may be a stranger's.
      news := news || to_char(
        add_mail_about.noted_at at time zone 'UTC',
        case
          when private.has_proven_account(subject) then ' YYYY-MM-DD HH24:MI' else ' YYYY-MM-DD'
        end
      );
      more := jsonb_build_object('changed_at', add_mail_about.noted_at);
  end case;
  perform private.add_mail(add_mail_about.kind, jsonb_build_object(
    'recipient', (select email from auth.users where id = subject),
    'payload', jsonb_build_object('user_id', subject, 'name', private.first_name(subject)) || more,
    'dedupe_key', add_mail_about.kind || ' ' || news,
    'priority', case add_mail_about.kind when 'password_changed' then 0 else 1 end,
    'not_after', now() + interval '7 days'
  ));
end;
$$;

-- Queues the email about a row; the trigger's argument is the email's kind. Like queue_mail, never raises.
create function private.mail_about_row() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  begin
    perform private.add_mail_about(tg_argv[0], new.id);
  exception when others then
    perform private.note_mail_fault(tg_argv[0], jsonb_build_object('subject', new.id), sqlerrm);
  end;
  return null;
end;
$$;

-- The welcome mail is sent once the address is confirmed: at sign-up, or later if the account service requires
-- confirmation.
create trigger mail_welcome_at_once after insert on auth.users
  for each row when (new.email_confirmed_at is not null)
  execute function private.mail_about_row('welcome');

create trigger mail_welcome after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.mail_about_row('welcome');

-- An address that was never confirmed does not get a mail.
create trigger mail_password_changed after update of encrypted_password on auth.users
  for each row when (
    new.encrypted_password is distinct from old.encrypted_password
    and new.email_confirmed_at is not null
  )
  execute function private.mail_about_row('password_changed');

-- Paying for a refunded order again makes another payment, so it gets another receipt.
create trigger mail_receipt after update of status on public.orders
  for each row when (
    old.status in ('created', 'attempted')
      and new.status in ('paid', 'partially_refunded', 'refunded')
    or old.status in ('partially_refunded', 'refunded') and new.status = 'paid'
  )
  execute function private.mail_about_row('receipt');

-- Tries again to queue up to 20 emails that failed, those with the fewest attempts first. Returns how many were queued.
create function private.repair_mails() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  fault private.mail_faults;
  repaired integer := 0;
begin
  for fault in
    select * from private.mail_faults order by tries, id limit 20 for update skip locked
  loop
    begin
      if fault.call ? 'subject' then
        perform private.add_mail_about(fault.kind, (fault.call ->> 'subject')::uuid, fault.noted_at);
      else
        perform private.add_mail(fault.kind, fault.call);
      end if;
      delete from private.mail_faults where id = fault.id;
      repaired := repaired + 1;
    exception when others then
      update private.mail_faults set tries = tries + 1, error = left(sqlerrm, 500) where id = fault.id;
    end;
  end loop;
  return repaired;
end;
$$;

-- Claims up to p_limit due emails for two minutes, most urgent first, then oldest first. Before that, retries emails
-- that could not be queued, and drops those that are too late or no longer true. Gives up on an email that is still
-- unconfirmed a day after the first attempt.
create function public.claim_mails(p_limit integer default 10)
returns table (id uuid, lease uuid, kind text, recipient text, payload jsonb, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  new_lease constant uuid := gen_random_uuid();
  mail private.outbox;
  claimed integer := 0;
  holds boolean;
  news jsonb;
begin
  perform private.repair_mails();

  for mail in
    select * from private.outbox as waiting
    where waiting.sent_at is null and waiting.dropped_at is null and waiting.given_up_at is null
      and waiting.next_attempt <= now()
      and coalesce(waiting.leased_until, '-infinity') <= now()
    order by waiting.priority, waiting.due_at, waiting.created_at
    for update skip locked
  loop
    exit when claimed >= p_limit;
    begin
      holds := private.mail_still_holds(mail.kind, mail.payload);
      news := private.late_payload(mail.kind, mail.payload);
    exception when others then
      -- If a rule fails, only the emails of its kind are held up.
      update private.outbox as waiting
      set attempts = waiting.attempts + 1, first_attempt_at = coalesce(waiting.first_attempt_at, now())
      where waiting.id = mail.id;
      perform private.put_mail_off(mail.id, 'cannot tell whether it still holds: ' || sqlerrm, false);
      continue;
    end;
    if mail.not_after < now() or not coalesce(holds, true) then
      update private.outbox as waiting
      set
        dropped_at = now(), leased_until = null,
        reason = case when mail.not_after < now() then 'too late' else 'no longer true' end
      where waiting.id = mail.id;
    elsif mail.first_attempt_at < now() - interval '1 day' then
      perform private.put_mail_off(mail.id, coalesce(mail.reason, 'never confirmed'), true);
    else
      claimed := claimed + 1;
      update private.outbox as waiting
      set
        attempts = waiting.attempts + 1, first_attempt_at = coalesce(waiting.first_attempt_at, now()),
        lease = new_lease, leased_until = now() + interval '2 minutes'
      where waiting.id = mail.id;
      return query select
        mail.id, new_lease, mail.kind, mail.recipient, mail.payload || news, mail.created_at;
    end if;
  end loop;
end;
$$;

-- Redeems a link from an email. `address_proof` verifies an address, and works only for the account that requested it.
-- A receipt or an invitation belongs to the first account that opens its link, so forwarding the email does not give
-- away anything else. It verifies the address only if the account has the same address. Raises link_not_valid if the
-- link is unknown or too old, and other_account if another account has requested or opened it. Returns {state:
-- done|already, address, wanted, verified}.
create function public.redeem_link(p_purpose text, p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  hash constant bytea := private.token_hash(p_token);
  link private.mailed_links;
  state text := 'done';
begin
  perform private.lock_order((select order_id from private.mailed_links where token_hash = hash));
  select * into link from private.mailed_links
  where token_hash = hash and purpose = p_purpose and purpose not like 'email_change%'
  for update;
  perform private.refuse_when('link_not_valid', link.token_hash is null);
  perform private.refuse_when('other_account', link.user_id <> member);
  if link.confirmed_at is not null
    or link.purpose = 'address_proof' and private.has_proven(member, link.address)
  then
    state := 'already';
  else
    perform private.refuse_when('link_not_valid', link.expires_at < now());
    if link.purpose = 'receipt' then
      perform private.add_bought_pack(link.order_id, link.address, member);
    elsif link.purpose = 'second_person_named' then
      perform private.open_invitation(link.order_id, link.address, member);
    end if;
    update private.mailed_links set user_id = member, confirmed_at = now() where token_hash = hash;
    if link.purpose = 'address_proof' or private.has_account_address(member, link.address) then
      perform private.verify_address(member, link.address);
    end if;
    if link.wanted = 'packs' then
      perform public.claim_order(id) from public.claimable_orders() as bought
      where private.was_paid_with(bought.id, link.address);
    end if;
  end if;
  return jsonb_build_object(
    'state', state, 'address', link.address, 'wanted', link.wanted, 'verified', private.has_proven(member, link.address)
  );
end;
$$;

-- Unsubscribes the link's owner from these emails. Can safely be repeated. Raises link_not_valid.
create function public.unsubscribe(p_token text, p_mails text default 'news') returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.as_uuid(split_part(p_token, '.', 1));
begin
  perform private.refuse_when(
    'link_not_valid',
    member is null or p_token <> private.unsubscribe_token(member, p_mails)
      or not exists (select from auth.users where id = member)
  );
  if p_mails = 'times' then
    delete from private.waiting_times where member_id = member;
  else
    insert into private.unsubscribed (user_id) values (member) on conflict do nothing;
  end if;
end;
$$;

-- Erases an account. Purchases made without logging in are erased only if they are certainly the member's, because
-- anyone can sign up with a stranger's address. With p_is_checked, an operator has checked that the request came from
-- the account's address, so all of them are erased. Raises as long as a picture or a file is left. Returns how many
-- orders stay in our bookkeeping.
create function public.erase_account(p_user_id uuid, p_is_checked boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  member auth.users;
  checked text;
  kept integer;
  own text;
  money_moves boolean;
begin
  select * into member from auth.users where id = p_user_id;
  perform private.forbid_when('account_is_there', not found, format('there is no member %s', p_user_id));
  perform private.forbid_when('one_owner_stays', not public.may_close(p_user_id), 'add another owner first');
  checked := case when p_is_checked then member.email end;
  -- The locks prevent uploads until the account is gone.
  perform private.lock_folder('profileimages', p_user_id::text);
  perform private.lock_folder('files', p_user_id::text);
  perform private.forbid_when(
    'account_has_no_pictures', cardinality(public.pictures_of(p_user_id)) > 0, 'delete the pictures first'
  );
  perform private.forbid_when(
    'account_has_no_files', cardinality(public.file_paths_of(p_user_id)) > 0, 'delete the files first'
  );

  perform private.forget_bookings(p_user_id);
  perform private.forget_loans(p_user_id);
  perform private.forget_refunds(p_user_id);
  kept := private.forget_payer(
    array(select id from public.orders where user_id = p_user_id union select private.orders_paid_by(checked)),
    checked
  );
  -- Purchases made with the member's other verified addresses, and links that other people had us mail there.
  for own in select private.own_addresses(p_user_id) loop
    perform private.forget_payer(array(select private.orders_paid_by(own)), own);
    delete from private.mailed_links where purpose = 'address_proof' and address = own;
  end loop;
  perform private.forget_mails_to('{}', null, p_user_id);
  -- Money may still arrive, even twice, or we may still owe a refund, so we keep the payer's address (§18.95).
  update private.erased_orders as erased
  set address = case when member.email_confirmed_at is not null then member.email end
  from public.orders as orders
  where orders.id = erased.order_id and orders.user_id = p_user_id and (
    orders.provider_order_id is not null and orders.created_at > now() - private.period('late payment')
    or exists (
      select from public.payments as payments
      where payments.order_id = orders.id and private.payer_is_needed(payments)
    )
  );
  -- If we may still have to reach the payer, keep_erased_payment then copies the order's address to a payment that has
  -- none.
  update public.payments as payments set email = null
  from public.orders as orders
  where orders.id = payments.order_id and orders.user_id = p_user_id and payments.email is null
    and private.payer_is_needed(payments);
  money_moves := exists (
    select from public.orders as orders
    where orders.user_id = p_user_id and orders.status in ('created', 'attempted')
      and orders.provider_order_id is not null and orders.created_at > now() - private.period('late payment')
  ) or exists (
    select from public.payments as payments
    join public.orders as orders on orders.id = payments.order_id
    where orders.user_id = p_user_id and private.payer_is_needed(payments)
  );
  delete from auth.users where id = p_user_id;
  -- The last email (§18.35) does not belong to an account, so this erasure leaves it alone; forget_mails erases it
  -- after it is sent. An address that was never confirmed does not get a mail.
  if member.email_confirmed_at is not null then
    perform private.queue_mail(
      'account_closed', member.email, jsonb_build_object('closed_at', now(), 'money_moves', money_moves),
      'account_closed ' || member.id, 0, not_after => now() + interval '7 days'
    );
  end if;
  return kept;
end;
$$;

-- Everything that we keep about a person (§18.40). By id for the member: purchases and messages made without logging in
-- are then included only for verified addresses (§18.42). By address, even without an account, for an operator who has
-- checked that the request came from that address. Null for an unknown id. Returns json, because jsonb would reorder
-- the keys. Its plans are cached, as in pack_balances.
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
      'profile', null, 'ordersWithoutAccount', private.orders_without_account(asked),
      'paymentsForOthers', private.payments_for_others(asked, null), 'discountCodes', private.codes_of(asked),
      'messages', private.messages_of(null, asked), 'mails', private.mails_of(asked)
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
    'pictures', public.pictures_of(member.id), 'sessions', private.sessions_of(member.id),
    'files', array(
      select to_json(own) from (
        select id, purpose, size, type, rate_match_id, created_at, booking_id, refund_request_id
        from private.files where owner_id = member.id
        order by created_at
      ) as own
    ),
    'loan', private.loan_of(member.id), 'refunds', private.refunds_of(member.id),
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
              -- Someone else may have paid, so only the person's own address and number are included.
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

-- A member closes the account on the settings page (§18.30 to §18.36), as the operator erases somebody who
-- asks for it: both take the same steps (functions/_lib/rights/member-rights.ts).

-- Addresses that belong to the person of an account beyond doubt: those that answered our link, and that of
-- the sign-up if its mail was answered. One that is the address of another account counts for that account.
create function private.own_addresses(p_user_id uuid)
returns setof text
language sql
stable
set search_path = ''
as $$
  select own.address
  from (
    select address from private.proven_addresses where user_id = p_user_id
    union
    select lower(email) from auth.users as users
    where users.id = p_user_id
      and users.email_confirmed_at is not null and users.confirmation_sent_at is not null
      and not exists (
        select from private.changed_addresses as changed where changed.user_id = users.id
      )
  ) as own
  where not exists (
    select from auth.users as others
    where lower(others.email) = own.address and others.id <> p_user_id
  );
$$;

-- Whether a member may try a password again: ten times an hour.
create function public.may_try_password(p_user_id uuid)
returns boolean
language sql
security definer
set search_path = ''
as $$
  select private.within_limit(
    'password', encode(private.token_hash(p_user_id::text), 'hex'), 10, interval '1 hour'
  );
$$;

-- What ends with the signed-in member's account (§18.31).
create function public.what_closing_ends()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
begin
  return jsonb_build_object(
    'packs', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'pack', packs.pack -> 'pack',
            'remaining', packs.pack -> 'remaining',
            'valid_until', packs.pack -> 'valid_until',
            'role', packs.pack -> 'role',
            'is_shared', coalesce(packs.pack #>> '{second,state}' <> 'none', false)
          )
        ),
        '[]'
      )
      from jsonb_array_elements(
        private.packs_json(
          array(
            select id from public.orders where user_id = member
              and status in ('paid', 'partially_refunded')
            union
            select second.order_id from private.second_persons as second
            join public.orders as shared on shared.id = second.order_id
            where second.member_id = member and shared.status in ('paid', 'partially_refunded')
          ),
          member
        )
      ) as packs (pack)
      where (packs.pack ->> 'is_valid')::boolean and (packs.pack ->> 'remaining')::integer > 0
    ),
    'free_interview', (private.free_json(member) ->> 'state') = 'granted',
    'bookings', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('kind', slots.kind, 'starts_at', bookings.starts_at)
          order by bookings.starts_at
        ),
        '[]'
      )
      from private.bookings as bookings
      join private.slots as slots on slots.id = bookings.slot_id
      where bookings.member_id = member
        and bookings.state = 'booked' and bookings.starts_at > now()
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
    'lenders', (
      select coalesce(jsonb_agg(distinct lenders.name), '[]')
      from private.loan_choices as choices
      join private.lenders as lenders on lenders.id = choices.lender_id
      where choices.member_id = member and private.is_with_lender(choices.state)
    )
  );
end;
$$;

-- What else is kept about a person who goes: mails to the account, what was paid with another address of
-- theirs, and links that others had sent there.
create function private.forget_account(p_user_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  own text;
begin
  for own in select private.own_addresses(p_user_id) loop
    perform private.forget_payer(array(select private.orders_paid_by(own)), own);
    delete from private.address_proofs where address = own;
  end loop;
  perform private.erase_mails(
    array(
      select id from private.outbox
      where recipient is not null and payload ->> 'user_id' = p_user_id::text
    )
  );
  delete from private.mail_faults
  where call ->> 'subject' = p_user_id::text or call #>> '{payload,user_id}' = p_user_id::text;
end;
$$;

-- The last mail to an account (§18.35). It names no account, so that the erasure leaves it alone, and
-- forget_last_mails erases it once it is sent. Nothing goes to an address that was never confirmed.
create function private.tell_account_closed(member auth.users)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if member.email_confirmed_at is null then
    return;
  end if;
  perform private.queue_mail(
    'account_closed',
    member.email,
    jsonb_build_object('closed_at', now()),
    'account_closed ' || member.id,
    0,
    not_after => now() + interval '7 days'
  );
end;
$$;

-- Erases recipient and data of last mails that have ended.
create function private.forget_last_mails()
returns void
language sql
set search_path = ''
as $$
  update private.outbox set recipient = null, payload = null
  where kind = 'account_closed' and recipient is not null
    and coalesce(sent_at, dropped_at, given_up_at) is not null;
$$;

create index outbox_last_mails on private.outbox (kind)
  where kind = 'account_closed' and recipient is not null;

-- As before, and the last mails.
create or replace function public.forget_mails()
returns void
language sql
security definer
set search_path = ''
as $$
  select private.forget_last_mails();
  update private.outbox set recipient = null, payload = null
  where recipient is not null
    and coalesce(sent_at, dropped_at, given_up_at) < now() - interval '30 days';
  delete from private.outbox
  where created_at < now() - interval '1 year'
    and coalesce(sent_at, dropped_at, given_up_at) is not null
    and recipient is null;
  delete from private.mail_faults where noted_at < now() - interval '30 days';
$$;

-- Locks a member's folder of a bucket until the end of the transaction: an upload and the erasure of the account
-- take turns.
create function private.lock_folder(bucket text, owner text)
returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended(bucket || '/' || owner || '/', 0));
$$;

-- Locks the folder of a file that is stored, and raises if nobody has the account. A token outlives its account by
-- an hour at most. Whether there is one is asked after the lock, because an erasure may have ended meanwhile.
create function private.hold_folder(bucket text, path text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  owner constant text := split_part(path, '/', 1);
begin
  perform private.lock_folder(bucket, owner);
  perform from auth.users where id = case
    when owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then owner::uuid
  end;
  if not found then
    raise exception 'there is no account for %', path using errcode = 'insufficient_privilege';
  end if;
end;
$$;

-- As before, and raises where there is no account.
create or replace function private.has_room_for_picture(p_name text)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  folder constant text := split_part(p_name, '/', 1) || '/';
begin
  perform private.hold_folder('profileimages', p_name);
  return (
    select count(*) from storage.objects
    where bucket_id = 'profileimages' and name ^@ folder and name <> p_name
  ) < 5;
end;
$$;

-- Keeps files to accounts that exist: the functions add the row of a file first and store the object later.
create function private.check_file()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.hold_folder('files', new.name);
  return new;
end;
$$;

create trigger check_file before insert or update of bucket_id, name on storage.objects
  for each row when (new.bucket_id = 'files')
  execute function private.check_file();

-- Erases an account and what was paid with p_address, which is null if nobody knows whose it is. Raises
-- while a picture or a file is left. Returns how many orders stay in the books.
create function private.erase_account(p_user_id uuid, p_address text)
returns integer
language plpgsql
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
  -- Until the account is gone nothing is stored in its folders.
  perform private.lock_folder('profileimages', p_user_id::text);
  perform private.lock_folder('files', p_user_id::text);
  if cardinality(public.pictures_of(p_user_id)) > 0 then
    raise exception 'delete the pictures of % first', p_user_id using errcode = 'object_in_use';
  end if;
  if cardinality(public.file_paths_of(p_user_id)) > 0 then
    raise exception 'delete the files of % first', p_user_id using errcode = 'object_in_use';
  end if;

  perform private.forget_sessions(p_user_id);
  perform private.lock_loan(p_user_id);
  perform private.forget_loans(p_user_id);
  perform private.forget_refunds(p_user_id);
  kept := private.forget_payer(
    array(
      select id from public.orders where user_id = p_user_id
      union
      select private.orders_paid_by(p_address)
    ),
    p_address
  );
  perform private.forget_account(p_user_id);
  -- Without an owner these orders count as visitors' orders, among which each key must be unique.
  update public.orders set idempotency_key = gen_random_uuid() where user_id = p_user_id;
  delete from auth.users where id = p_user_id;
  perform private.tell_account_closed(member);
  return kept;
end;
$$;

-- For the operator, who has seen that the request came from the address of the account.
create or replace function public.erase_member(p_user_id uuid)
returns integer
language sql
security definer
set search_path = ''
as $$
  select private.erase_account(
    p_user_id, (select email from auth.users where id = p_user_id)
  );
$$;

-- For the member: of what was paid without signing in only that which is theirs beyond doubt goes, because
-- somebody may have signed up with a stranger's address.
create function public.close_account(p_user_id uuid)
returns integer
language sql
security definer
set search_path = ''
as $$
  select private.erase_account(p_user_id, null);
$$;

-- A member changes the address of the account (§18.80 to §18.85). Both addresses answer a link of ours, in
-- either order, and the second answer changes the account in its own transaction.

create table private.email_changes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  address text not null check (address = lower(address)),
  -- Only hashes of tokens are kept. An address that has an account gets no link, so it cannot answer.
  old_hash bytea not null unique,
  new_hash bytea unique,
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  expires_at timestamptz not null
);

comment on table private.email_changes is 'Changes of address that were asked for and not completed.';

alter table private.email_changes enable row level security;

-- Sends a link to the present and one to the wanted address. They work for 24 hours, in the account that
-- asked. Five a day for a member, and five for an address. The answer is the same whether the address has an
-- account or not. Raises address_not_valid, same_address or too_many_today.
create function public.ask_email_change(p_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  wanted constant text := lower(trim(p_address));
  own auth.users;
  old_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  new_token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  expires constant timestamptz := now() + interval '24 hours';
  taken boolean;
  said jsonb;
begin
  select * into own from auth.users where id = member;
  if wanted is null or not private.is_address(wanted) then
    perform private.refuse('address_not_valid');
  end if;
  if wanted = lower(own.email) then
    perform private.refuse('same_address');
  end if;
  perform private.limit_daily('email change', member::text, 5);
  perform private.limit_daily('email change', wanted, 5);
  taken := exists (select from auth.users where lower(email) = wanted);

  insert into private.email_changes (user_id, address, old_hash, new_hash, expires_at)
  values (
    member, wanted, private.token_hash(old_token),
    case when not taken then private.token_hash(new_token) end, expires
  )
  on conflict (user_id) do update
  set
    address = excluded.address, old_hash = excluded.old_hash, new_hash = excluded.new_hash,
    old_confirmed_at = null, new_confirmed_at = null, expires_at = excluded.expires_at;

  said := jsonb_build_object('user_id', member, 'address', wanted, 'expires_at', expires);
  perform private.queue_mail(
    'email_change_old', own.email,
    said || jsonb_build_object(
      'name', (select nullif(firstname, '') from public.profiles where id = member),
      'token', old_token
    ),
    'email_change_old ' || encode(private.token_hash(old_token), 'hex'), 0, not_after => expires
  );
  -- Whoever reads it may be a stranger, so it says nothing of the member.
  perform private.queue_mail(
    case when taken then 'email_change_taken' else 'email_change_new' end, wanted,
    said || case when taken then '{}'::jsonb else jsonb_build_object('token', new_token) end,
    'email_change_new ' || encode(private.token_hash(new_token), 'hex'), 0, not_after => expires
  );
  return jsonb_build_object('address', wanted, 'expires_at', expires);
end;
$$;

-- Answers a link. The second of the two changes the address of the account. Raises link_not_valid for a link
-- that is unknown, used, replaced or too old, and other_account for one of another account. Returns
-- {state: waiting|changed|taken, address}: the address whose answer is missing, or the wanted one.
create function public.confirm_email_change(p_token text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  given constant bytea := private.token_hash(p_token);
  own auth.users;
  change private.email_changes;
begin
  select * into change from private.email_changes
  where old_hash = given or new_hash = given
  for update;
  if change.user_id is null or change.expires_at < now() then
    perform private.refuse('link_not_valid');
  end if;
  if change.user_id <> member then
    perform private.refuse('other_account');
  end if;

  update private.email_changes
  set
    old_confirmed_at = case when old_hash = given then now() else old_confirmed_at end,
    new_confirmed_at = case when new_hash = given then now() else new_confirmed_at end
  where user_id = member
  returning * into change;
  select * into own from auth.users where id = member;
  if change.old_confirmed_at is null or change.new_confirmed_at is null then
    return jsonb_build_object(
      'state', 'waiting',
      'address', case when change.old_confirmed_at is null then own.email else change.address end
    );
  end if;

  begin
    -- The columns that the account service writes when it changes an address itself.
    update auth.users
    set
      email = change.address,
      email_confirmed_at = coalesce(email_confirmed_at, now()),
      email_change = '',
      email_change_token_new = '',
      email_change_token_current = '',
      email_change_confirm_status = 0,
      raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', change.address),
      updated_at = now()
    where id = member;
    update auth.identities
    set
      identity_data = identity_data
        || jsonb_build_object('email', change.address, 'email_verified', true),
      updated_at = now()
    where user_id = member and provider = 'email';
    insert into private.proven_addresses (user_id, address)
    values (member, lower(own.email)), (member, change.address)
    on conflict do nothing;
  exception when unique_violation then
    -- Somebody opened an account with it since. Whoever reads this has answered a mail to the address.
    delete from private.email_changes where user_id = member;
    return jsonb_build_object('state', 'taken', 'address', change.address);
  end;
  -- follow_email has forgotten the change.
  return jsonb_build_object('state', 'changed', 'address', change.address);
end;
$$;

-- Forgets a change that was asked for; its links then work no more.
create function public.cancel_email_change()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.email_changes where user_id = private.member();
end;
$$;

-- The address of the signed-in member's account, and the change that waits, if any.
create function public.my_email()
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
    'email', (select email from auth.users where id = member),
    'change', (
      select jsonb_build_object(
        'address', changes.address,
        'expires_at', changes.expires_at,
        'old_confirmed', changes.old_confirmed_at is not null,
        'new_confirmed', changes.new_confirmed_at is not null
      )
      from private.email_changes as changes
      where changes.user_id = member and changes.expires_at > now()
    )
  );
end;
$$;

-- Forgets the tokens of mails that the account service sent: links to a new password or a confirmation, and codes. A
-- hosted project keeps their hashes in a table of their own too, and reads no null in these columns.
create function private.forget_mailed_tokens(p_user_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update auth.users
  set confirmation_token = '', recovery_token = '', reauthentication_token = ''
  where id = p_user_id;
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1' using p_user_id;
  end if;
end;
$$;

-- Tells the address that an account had, whoever changed it, and ends a change that waits. Whoever still reads mails
-- there gets in by none of them. An address that was never confirmed may be a stranger's.
create function private.follow_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if old.email_confirmed_at is not null then
    perform private.queue_mail(
      'email_changed',
      old.email,
      jsonb_build_object(
        'user_id', new.id,
        'name', (select nullif(firstname, '') from public.profiles where id = new.id),
        'address', new.email,
        'changed_at', now()
      ),
      format(
        'email_changed %s %s', new.id, to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
      ),
      0,
      not_after => now() + interval '7 days'
    );
  end if;
  delete from private.email_changes where user_id = new.id;
  perform private.forget_mailed_tokens(new.id);
  return null;
end;
$$;

create trigger follow_email after update of email on auth.users
  for each row when (lower(new.email) is distinct from lower(old.email))
  execute function private.follow_email();

-- Whether a mail about a change of address still holds.
create function private.email_mail_holds(kind text, payload jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select case
    when kind in ('email_change_old', 'email_change_new')
    then exists (
      select from private.email_changes as changes
      where private.token_hash(payload ->> 'token') in (changes.old_hash, changes.new_hash)
        and changes.expires_at > now()
    )
    when kind = 'email_changed'
    then exists (select from auth.users where id = (payload ->> 'user_id')::uuid)
    else true
  end;
$$;

-- Accounts: profiles and their pictures, verified addresses, address changes, and accepted terms.

-- Logins that were ended because an address's real owner took the account back. Their access tokens stay valid for up
-- to an hour.
create table private.ended_logins (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  ended_at timestamptz not null default now()
);

create index ended_logins_user on private.ended_logins (user_id);

-- The logged-in member's id. Refuses anonymous callers, and logins that were ended because the address's real owner
-- took the account back. The policies for members' rows and pictures call it too.
create function private.member() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or exists (
    select from private.ended_logins
    where ended_logins.user_id = (select auth.uid())
      and ended_logins.id::text = (select auth.jwt()) ->> 'session_id'
  ) then
    raise exception 'not_signed_in' using errcode = 'insufficient_privilege';
  end if;
  return (select auth.uid());
end;
$$;

-- Members' profiles. A trigger creates each row at sign-up.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null default '',
  firstname text not null default '' check (char_length(firstname) <= 80),
  lastname text not null default '' check (char_length(lastname) <= 80),
  phonenumber text not null default '' check (char_length(phonenumber) <= 32),
  referralcode text not null default '0000' check (char_length(referralcode) between 1 and 32),
  profileimage text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  -- Empty, or a file in the member's own folder of the public bucket: never a script, someone else's picture or a
  -- tracking pixel. Plain http is only for a developer's machine. The database does not know its own host name, so
  -- pages check the host: they show only pictures from their own backend (§7.13).
  constraint profileimage_is_own_file check (
    profileimage = ''
    or (
      char_length(profileimage) <= 512
      and profileimage ~ (
        '^(https://[A-Za-z0-9.-]+(:[0-9]+)?|http://(localhost|127\.0\.0\.1)(:[0-9]+)?)'
        || '/storage/v1/object/public/profileimages/' || id::text
        || '/[A-Za-z0-9][^[:space:][:cntrl:]<>"''\\/?#]*$'
      )
    )
  )
);

create index profiles_created_at on public.profiles (created_at);

-- With these indexes, operators and jobs look up members, because we cannot add indexes to the account service's
-- tables.
create index profiles_name on public.profiles (lower(firstname || ' ' || lastname) text_pattern_ops);
create index profiles_lastname on public.profiles (lower(lastname) text_pattern_ops);
create index profiles_email on public.profiles (lower(email) text_pattern_ops);
create index profiles_person on public.profiles (private.person_of_address(email));
create index profiles_referral on public.profiles (upper(referralcode)) where referralcode <> '0000';
create index profiles_phone on public.profiles (substring(regexp_replace(phonenumber, '\D', '', 'g') from '.{10}$'));

alter table public.profiles enable row level security;

create policy "Members read their own profile" on public.profiles
  for select to authenticated using (id = (select private.member()));

create policy "Members update their own profile" on public.profiles
  for update to authenticated
  using (id = (select private.member()))
  with check (id = (select private.member()));

-- Members with the name that operators see: the email address if the member gave no name.
create view private.people with (security_invoker = true) as
select profiles.*, coalesce(nullif(trim(concat_ws(' ', firstname, lastname)), ''), email) as name
from public.profiles as profiles;

-- Cleans each profile text that the statement sets, and sets a missing referral code to '0000' (§5.12). The table's
-- checks refuse a text that is too long, so nothing is cut silently. A text that was stored before these rules stays
-- until the member changes it, so that saving a new picture does not fail because of an old phone number.
create function private.clean_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.firstname, new.lastname) is distinct from (old.firstname, old.lastname) then
    new.firstname := private.clean_text(new.firstname, 1000);
    new.lastname := private.clean_text(new.lastname, 1000);
    perform private.refuse_when('name_is_link', private.has_link(new.firstname) or private.has_link(new.lastname));
  end if;
  if new.phonenumber is distinct from old.phonenumber then
    new.phonenumber := private.clean_phone(new.phonenumber);
    perform private.refuse_when('two_phones', new.phonenumber ~ '([0-9][^0-9]*){19}');
    perform private.refuse_when('phone_not_valid', new.phonenumber <> '' and not private.is_phone(new.phonenumber));
  end if;
  if new.referralcode is distinct from old.referralcode then
    new.referralcode := coalesce(nullif(private.clean_code(new.referralcode), ''), '0000');
  end if;
  return new;
end;
$$;

create trigger profiles_clean before insert or update on public.profiles
  for each row execute function private.clean_profile();

-- Grants alone cannot protect these columns, because the local backend grants whole tables again (§20.21). Only
-- follow_email may change the address, which it copies from auth.users. Members can change their names, but cannot
-- leave them empty.
create function private.guard_profile() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('postgres', 'supabase_admin', 'service_role') then
    return new;
  end if;
  if (new.id, new.email, new.created_at) is distinct from (old.id, old.email, old.created_at) then
    raise exception 'id, email and created_at of a profile cannot be changed'
      using errcode = 'insufficient_privilege';
  end if;
  -- Does not call private.refuse, because members are not allowed to.
  if new.firstname = '' and old.firstname <> '' then
    raise exception using message = 'firstname_missing';
  end if;
  if new.lastname = '' and old.lastname <> '' then
    raise exception using message = 'lastname_missing';
  end if;
  return new;
end;
$$;

create trigger profiles_guard before update on public.profiles for each row execute function private.guard_profile();

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- The first name that greets the member in emails; null if the member gave none.
create function private.first_name(p_user_id uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select nullif(firstname, '') from public.profiles where id = p_user_id);
end;
$$;

-- Queues an email to the account's address, or to `recipient`, with the member's first name. Its key is made from its
-- kind and the event it reports. Never raises.
create function private.tell_account(
  kind text, p_user_id uuid, more jsonb, news text, priority integer default 1,
  due_at timestamptz default now(), not_after timestamptz default null, recipient text default null
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.queue_mail(
    tell_account.kind, coalesce(tell_account.recipient, (select email from auth.users where id = p_user_id)),
    jsonb_build_object('user_id', p_user_id, 'name', private.first_name(p_user_id)) || more,
    tell_account.kind || ' ' || news, tell_account.priority, tell_account.due_at, tell_account.not_after
  );
end;
$$;

-- Erases all emails to an address, to the account with this address or id, and about these orders.
create function private.forget_mails_to(order_ids uuid[], address text, member uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  members constant text[] := array(
    select id::text from public.profiles where lower(email) = lower(address) or id = member
  );
begin
  perform private.erase_mails(array(
    select id from private.outbox
    where recipient is not null
      and (
        lower(recipient) = lower(address)
        or payload ->> 'user_id' = any (members)
        or payload ->> 'order_id' = any (order_ids::text[])
      )
  ));
  delete from private.mail_faults
  where lower(call ->> 'recipient') = lower(address)
    or call ->> 'subject' = any (members || order_ids::text[])
    or call #>> '{payload,user_id}' = any (members);
end;
$$;

-- Members' referral codes. Each is created when the member first sees it.
create table private.referral_codes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code text not null unique check (code = upper(code)),
  made_at timestamptz not null default now()
);

-- Counts the other members who have this code in their profile, ignoring case.
create function private.joined_with(code text, member uuid) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer from public.profiles as profiles
  where upper(profiles.referralcode) = joined_with.code and profiles.referralcode <> '0000'
    and profiles.id <> joined_with.member;
$$;

-- The member's own referral code, and how many members joined with it (§7.17). No two of its characters look alike, and
-- none is a vowel, so that a code cannot spell a word.
create function public.my_referral() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  signs constant text := 'BCDFGHJKLMNPQRTVWXZ2346789';
  own text;
begin
  loop
    select code into own from private.referral_codes where user_id = member;
    exit when found;
    insert into private.referral_codes (user_id, code)
    select member, string_agg(substr(signs, 1 + floor(random() * length(signs))::integer, 1), '')
    from generate_series(1, 6)
    on conflict do nothing;
  end loop;
  return jsonb_build_object('code', own, 'joined', private.joined_with(own, member));
end;
$$;

-- A string from the sign-up metadata; '' for any other type, because callers can send anything.
create function private.metadata_text(metadata jsonb, key text, max_length integer) returns text
language sql immutable set search_path = ''
return case
  when jsonb_typeof(metadata -> key) in ('string', 'number')
    then coalesce(private.clean_text(metadata ->> key, max_length), '')
  else ''
end;

-- A name from the sign-up metadata; '' if it contains a link.
create function private.metadata_name(metadata jsonb, key text) returns text
language sql immutable set search_path = ''
return (
  select case when private.has_link(texts.name) then '' else texts.name end
  from private.metadata_text(metadata, key, 80) as texts (name)
);

-- Creates the profile at sign-up (§10.8). An error here would undo the sign-up itself, so unusable metadata leads to a
-- profile with blank names, which the member can fill in.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  phone constant text := private.clean_phone(private.metadata_text(new.raw_user_meta_data, 'phonenumber', 100));
begin
  begin
    insert into public.profiles (id, email, firstname, lastname, phonenumber, referralcode)
    values (
      new.id, coalesce(new.email, ''), private.metadata_name(new.raw_user_meta_data, 'firstname'),
      private.metadata_name(new.raw_user_meta_data, 'lastname'),
      case when private.is_phone(phone) and char_length(phone) <= 32 then phone else '' end,
      private.metadata_text(new.raw_user_meta_data, 'referralcode', 32)
    );
  exception when others then
    raise warning 'profile of % made blank: %', new.id, sqlerrm;
    insert into public.profiles (id, email) values (new.id, coalesce(new.email, ''))
    on conflict (id) do nothing;
  end;
  return new;
end;
$$;

create trigger create_profile after insert on auth.users for each row execute function private.create_profile();

-- Erases what a member entered in the profile and at sign-up.
create function private.forget_profile(p_user_id uuid) returns void
language sql set search_path = '' as $$
  update public.profiles
  set firstname = '', lastname = '', phonenumber = '', referralcode = '', profileimage = ''
  where id = p_user_id;
  update auth.users
  set raw_user_meta_data = raw_user_meta_data - array['firstname', 'lastname', 'phonenumber', 'referralcode']
  where id = p_user_id;
$$;

-- Whether a path consists of a member's folder and a plain file name with a picture's extension. A storage service that
-- derives the type from the extension can then serve only pictures.
create function private.is_picture_path(p_name text) returns boolean
language sql immutable set search_path = ''
return p_name ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-]{1,100}\.(jpg|jpeg|png|gif)$';

-- Anyone can read a file of a public bucket by its URL. This policy lets members manage and list only their own folder,
-- '<user id>/' (§10.10). check_picture limits the files.
create policy "Members manage their own profile images" on storage.objects
  for all to authenticated
  using (bucket_id = 'profileimages' and (storage.foldername(name))[1] = (select private.member())::text)
  with check (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select private.member())::text
    and private.is_picture_path(name)
  );

-- Limits a member's folder to five pictures (reliability S11), and requires a type that matches the extension. Raises
-- if the account no longer exists. This is a trigger, because policies do not cover the final write: the storage
-- service tests a member's rights in a transaction that it rolls back, and stores the file later with its own rights.
create function private.check_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  stored_type constant text := new.metadata ->> 'mimetype';
  folder constant text := split_part(new.name, '/', 1);
begin
  -- Policies already keep members out of all other paths.
  if not private.is_picture_path(new.name) then
    return new;
  end if;
  -- While the service is testing rights, the type may still be unknown.
  perform private.forbid_when(
    'picture_has_its_ending', stored_type <> 'image/' || replace(substring(new.name from '[^.]*$'), 'jpg', 'jpeg'),
    format('the ending of %s does not fit the type %s', new.name, stored_type), 'insufficient_privilege'
  );
  -- Changing a picture or moving it within its folder does not add one.
  if (old.bucket_id, split_part(old.name, '/', 1)) is not distinct from (new.bucket_id, folder) then
    return new;
  end if;
  -- The lock comes first, so that the count below includes whatever was stored by the transaction that held it before.
  perform private.hold_folder('profileimages', new.name);
  perform private.forbid_when('five_pictures_at_most', 5 <= (
    select count(*) from storage.objects
    where bucket_id = 'profileimages' and name ^@ (folder || '/') and name <> new.name
  ), new.name, 'insufficient_privilege');
  return new;
end;
$$;

create trigger check_picture before insert or update of bucket_id, name, metadata on storage.objects
  for each row when (new.bucket_id = 'profileimages')
  execute function private.check_picture();

-- The paths of all of a member's pictures, at any depth.
create function public.pictures_of(p_user_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select name from storage.objects
    where bucket_id = 'profileimages' and (storage.foldername(name))[1] = p_user_id::text
    order by name
  );
$$;

-- Accounts whose address has changed since sign-up. For these, the account service's confirmation does not prove
-- anything: an email to the old address alone may have confirmed the change.
create table private.changed_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  changed_at timestamptz not null default now()
);

-- Verified addresses: someone opened our link to the address in this account.
create table private.proven_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  address text not null check (address = lower(address)),
  proven_at timestamptz not null default now(),
  primary key (user_id, address)
);

create index proven_addresses_address on private.proven_addresses (address text_pattern_ops);

-- Links in emails. A link's purpose is the email's kind, except that the link in the emails 'welcome' and 'loan_joined'
-- verifies the address. A link in a receipt or an invitation belongs to the first account that opens it. An address
-- change has two links, both stored with the new address. If the new address already has an account, the email to it
-- has no link, so the change cannot be completed. We store only a token's hash.
create table private.mailed_links (
  token_hash bytea primary key,
  user_id uuid references auth.users (id) on delete cascade,
  purpose text not null check (
    purpose in ('address_proof', 'email_change_old', 'email_change_new', 'receipt', 'second_person_named')
  ),
  address text not null check (address = lower(address)),
  -- The order that a receipt or an invitation is about.
  order_id uuid,
  -- The request for which the member has to verify an address. It determines to which page the link returns the member.
  wanted text check (wanted in ('free_interview', 'loan', 'packs', 'invitations')),
  -- When someone opened the link. The link works only once; the row stays, so that after a second click the page can
  -- explain this.
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  constraint link_is_about_something check (
    (order_id is not null) = (purpose in ('receipt', 'second_person_named'))
    and (user_id is not null or order_id is not null)
    and (confirmed_at is null or user_id is not null)
  )
);

create unique index mailed_links_change on private.mailed_links (user_id, purpose)
  where purpose like 'email_change%';
create index mailed_links_user on private.mailed_links (user_id);
create index mailed_links_order on private.mailed_links (order_id);

create function private.has_proven(user_id uuid, address text) returns boolean
language sql stable set search_path = ''
return exists (
  select from private.proven_addresses as proven
  where proven.user_id = has_proven.user_id and proven.address = lower(has_proven.address)
);

create function private.has_proven_account(p_member uuid) returns boolean
language sql stable set search_path = '' as $$
  select private.has_proven(users.id, users.email) from auth.users as users where users.id = p_member;
$$;

-- The new address of the member's pending email change; null if none is pending.
create function private.changing_to(p_member uuid) returns text
language sql stable set search_path = '' as $$
  select links.address
  from private.mailed_links as links
  where links.user_id = p_member and links.purpose = 'email_change_new' and links.expires_at > now();
$$;

-- Creates a link and returns its token. The token is put into the email and is not stored anywhere else.
create function private.new_link(
  purpose text, address text, expires timestamptz,
  member uuid default null, p_order uuid default null, wanted text default null
) returns text
language plpgsql set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  insert into private.mailed_links (token_hash, user_id, purpose, address, order_id, wanted, expires_at)
  values (
    private.token_hash(token), new_link.member, new_link.purpose, lower(new_link.address),
    new_link.p_order, new_link.wanted, new_link.expires
  );
  return token;
end;
$$;

-- Emails a link that works for 24 hours, and only in the account that requested it. The email `email_change_taken` has
-- no link. An email to a new address does not name the member, because a stranger may read it.
create function private.mail_link(
  kind text, member uuid, recipient text, address text, wanted text default null
) returns void
language plpgsql set search_path = '' as $$
declare
  expires constant timestamptz := now() + private.period('address link');
  token text := gen_random_uuid();
  said jsonb := jsonb_build_object('user_id', member, 'address', mail_link.address, 'expires_at', expires);
begin
  if mail_link.kind <> 'email_change_taken' then
    token := private.new_link(mail_link.kind, mail_link.address, expires, member, wanted => mail_link.wanted);
    said := said || jsonb_build_object('token', token);
  end if;
  if mail_link.kind in ('address_proof', 'email_change_old') then
    said := said || jsonb_build_object('name', private.first_name(member));
  end if;
  perform private.queue_mail(
    mail_link.kind, mail_link.recipient, said,
    mail_link.kind || ' ' || encode(private.token_hash(token), 'hex'), 0, not_after => expires
  );
end;
$$;

-- The part of the emails about a new account and about a loan request that verifies the account's address.
create function private.own_address_link(p_user_id uuid, wanted text default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  expires constant timestamptz := now() + private.period('welcome link');
  own constant text := (select lower(email) from auth.users where id = p_user_id);
begin
  if own is null or private.has_proven(p_user_id, own) then
    return '{}';
  end if;
  return jsonb_build_object(
    'token', private.new_link('address_proof', own, expires, p_user_id, wanted => own_address_link.wanted),
    'expires_at', expires
  );
end;
$$;

create function private.has_account_address(user_id uuid, address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from auth.users as users
    where users.id = has_account_address.user_id and lower(users.email) = lower(has_account_address.address)
  );
$$;

-- Whether an address is the member's own: the account's, or one that the member has verified.
create function private.is_own_address(member uuid, address text) returns boolean
language sql stable set search_path = ''
return private.has_account_address(member, address) or private.has_proven(member, address);

-- Counts a link sent to an address. A member gets five links a day, and so does the person behind an address. Other
-- people's requests never use up links to a member's own address, or a verified member's first link of the day.
create function private.limit_links(purpose text, member uuid, address text) returns void
language plpgsql set search_path = '' as $$
declare
  person constant text := private.person_of_address(address);
begin
  -- This limit also makes requests by the same member wait for each other.
  perform private.limit_daily(purpose, member::text);
  if private.is_own_address(member, address)
    or private.has_proven_account(member) and private.within_day(purpose || ' first', member || person)
  then
    return;
  end if;
  perform private.limit_daily(purpose, person);
end;
$$;

-- Records an address as verified by the member, and marks all open links to verify it as used.
create function private.verify_address(member uuid, address text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.proven_addresses (user_id, address)
  values (verify_address.member, lower(verify_address.address))
  on conflict do nothing;
  update private.mailed_links as links set confirmed_at = now()
  where links.user_id = verify_address.member and links.purpose = 'address_proof'
    and links.address = lower(verify_address.address) and links.confirmed_at is null;
end;
$$;

-- Stores the step to be completed when any link to this address that still works is opened (§15.78). Returns false if
-- no link works.
create function private.note_wanted(member uuid, address text, wanted text) returns boolean
language plpgsql set search_path = '' as $$
begin
  update private.mailed_links as links
  set wanted = coalesce(note_wanted.wanted, links.wanted)
  where links.user_id = member and links.purpose = 'address_proof'
    and links.address = note_wanted.address
    and links.confirmed_at is null and links.expires_at > now();
  return found;
end;
$$;

-- Emails a link that verifies an address, by default the account's. It works only for this account, whoever opens it.
-- If an earlier link still works, does not send another unless the member asks again; earlier links keep working.
-- Clicking any of them completes what the member wanted. Limited by limit_links. Raises address_not_valid or
-- too_many_today. Returns {address, state: sent|waiting|proven}.
create function public.ask_address_proof(
  p_address text default null, p_wanted text default null, p_again boolean default true
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  wanted_address constant text := private.clean_address(
    coalesce(p_address, (select email from auth.users where id = member))
  );
  purpose_of constant text := case
    when p_wanted in ('free_interview', 'loan', 'packs', 'invitations') then p_wanted
  end;
  state text := 'sent';
begin
  perform private.refuse_when('address_not_valid', private.is_address(wanted_address) is not true);
  if private.has_proven(member, wanted_address) then
    return jsonb_build_object('address', wanted_address, 'state', 'proven');
  end if;
  if private.note_wanted(member, wanted_address, purpose_of) and not p_again then
    state := 'waiting';
  else
    perform private.limit_links('address proof', member, wanted_address);
    perform private.mail_link('address_proof', member, wanted_address, wanted_address, coalesce(
      purpose_of,
      (
        select max(wanted) from private.mailed_links
        where user_id = member and purpose = 'address_proof' and address = wanted_address
          and confirmed_at is null and expires_at > now()
      )
    ));
  end if;
  return jsonb_build_object('address', wanted_address, 'state', state);
end;
$$;

-- Deletes the account service's links and codes. A hosted project also keeps their hashes in a table of its own.
create function private.forget_one_time_tokens(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1' using p_user_id;
  end if;
end;
$$;

-- Addresses that certainly belong to the account's owner: verified by our link, or used at sign-up and confirmed.
-- Leaves out any address that another account also uses or has verified.
create function private.own_addresses(p_user_id uuid) returns setof text
language sql stable set search_path = '' as $$
  select own.address
  from (
    select address from private.proven_addresses where user_id = p_user_id
    union
    select lower(email) from auth.users as users
    where users.id = p_user_id
      and users.email_confirmed_at is not null and users.confirmation_sent_at is not null
      and not exists (select from private.changed_addresses as changed where changed.user_id = users.id)
  ) as own
  where not exists (
    select from public.profiles as others
    where lower(others.email) = own.address and others.id <> p_user_id
  ) and not exists (
    select from private.proven_addresses as others
    where others.address = own.address and others.user_id <> p_user_id
  );
$$;

-- Whether a member may try a password again. Counts this attempt; up to ten an hour are allowed.
create function public.may_try_password(p_user_id uuid) returns boolean
language sql security definer set search_path = ''
return private.within_limit('password', encode(private.token_hash(p_user_id::text), 'hex'), 10, interval '1 hour');

create function private.end_email_change(p_user_id uuid) returns void
language sql set search_path = '' as $$
  delete from private.mailed_links where user_id = p_user_id and purpose like 'email_change%';
$$;

-- Emails a link to the new address, and one to the current address if the member has verified it: a mistyped address
-- may be a stranger's. An address that has already confirmed the same change gets no further link. Limited by
-- limit_links. Neither the reply nor my_email reveals whether the new address has an account. Raises
-- address_not_valid, same_address or too_many_today.
create function public.ask_email_change(p_address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  present constant text := (select email from auth.users where id = member);
  new_address constant text := private.clean_address(p_address);
  confirmed text;
begin
  perform private.refuse_when('address_not_valid', private.is_address(new_address) is not true);
  perform private.refuse_when('same_address', new_address = lower(present));
  perform private.limit_links('email change', member, new_address);
  -- Asking for the same change again keeps the address that is already confirmed.
  delete from private.mailed_links as links
  where links.user_id = member and links.purpose like 'email_change%'
    and (links.address <> new_address or links.confirmed_at is null or links.expires_at < now());
  update private.mailed_links as links
  set expires_at = now() + private.period('address link')
  where links.user_id = member and links.purpose like 'email_change%'
  returning links.purpose into confirmed;
  if confirmed is distinct from 'email_change_old' and private.has_proven(member, present) then
    perform private.mail_link('email_change_old', member, present, new_address);
  end if;
  if confirmed is distinct from 'email_change_new'
    and exists (select from public.profiles where lower(email) = new_address)
  then
    perform private.mail_link('email_change_taken', member, new_address, new_address);
    -- A link that is sent to no one, so that the pending change looks the same.
    perform private.new_link('email_change_new', new_address, now() + private.period('address link'), member);
  elsif confirmed is distinct from 'email_change_new' then
    perform private.mail_link('email_change_new', member, new_address, new_address);
  end if;
  return jsonb_build_object('address', new_address, 'expires_at', now() + private.period('address link'));
end;
$$;

-- Handles a click on a link from an address change. The last of its links changes the account's address. Raises
-- link_not_valid if the link is unknown, replaced or too old, and other_account if the change was requested from
-- another account. Returns {state: waiting} while another link has not been opened yet, or {state: changed|taken,
-- address} with the new address.
create function public.confirm_email_change(p_token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  change private.mailed_links;
begin
  -- Two clicks at the same time wait for each other, so that the second sees what the first has done.
  perform from private.mailed_links
  where user_id = member and purpose like 'email_change%'
  order by token_hash
  for update;
  select * into change from private.mailed_links
  where token_hash = private.token_hash(p_token) and purpose like 'email_change%';
  perform private.refuse_when('link_not_valid', change.token_hash is null or change.expires_at < now());
  perform private.refuse_when('other_account', change.user_id <> member);
  update private.mailed_links set confirmed_at = now() where token_hash = change.token_hash;
  perform from private.mailed_links
  where user_id = member and purpose like 'email_change%' and confirmed_at is null;
  if found then
    return jsonb_build_object('state', 'waiting');
  end if;

  begin
    -- The account service writes the same columns when it changes an address.
    update auth.users
    set
      email = change.address,
      email_confirmed_at = coalesce(email_confirmed_at, now()),
      email_change = '', email_change_token_new = '', email_change_token_current = '',
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
    values (member, change.address)
    on conflict do nothing;
  exception when unique_violation then
    -- Someone has created an account with the address in the meantime. We may say so, because the reader has opened a
    -- link mailed to that address.
    perform private.end_email_change(member);
    return jsonb_build_object('state', 'taken', 'address', change.address);
  end;
  -- follow_email has already deleted the links.
  return jsonb_build_object('state', 'changed', 'address', change.address);
end;
$$;

-- Cancels a pending change of address, so that its links stop working.
create function public.cancel_email_change() returns void
language sql security definer set search_path = '' as $$ select private.end_email_change(private.member()); $$;

-- The logged-in member's address, the pending change, if any, and which address the link with this token would confirm:
-- 'old', 'new', 'other_account' if the link is another account's, or null if it no longer works.
create function public.my_email(p_token text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'email', (select email from auth.users where id = member),
    'verified', private.has_proven_account(member),
    'change', (
      select jsonb_build_object(
        'address', max(address), 'expires_at', max(expires_at),
        -- Null if we did not ask the current address.
        'old_confirmed', bool_or(confirmed_at is not null) filter (where purpose = 'email_change_old'),
        'new_confirmed', bool_or(purpose = 'email_change_new' and confirmed_at is not null)
      )
      from private.mailed_links
      where user_id = member and purpose like 'email_change%' and expires_at > now()
      having count(*) > 0
    ),
    'link', (
      select case
        when links.user_id <> member then 'other_account'
        when links.purpose = 'email_change_old' then 'old'
        else 'new'
      end
      from private.mailed_links as links
      where links.token_hash = private.token_hash(p_token) and links.purpose like 'email_change%'
        and links.expires_at > now()
    )
  )
  from private.member() as member;
$$;

-- Handles every change of an account's address, whoever makes it: copies the new address to the profile, records it,
-- emails the earlier address, and ends a pending change. Deletes links and codes mailed to the earlier address. An
-- address that was never confirmed does not get an email, because it may be a stranger's. For the same reason, the
-- email names the new address only if the member had verified the earlier one.
create function private.follow_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = coalesce(new.email, '') where id = new.id;
  -- A change from capitals to small letters is not a new address.
  if lower(new.email) is not distinct from lower(old.email) then
    return null;
  end if;
  insert into private.changed_addresses (user_id) values (new.id)
  on conflict (user_id) do update set changed_at = now();
  if old.email_confirmed_at is not null then
    perform private.tell_account(
      'email_changed',
      new.id,
      jsonb_build_object(
        'address', case when private.has_proven(new.id, old.email) then new.email end, 'changed_at', now()
      ),
      format('%s %s', new.id, to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')),
      0,
      not_after => now() + interval '7 days',
      -- If no recipient were given, the email would go to the new address.
      recipient => coalesce(old.email, '')
    );
  end if;
  perform private.end_email_change(new.id);
  -- The account service's own links and codes. The service cannot read null in these columns.
  update auth.users
  set
    confirmation_token = '', recovery_token = '', reauthentication_token = '',
    -- Otherwise follow_recovery would mistake this for a used link.
    recovery_sent_at = null
  where id = new.id;
  perform private.forget_one_time_tokens(new.id);
  return null;
end;
$$;

create trigger follow_email after update of email on auth.users
  for each row when (new.email is distinct from old.email)
  execute function private.follow_email();

-- The versions of the terms that members accepted, and when.
create table private.accepted_terms (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The date of the newest policy that the sign-up form links to.
  version date not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);

-- Records the version of the terms that the sign-up form sent. Ignores anything that is not a date since the first
-- policies, and never raises, because the sign-up depends on this.
create function private.keep_accepted_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  told constant text := private.metadata_text(new.raw_user_meta_data, 'terms', 10);
begin
  if told ~ '^\d{4}-\d{2}-\d{2}$' and told::date between '2026-01-01' and current_date + 1 then
    insert into private.accepted_terms (user_id, version) values (new.id, told::date) on conflict do nothing;
  end if;
  return null;
exception when others then
  raise warning 'the accepted terms of % were not kept: %', new.id, sqlerrm;
  return null;
end;
$$;

create trigger keep_accepted_terms after insert on auth.users
  for each row execute function private.keep_accepted_terms();

create function private.accepted_terms_json(p_user_id uuid) returns jsonb[]
language sql stable set search_path = ''
return array(
  select jsonb_build_object('version', version, 'accepted_at', accepted_at)
  from private.accepted_terms where user_id = p_user_id
  order by accepted_at
);

create function private.account_mail_holds(kind text, payload jsonb) returns boolean
language sql stable set search_path = '' as $$
  select case
    when kind in ('welcome', 'password_changed', 'email_changed')
      then exists (select from auth.users where id = (payload ->> 'user_id')::uuid)
    when kind in ('address_proof', 'email_change_old', 'email_change_new') then exists (
      select from private.mailed_links
      where token_hash = private.token_hash(payload ->> 'token') and expires_at > now()
        and (confirmed_at is null or purpose <> 'address_proof')
    )
    else true
  end;
$$;

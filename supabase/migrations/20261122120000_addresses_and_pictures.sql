-- Accounts whose address changed after the sign-up. The account service's confirmation speaks of the
-- address of the sign-up: a change may be confirmed by a mail to the old address alone, so it proves
-- nothing about the new one.
create table private.changed_addresses (
  user_id uuid primary key references auth.users (id) on delete cascade,
  changed_at timestamptz not null default now()
);

alter table private.changed_addresses enable row level security;

create function private.note_changed_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.changed_addresses (user_id) values (new.id)
  on conflict (user_id) do update set changed_at = now();
  return null;
end;
$$;

create trigger note_changed_address after update of email on auth.users
  for each row when (lower(new.email) is distinct from lower(old.email))
  execute function private.note_changed_address();

-- Whether an earlier change was completed is not recorded anywhere, so each counts that was asked for.
insert into private.changed_addresses (user_id, changed_at)
select id, email_change_sent_at from auth.users where email_change_sent_at is not null;

-- Purchases made without an account that the signed-in member may claim (§8.21, §8.27): the payment that
-- counts carries the member's address, the member answered a mail sent to that address, and the account
-- has had no other address. An account that was confirmed without a mail proves nothing about who owns
-- the address.
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
      join auth.users as users on lower(users.email) = lower(payments.email)
      where payments.order_id = orders.id
        and payments.status in ('captured', 'refunded')
        and payments.review is null
        and users.id = (select auth.uid())
        and users.email_confirmed_at is not null
        and users.confirmation_sent_at is not null
        and not exists (
          select from private.changed_addresses as changed where changed.user_id = users.id
        )
    )
  order by orders.created_at desc;
$$;

comment on constraint profileimage_is_own_file on public.profiles is
  'Empty, or the address of a file in the member''s own folder of the bucket. The host is not checked, '
  'because the database does not know its own: pages show pictures of their own backend alone (§7.13).';

-- The path of a picture: the folder of a member, and a plain name with the ending of a picture type. A
-- storage that tells the type by the ending can then serve nothing but pictures.
create function private.is_picture_path(p_name text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_name ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-]{1,100}\.(jpg|jpeg|png|gif)$';
$$;

alter policy "Members add their own profile images" on storage.objects
  with check (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and private.is_picture_path(name)
  );

alter policy "Members replace their own profile images" on storage.objects
  with check (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and private.is_picture_path(name)
  );

-- Whether a file may be in a member's folder: beside at most four other files (reliability S11). Takes a
-- lock on the folder until the end of the transaction. The count sees what the holder before has stored,
-- because it starts after the lock.
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
  perform pg_advisory_xact_lock(hashtextextended('profileimages/' || folder, 0));
  return (
    select count(*) from storage.objects
    where bucket_id = 'profileimages' and name ^@ folder and name <> p_name
  ) < 5;
end;
$$;

-- Keeps a member's folder to five pictures, and the type of a picture to its ending. A trigger and not a
-- policy, because the storage service tries a member's rights in a transaction that it rolls back, and
-- stores the file later with its own rights.
create function private.check_picture()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  stored_type constant text := new.metadata ->> 'mimetype';
begin
  -- The policies let members use no other paths.
  if not private.is_picture_path(new.name) then
    return new;
  end if;
  -- While rights are tried, the service may not know the type yet.
  if stored_type <> 'image/' || replace(substring(new.name from '[^.]*$'), 'jpg', 'jpeg') then
    raise exception 'the ending of % does not fit the type %', new.name, stored_type
      using errcode = 'insufficient_privilege';
  end if;
  -- A picture that changes or moves within its folder takes no more room.
  if (old.bucket_id, split_part(old.name, '/', 1))
    is distinct from (new.bucket_id, split_part(new.name, '/', 1))
    and not private.has_room_for_picture(new.name)
  then
    raise exception 'there are five pictures beside % already', new.name
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end;
$$;

create trigger check_picture before insert or update of bucket_id, name, metadata on storage.objects
  for each row when (new.bucket_id = 'profileimages')
  execute function private.check_picture();

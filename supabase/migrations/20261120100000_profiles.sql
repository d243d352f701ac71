-- Helpers live in a schema that the REST API does not expose.
create schema private;
revoke all on schema private from public;

-- Cleans one line of text: removes control characters, marks that reorder text, and blanks at either
-- end, and cuts it to max_length characters.
create function private.clean_text(value text, max_length integer)
returns text
language sql
immutable
set search_path = ''
as $$
  select regexp_replace(
    left(
      regexp_replace(
        -- Only the start of a huge value is worth cleaning.
        left(value, 4 * max_length),
        '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]',
        '', 'g'
      ),
      max_length
    ),
    '^\s+|\s+$', '', 'g'
  );
$$;

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

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

  -- Empty, or a file in the member's own folder of the public bucket: never a script, another
  -- person's picture or a tracking pixel. Plain http is only for a developer's own machine.
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

comment on table public.profiles is 'One row per member, made by a trigger at sign-up.';

alter table public.profiles enable row level security;

create policy "Members read their own profile" on public.profiles
  for select to authenticated using (id = (select auth.uid()));

create policy "Members update their own profile" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

-- Cleans the texts of every profile that is written, and sets a missing referral code to '0000'
-- (§5.12). The table's checks refuse a text that is too long, instead of cutting it silently.
create function private.clean_profile()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.firstname := private.clean_text(new.firstname, 1000);
  new.lastname := private.clean_text(new.lastname, 1000);
  new.phonenumber := private.clean_text(new.phonenumber, 1000);
  new.referralcode := coalesce(nullif(private.clean_text(new.referralcode, 1000), ''), '0000');
  return new;
end;
$$;

create trigger profiles_clean before insert or update on public.profiles
  for each row execute function private.clean_profile();

-- Grants alone cannot protect these columns: the local backend grants whole tables again (§20.21). The
-- address follows auth.users through sync_profile_email and is never edited here.
create function private.guard_profile()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user not in ('postgres', 'supabase_admin', 'service_role')
    and (new.id, new.email, new.created_at) is distinct from (old.id, old.email, old.created_at)
  then
    raise exception 'id, email and created_at of a profile cannot be changed'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end;
$$;

create trigger profiles_guard before update on public.profiles
  for each row execute function private.guard_profile();

create trigger profiles_touch before update on public.profiles
  for each row execute function private.touch_updated_at();

-- A text from the sign-up metadata. The caller may send anything: other types count as missing.
create function private.metadata_text(metadata jsonb, key text, max_length integer)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when jsonb_typeof(metadata -> key) in ('string', 'number')
      then coalesce(private.clean_text(metadata ->> key, max_length), '')
    else ''
  end;
$$;

-- Creates the profile at sign-up (§10.8). An error here would undo the sign-up itself, so the worst
-- metadata leads to a profile with blank names, which the member can fill in.
create function private.create_profile()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  begin
    insert into public.profiles (id, email, firstname, lastname, phonenumber, referralcode)
    values (
      new.id,
      coalesce(new.email, ''),
      private.metadata_text(new.raw_user_meta_data, 'firstname', 80),
      private.metadata_text(new.raw_user_meta_data, 'lastname', 80),
      private.metadata_text(new.raw_user_meta_data, 'phonenumber', 32),
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

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.sync_profile_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.profiles set email = coalesce(new.email, '') where id = new.id;
  return new;
end;
$$;

create trigger sync_profile_email after update of email on auth.users
  for each row when (new.email is distinct from old.email)
  execute function private.sync_profile_email();

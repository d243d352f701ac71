-- Private files of members (§18.10 to §18.12): one row for each object of the bucket files, whatever it belongs to.

-- The functions write a row and its object, and delete the object before its row; no member reaches the bucket.
create table private.files (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid references auth.users (id) on delete restrict,
  purpose text not null check (purpose in ('cv', 'form', 'essay', 'offer', 'letter')),
  -- A file belongs to a session, or is the written offer of a rate match or the letter of a refund.
  booking_id uuid references private.bookings (id),
  rate_match_id uuid references private.rate_matches (id),
  refund_request_id uuid references private.refund_requests (id),
  size integer not null check (size between 1 and 4194304),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  path text not null unique check (path ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-]{1,100}\.(pdf|jpg|png)$'),
  created_at timestamptz not null default now(),

  constraint file_belongs_to_one check (
    num_nonnulls(booking_id, rate_match_id, refund_request_id) = 1
  ),
  constraint file_has_a_fitting_purpose check (
    (purpose = 'offer') = (rate_match_id is not null)
    and (purpose = 'letter') = (refund_request_id is not null)
  )
);

comment on table private.files is 'One row for each object of the bucket files.';

create unique index files_rate_match on private.files (rate_match_id);
create index files_refund_request on private.files (refund_request_id);
create index files_owner on private.files (owner_id);
create index files_booking on private.files (booking_id);

alter table private.files enable row level security;

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'files', 'files', false, 4194304, array['application/pdf', 'image/jpeg', 'image/png']
)
on conflict (id) do update
set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Keeps a session to three files of its own member, a rate match to one and a refund to three, whoever
-- writes.
create function private.guard_file()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.refund_request_id is not null then
    perform from private.refund_requests
    where id = new.refund_request_id and member_id = new.owner_id and kind = 'offer'
    for no key update;
    perform private.refuse_when('no_such_request', not found);
    if (
      select count(*) from private.files
      where refund_request_id = new.refund_request_id and id <> new.id
    ) >= 3 then
      perform private.refuse('too_many_files');
    end if;
    return new;
  end if;
  if new.rate_match_id is not null then
    perform from private.rate_matches
    where id = new.rate_match_id and member_id = new.owner_id
    for no key update;
    perform private.refuse_when('no_such_match', not found);
    return new;
  end if;
  perform from private.bookings
  where id = new.booking_id and member_id = new.owner_id
  for no key update;
  perform private.refuse_when('no_such_booking', not found);
  if (select count(*) from private.files where booking_id = new.booking_id and id <> new.id) >= 3
  then
    perform private.refuse('too_many_files');
  end if;
  return new;
end;
$$;

create trigger files_guard before insert or update on private.files
  for each row execute function private.guard_file();

-- What a mail says that is only known when it goes: whether a CV is there the day before a session (§15.23).
create function private.mail_news(kind text, payload jsonb)
returns jsonb
language sql stable set search_path = ''
as $$
  select case kind
    when 'reminder_day' then jsonb_build_object('has_cv', exists (
      select from private.files as files
      where files.booking_id = (payload ->> 'booking')::uuid and files.purpose = 'cv'
    ))
    else '{}'
  end;
$$;

-- Where the object of a file is in the bucket.
create function private.file_path(owner_id uuid, id uuid, type text)
returns text
language sql immutable set search_path = ''
as $$
  select owner_id || '/' || replace(id::text, '-', '') || case type
    when 'application/pdf' then '.pdf' when 'image/jpeg' then '.jpg' else '.png'
  end;
$$;

-- Adds the row of a file that the caller stores afterwards. Until the session ends, and ten a day, those
-- among them that were deleted again (§18.18). Raises no_such_booking, too_many_files or too_many_uploads.
create function public.add_session_file(
  p_user_id uuid, p_booking uuid, p_purpose text, p_size integer, p_type text
)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  made private.files;
  new_id constant uuid := gen_random_uuid();
begin
  perform private.refuse_when('no_such_booking', not exists (
    select from private.bookings
    where id = p_booking and member_id = p_user_id and state = 'booked' and ends_at > now()
  ));
  perform private.limit_daily('session file', p_user_id::text, 'too_many_uploads');
  insert into private.files (id, owner_id, purpose, booking_id, size, type, path)
  values (
    new_id, p_user_id, p_purpose, p_booking, p_size, p_type,
    private.file_path(p_user_id, new_id, p_type)
  )
  returning * into made;
  return jsonb_build_object('id', made.id, 'path', made.path);
end;
$$;

-- The file of a member, for download or deletion; null if it is not theirs.
create function public.file_of(p_user_id uuid, p_file uuid)
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(files) from private.files as files where id = p_file and owner_id = p_user_id;
$$;

-- Forgets a file whose object was deleted.
create function public.forget_file(p_user_id uuid, p_file uuid)
returns void
language sql security definer set search_path = ''
as $$
  delete from private.files where id = p_file and owner_id = p_user_id;
$$;

-- Forgets all files of a member whose objects were deleted. Rows whose object is still there stay.
create function public.forget_files(p_user_id uuid)
returns void
language sql security definer set search_path = ''
as $$
  delete from private.files as files
  where files.owner_id = p_user_id
    and not exists (
      select from storage.objects where bucket_id = 'files' and name = files.path
    );
$$;

-- The paths of everything in a member's folder of the bucket and of every row, so that an upload that
-- broke off is found too.
create function public.file_paths_of(p_user_id uuid)
returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select name from storage.objects
    where bucket_id = 'files' and split_part(name, '/', 1) = p_user_id::text
    union
    select path from private.files where owner_id = p_user_id
    order by 1
  );
$$;

-- Keeps files to accounts that exist: the functions add the row of a file first and store the object later.
create function private.check_file()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_folder('files', new.name);
  return new;
end;
$$;

create trigger check_file before insert or update of bucket_id, name on storage.objects
  for each row when (new.bucket_id = 'files')
  execute function private.check_file();

-- Members' private files (§18.10 to §18.12): one row for each object in the `files` bucket.

-- The functions store a file's row before its object, and delete the object before the row. Members cannot access the
-- bucket.
create table private.files (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid references auth.users (id) on delete restrict,
  purpose text not null check (purpose in ('cv', 'form', 'essay', 'offer', 'letter')),
  -- A file belongs to a session, is a rate match's written offer, or is a letter for a refund request.
  booking_id uuid references private.bookings (id),
  rate_match_id uuid references private.rate_matches (id),
  refund_request_id uuid references private.refund_requests (id),
  size integer not null check (size between 1 and 4194304),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  path text not null unique check (path ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-]{1,100}\.(pdf|jpg|png)$'),
  created_at timestamptz not null default now(),

  constraint file_belongs_to_one check (num_nonnulls(booking_id, rate_match_id, refund_request_id) = 1),
  constraint file_has_a_fitting_purpose check (
    (purpose = 'offer') = (rate_match_id is not null)
    and (purpose = 'letter') = (refund_request_id is not null)
  )
);

create unique index files_rate_match on private.files (rate_match_id);
create index files_refund_request on private.files (refund_request_id);
create index files_owner on private.files (owner_id);
create index files_booking on private.files (booking_id);

-- Limits files, whoever adds them: three for a session, all by its own member; one for a rate match; three for a
-- refund.
create function private.guard_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.refund_request_id is not null then
    perform from private.refund_requests
    where id = new.refund_request_id and member_id = new.owner_id and kind = 'offer'
    for no key update;
    perform private.refuse_when('no_such_request', not found);
  elsif new.rate_match_id is not null then
    perform from private.rate_matches
    where id = new.rate_match_id and member_id = new.owner_id
    for no key update;
    perform private.refuse_when('no_such_match', not found);
  else
    perform from private.bookings where id = new.booking_id and member_id = new.owner_id for no key update;
    perform private.refuse_when('no_such_booking', not found);
  end if;
  perform private.refuse_when('too_many_files', 3 <= (
    select count(*) from private.files
    where (booking_id = new.booking_id or refund_request_id = new.refund_request_id)
      and id <> new.id
  ));
  return new;
end;
$$;

create trigger files_guard before insert or update on private.files
  for each row execute function private.guard_file();

-- The files of a session, a rate match or a refund, for its member and the session's mentor.
create function private.files_json(subject uuid) returns jsonb[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select jsonb_build_object('id', files.id, 'purpose', files.purpose, 'size', files.size, 'type', files.type)
    from private.files as files
    where files_json.subject in (files.booking_id, files.rate_match_id, files.refund_request_id)
    order by files.created_at
  );
end;
$$;

create function private.is_stored(path text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from storage.objects where bucket_id = 'files' and name = is_stored.path);
$$;

-- Adds the row of a file; the caller stores the file afterwards. The daily limit includes deleted files (§18.18).
-- Raises too_many_files or too_many_uploads.
create function private.add_file(
  p_owner uuid, p_purpose text, p_size integer, p_type text,
  p_booking uuid default null, p_match uuid default null, p_request uuid default null
) returns private.files
language plpgsql set search_path = '' as $$
declare
  new_id constant uuid := gen_random_uuid();
  made private.files;
begin
  perform private.limit_daily('session file', p_owner::text, 'too_many_uploads');
  insert into private.files (id, owner_id, purpose, booking_id, rate_match_id, refund_request_id, size, type, path)
  values (
    new_id, p_owner, p_purpose, p_booking, p_match, p_request, p_size, p_type,
    p_owner || '/' || replace(new_id::text, '-', '') || case p_type
      when 'application/pdf' then '.pdf' when 'image/jpeg' then '.jpg' else '.png'
    end
  )
  returning * into made;
  return made;
end;
$$;

-- Adds a file to a session that has not ended. Raises whatever add_file raises, plus no_such_booking. Returns {id,
-- file, path}.
create function public.add_session_file(
  p_user_id uuid, p_booking uuid, p_purpose text, p_size integer, p_type text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  made private.files;
begin
  perform private.refuse_when('no_such_booking', not exists (
    select from private.bookings
    where id = p_booking and member_id = p_user_id and state = 'booked' and ends_at > now()
  ));
  made := private.add_file(p_user_id, p_purpose, p_size, p_type, p_booking => p_booking);
  return jsonb_build_object('id', made.id, 'file', made.id, 'path', made.path);
end;
$$;

-- A member's file, for download or deletion; null if it belongs to someone else.
create function public.file_of(p_user_id uuid, p_file uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(files) from private.files as files where id = p_file and owner_id = p_user_id;
$$;

-- Deletes the rows of a member's files (a single file's or all of them) once their objects are deleted.
create function public.forget_files(p_user_id uuid, p_file uuid default null) returns void
language sql security definer set search_path = '' as $$
  delete from private.files
  where owner_id = p_user_id and id = coalesce(p_file, id) and not private.is_stored(path);
$$;

-- Undoes an upload whose object could not be stored: deletes the file's row, and the rate match or the refund request
-- that came with it. Keeps a file that was stored after all, and anything that an operator has handled in the meantime.
create function public.forget_upload(p_user_id uuid, p_file uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  undone private.files;
begin
  delete from private.files as files
  where files.id = p_file and files.owner_id = p_user_id and not private.is_stored(files.path)
    and not exists (select from private.rate_matches where id = files.rate_match_id and state <> 'sent')
  returning * into undone;
  delete from private.rate_matches where id = undone.rate_match_id and state = 'sent';
  delete from private.refund_requests
  where id = undone.refund_request_id and state = 'asked' and answer is null
    and not exists (select from private.files where refund_request_id = undone.refund_request_id);
end;
$$;

-- All paths of a member's files, from the bucket and from the rows, so that interrupted uploads are found too.
create function public.file_paths_of(p_user_id uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array(
    select name from storage.objects
    where bucket_id = 'files' and split_part(name, '/', 1) = p_user_id::text
    union
    select path from private.files where owner_id = p_user_id
    order by 1
  );
$$;

-- Refuses an object if its account no longer exists, because the account may be erased between storing the row and
-- storing the object.
create function private.check_file() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.hold_folder('files', new.name);
  return new;
end;
$$;

create trigger check_file before insert or update of bucket_id, name on storage.objects
  for each row when (new.bucket_id = 'files')
  execute function private.check_file();

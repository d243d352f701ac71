-- What mentors and members say after a session (§15.17 to §15.22, §15.37), and the files a member adds to
-- one (§15.23).

-- Cleans a text of several lines as clean_text cleans one, and cuts it to 4000 characters. Null is empty.
create function private.clean_paragraphs(value text)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    regexp_replace(
      left(
        regexp_replace(
          left(value, 16000),
          '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]',
          '', 'g'
        ),
        4000
      ),
      '^\s+|\s+$', '', 'g'
    ),
    ''
  );
$$;

-- Each correction is a new version (§15.19).
create table private.feedback (
  booking_id uuid not null references private.bookings (id) on delete cascade,
  version integer not null check (version >= 1),
  mentor_id integer not null references private.mentors (id),
  attended boolean not null,
  content integer check (content between 1 and 5),
  structure integer check (structure between 1 and 5),
  communication integer check (communication between 1 and 5),
  presence integer check (presence between 1 and 5),
  went_well text not null default '' check (char_length(went_well) <= 4000),
  to_work_on text not null default '' check (char_length(to_work_on) <= 4000),
  exercise text not null default '' check (char_length(exercise) <= 4000),
  given_at timestamptz not null default now(),
  primary key (booking_id, version),
  -- Somebody who did not come has no scores, and everybody else has all four.
  constraint feedback_is_whole check (
    num_nonnulls(content, structure, communication, presence) = case when attended then 4 else 0 end
  )
);

create index feedback_mentor on private.feedback (mentor_id);

alter table private.feedback enable row level security;

create table private.ratings (
  booking_id uuid primary key references private.bookings (id) on delete cascade,
  score integer not null check (score between 1 and 5),
  word text not null default '' check (char_length(word) <= 500),
  rated_at timestamptz not null default now()
);

alter table private.ratings enable row level security;

-- Files of members in the private bucket `files` (§18.10 to §18.12). The functions write both, and delete
-- the object before its row; no member reaches the bucket.
create table private.files (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid references auth.users (id) on delete restrict,
  purpose text not null check (purpose in ('cv', 'form', 'essay')),
  booking_id uuid not null references private.bookings (id),
  size integer not null check (size between 1 and 4194304),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  path text not null unique check (path ~ '^[0-9a-f-]{36}/[A-Za-z0-9_-]{1,100}\.(pdf|jpg|png)$'),
  created_at timestamptz not null default now()
);

comment on table private.files is 'One row for each object of the bucket files.';

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

-- Keeps a session to three files of its own member, whoever writes.
create function private.guard_file()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from private.bookings
  where id = new.booking_id and member_id = new.owner_id
  for no key update;
  if not found then
    perform private.refuse('no_such_booking');
  end if;
  if (select count(*) from private.files where booking_id = new.booking_id and id <> new.id) >= 3
  then
    perform private.refuse('too_many_files');
  end if;
  return new;
end;
$$;

create trigger files_guard before insert or update on private.files
  for each row execute function private.guard_file();

-- Adds the row of a file that the caller stores afterwards. Until the session ends, and ten a day, those
-- among them that were deleted again (§18.18). Raises no_such_booking, too_many_files or too_many_uploads.
create function public.add_session_file(
  p_user_id uuid, p_booking uuid, p_purpose text, p_size integer, p_type text
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  made private.files;
  new_id constant uuid := gen_random_uuid();
begin
  if not exists (
    select from private.bookings
    where id = p_booking and member_id = p_user_id and state = 'booked' and ends_at > now()
  ) then
    perform private.refuse('no_such_booking');
  end if;
  perform private.limit_daily('session file', p_user_id::text, 10, 'too_many_uploads');
  insert into private.files (id, owner_id, purpose, booking_id, size, type, path)
  values (
    new_id, p_user_id, p_purpose, p_booking, p_size, p_type,
    p_user_id || '/' || replace(new_id::text, '-', '') || case p_type
      when 'application/pdf' then '.pdf' when 'image/jpeg' then '.jpg' else '.png'
    end
  )
  returning * into made;
  return jsonb_build_object('id', made.id, 'path', made.path);
end;
$$;

-- The file of a member, for download or deletion; null if it is not theirs.
create function public.file_of(p_user_id uuid, p_file uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(files) from private.files as files where id = p_file and owner_id = p_user_id;
$$;

-- Forgets a file whose object was deleted.
create function public.forget_file(p_user_id uuid, p_file uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.files where id = p_file and owner_id = p_user_id;
$$;

-- Forgets all files of a member whose objects were deleted. Rows whose object is still there stay.
create function public.forget_files(p_user_id uuid)
returns void
language sql
security definer
set search_path = ''
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
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select name from storage.objects
    where bucket_id = 'files' and split_part(name, '/', 1) = p_user_id::text
    union
    select path from private.files where owner_id = p_user_id
    order by 1
  );
$$;

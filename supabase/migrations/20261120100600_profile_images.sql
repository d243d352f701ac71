insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'profileimages', 'profileimages', true, 204800, array['image/jpeg', 'image/png', 'image/gif']
)
on conflict (id) do update
set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Whether a file may be in a member's folder: not in a subfolder, and beside at most four other files
-- (reliability S11). The file itself is not counted, so it can always be replaced. The function runs as
-- its owner, because a policy cannot query its own table. Simultaneous uploads may exceed the limit.
create function private.has_room_for_picture(p_name text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select cardinality(storage.foldername(p_name)) = 1 and (
    select count(*) from storage.objects
    where bucket_id = 'profileimages'
      and (storage.foldername(name))[1] = (storage.foldername(p_name))[1]
      and name <> p_name
  ) < 5;
$$;

-- The files of a public bucket can be read by URL without a policy. These policies let members manage
-- their own folder, '<user id>/', and let nobody list another member's (§10.10).
create policy "Members see their own profile images" on storage.objects
  for select to authenticated using (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );

create policy "Members add their own profile images" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and private.has_room_for_picture(name)
  );

create policy "Members replace their own profile images" on storage.objects
  for update to authenticated
  using (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
  )
  with check (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and private.has_room_for_picture(name)
  );

create policy "Members delete their own profile images" on storage.objects
  for delete to authenticated using (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );

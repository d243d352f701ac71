insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'profileimages', 'profileimages', true, 204800, array['image/jpeg', 'image/png', 'image/gif']
)
on conflict (id) do update
set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- A public bucket's files are read by URL without a policy. These let a member manage the own
-- folder, '<user id>/', and nobody list another's.
create policy "Members see their own profile images" on storage.objects
  for select to authenticated using (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );

create policy "Members add their own profile images" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
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
  );

create policy "Members delete their own profile images" on storage.objects
  for delete to authenticated using (
    bucket_id = 'profileimages'
    and (storage.foldername(name))[1] = (select auth.uid())::text
  );

create table public.home (
  imagename text primary key,
  imageurl text not null
);

comment on table public.home is 'Pictures of the public pages, looked up by name.';

alter table public.home enable row level security;

create policy "Everybody reads the home content" on public.home
  for select to anon, authenticated using (true);

-- The product does not work without these rows, so they come with the schema and not with a seed file.
insert into public.home (imagename, imageurl)
values
  ('benefits_1', '/home/benefits_1.svg'),
  ('benefits_2', '/home/benefits_2.svg'),
  ('benefits_3', '/home/benefits_3.svg'),
  ('trustus_1', '/home/trustus_1.svg'),
  ('moneysave_1', '/home/moneysave_1.svg'),
  ('login', '/home/login.svg'),
  ('footer_logo', '/home/footer_logo.svg');

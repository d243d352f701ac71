create table public.page_views (
  path text not null check (char_length(path) <= 200),
  day date not null,
  views bigint not null default 0 check (views >= 0),
  primary key (path, day)
);

comment on table public.page_views is 'How often a page was opened on a day in India; nothing about who.';

alter table public.page_views enable row level security;

-- All views of a page on one day update the same row. A call that has to wait for it gives up, so that
-- a busy page cannot hold the connections that a checkout needs: a lost count matters little.
create function public.count_page_view(p_path text)
returns void
language sql
security definer
set search_path = ''
set lock_timeout = '100ms'
as $$
  insert into public.page_views as counted (path, day, views)
  values (left(p_path, 200), (now() at time zone 'Asia/Kolkata')::date, 1)
  on conflict (path, day) do update set views = counted.views + 1;
$$;

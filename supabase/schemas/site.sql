-- The public pages: their pictures, their views, and what their content security policies blocked.

-- The public pages' pictures, looked up by name.
create table public.home (
  imagename text primary key,
  imageurl text not null
);

alter table public.home enable row level security;

create policy "Everybody reads the home content" on public.home
  for select to anon, authenticated using (true);

-- How many times a page was opened on a day in Indian time. Does not record anything about visitors.
create table public.page_views (
  path text not null check (char_length(path) <= 200),
  day date not null,
  views bigint not null default 0 check (views >= 0),
  primary key (path, day)
);

create index page_views_day on public.page_views (day);

alter table public.page_views enable row level security;

-- Counts a page view unless its caller sends too many: 600 a minute allow two views for each of 300 people behind one
-- network address. All views of a page on one day update the same row. A call gives up instead of waiting for the row,
-- because a checkout needs the connection more than we need the count.
create function public.count_page_view(p_path text, p_caller text default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '100ms' as $$
begin
  if p_caller is null or private.within_limit('page view', p_caller, 600, interval '1 minute') then
    insert into public.page_views as counted (path, day, views)
    values (left(p_path, 200), private.india_day(now()), 1)
    on conflict (path, day) do update set views = counted.views + 1;
  end if;
end;
$$;

-- What the content security policies of checkout pages blocked, and for how many callers on a day in Indian time. A
-- browser extension shows up as one caller; a host that the payment window needs but our policy does not list shows up
-- as many callers.
create table private.blocked_loads (
  day date not null,
  page text not null check (char_length(page) <= 200),
  directive text not null check (char_length(directive) <= 40),
  source text not null check (char_length(source) <= 200),
  callers integer not null,
  primary key (day, page, directive, source)
);

-- Counts the blocked loads that a browser reports as [{page, directive, source, own}]: each once a day per caller, and
-- up to 30 an hour. After a thousand rows in a day, new sources share rows, so that no one can fill the table: hosts
-- that our pages need count as `own`, all others as 'other'.
create function public.count_blocked_loads(p_loads jsonb, p_caller text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.india_day(now());
  is_full constant boolean := (select count(*) from private.blocked_loads where day = today) >= 1000;
  load record;
begin
  for load in
    select distinct
      page, directive,
      case
        when is_full and not exists (
          select from private.blocked_loads as known
          where known.day = today
            and (known.page, known.directive, known.source) = (loads.page, loads.directive, loads.source)
        ) then coalesce(own, 'other')
        else source
      end as source
    from jsonb_to_recordset(p_loads) as loads (page text, directive text, source text, own text)
    order by 1, 2, 3
  loop
    continue when not private.within_limit('blocked', p_caller, 30, interval '1 hour')
      or not private.within_limit('blocked ' || md5(load::text), p_caller, 1, interval '1 day');
    insert into private.blocked_loads as counted (day, page, directive, source, callers)
    values (today, load.page, load.directive, load.source, 1)
    on conflict (day, page, directive, source) do update set callers = counted.callers + 1;
  end loop;
end;
$$;

create view operations.blocked_loads with (security_invoker = true) as
select day, page, directive, source, callers
from private.blocked_loads
order by day desc, callers desc, page, directive, source;

-- Reports frequent blocks as one matter a day, so that a flood of reports does not hide other matters. Ten callers
-- cannot all have the same browser extension.
create view private.matters_of_pages (matter, what) with (security_invoker = true) as
select 'blocked ' || day, format(
  'Browsers of %s visitors blocked something on %s.', max(callers), private.said_day(day)
)
from private.blocked_loads
where callers >= 10 and day >= private.india_day(now()) - 1
group by day;

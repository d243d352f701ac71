-- How often a caller did something in a stretch of time. A caller is a keyed hash of a network address:
-- the functions make it, and the key never reaches the database (§11.42).
create table private.call_counts (
  purpose text not null check (char_length(purpose) <= 40),
  caller text not null check (char_length(caller) = 64),
  began timestamptz not null,
  calls integer not null,
  primary key (purpose, caller, began)
);

comment on table private.call_counts is 'Calls by a keyed hash of the address, erased after a day.';

create index call_counts_began on private.call_counts (began);

alter table private.call_counts enable row level security;

-- Counts one call; true while the caller made at most this many in the present stretch of time.
create function private.within_limit(purpose text, caller text, most integer, stretch interval)
returns boolean
language sql
set search_path = ''
as $$
  insert into private.call_counts as counted (purpose, caller, began, calls)
  values (
    within_limit.purpose,
    within_limit.caller,
    date_bin(within_limit.stretch, now(), timestamptz 'epoch'),
    1
  )
  on conflict on constraint call_counts_pkey do update set calls = counted.calls + 1
  returning counted.calls <= within_limit.most;
$$;

-- Counts a page view unless its caller sends too many. 600 a minute are two for everybody in a lecture
-- hall of 300 behind one address. Without a caller there is nothing to limit by.
create function public.count_limited_page_view(p_path text, p_caller text default null)
returns void
language plpgsql
security definer
set search_path = ''
set lock_timeout = '100ms'
as $$
begin
  if p_caller is null or private.within_limit('page view', p_caller, 600, interval '1 minute') then
    perform public.count_page_view(p_path);
  end if;
end;
$$;

-- Erases callers after a day. The reconciler runs it every five minutes.
create function public.forget_callers()
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.call_counts where began < now() - interval '1 day';
$$;

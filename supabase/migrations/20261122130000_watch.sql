-- What the watch (functions/watch.ts) remembers, so that a person is told of each matter once.

-- When a scheduled function last finished.
create table private.job_runs (
  job text primary key,
  finished_at timestamptz not null default now()
);

alter table private.job_runs enable row level security;

-- A new project is not warned before the first run.
insert into private.job_runs (job) values ('reconcile');

-- Matters that were handed to the watch. Without told_at, nobody knows yet whether the message arrived.
create table private.matters (
  matter text primary key,
  taken_at timestamptz not null default now(),
  told_at timestamptz
);

alter table private.matters enable row level security;

-- Remembers that a scheduled function has finished.
create function public.note_run(p_job text)
returns void
language sql
security definer
set search_path = ''
as $$
  insert into private.job_runs (job) values (p_job)
  on conflict (job) do update set finished_at = now();
$$;

-- Whether the reconciler has finished within 15 minutes, which is three of its turns.
create function public.reconciler_is_alive()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from private.job_runs
    where job = 'reconcile' and finished_at > now() - interval '15 minutes'
  );
$$;

-- Everything that needs a person now. No line names one.
create function private.matters_now()
returns table (matter text, what text)
language sql
stable
set search_path = ''
as $$
  select
    'refund ' || payment_id,
    format('Refund %s %s of payment %s: %s.', currency, due, payment_id, why)
  from operations.refunds_due
  union all
  select
    'event ' || event_id,
    format('Event %s (%s) needs a look: %s.', event_id, type, outcome)
  from operations.events_to_review
  union all
  select
    'reconciler ' || finished_at,
    format('The reconciler has not finished since %s UTC.', to_char(
      finished_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'
    ))
  from private.job_runs
  where job = 'reconcile' and not public.reconciler_is_alive();
$$;

-- Hands out up to 20 matters of which nobody was told. Each goes to one caller, and to the next one
-- after four minutes if its message was not confirmed. p_found adds what the caller found itself, as
-- [{"matter": …, "what": …}]. A matter that is over is forgotten, so that its return is told again.
create function public.take_matters(p_found jsonb default '[]')
returns table (matter text, what text)
language sql
security definer
set search_path = ''
as $$
  with found as materialized (
    select matter, what from private.matters_now()
    union all
    select item ->> 'matter', item ->> 'what' from jsonb_array_elements(p_found) as item
  ),
  ended as (
    delete from private.matters as known
    where not exists (select from found where found.matter = known.matter)
  ),
  waiting as (
    select found.matter from found
    where not exists (
      select from private.matters as known
      where known.matter = found.matter
        and (known.told_at is not null or known.taken_at > now() - interval '4 minutes')
    )
    order by found.matter
    limit 20
  ),
  taken as (
    insert into private.matters as known (matter) select waiting.matter from waiting
    on conflict (matter) do update set taken_at = now()
    where known.told_at is null and known.taken_at <= now() - interval '4 minutes'
    returning known.matter
  )
  select found.matter, found.what from found join taken using (matter) order by found.matter;
$$;

-- Remembers that a person was told.
create function public.note_told(p_matters text[])
returns void
language sql
security definer
set search_path = ''
as $$
  update private.matters set told_at = now() where matter = any (p_matters);
$$;

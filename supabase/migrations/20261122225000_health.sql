-- One query that says whether all is well (§19.17), and a mail to the owner when it is not.

-- When each scheduled function last finished, and whether that is as it should be.
alter view operations.health rename to jobs;

create or replace view operations.jobs with (security_invoker = true) as
select
  jobs.job,
  runs.finished_at,
  date_trunc('second', now() - runs.finished_at) as ago,
  coalesce(runs.finished_at > now() - jobs.late_after, false) as is_alive
from (
  values
    ('reconcile', interval '15 minutes'),
    ('watch', interval '15 minutes'),
    ('mail', interval '15 minutes'),
    ('sessions', interval '15 minutes'),
    ('refunds', interval '30 minutes'),
    ('loans', interval '3 hours'),
    ('retention', interval '3 hours')
) as jobs (job, late_after)
left join private.job_runs as runs on runs.job = jobs.job
order by jobs.job;

-- Days on which somebody paid and no webhook came, among the last seven that are over.
create function private.days_without_webhooks()
returns setof date
language sql
stable
set search_path = ''
as $$
  select sold.day
  from (
    select distinct private.india_day(coalesce(provider_created_at, created_at)) as day
    from public.payments
    where status in ('captured', 'refunded')
      -- A transfer that was entered by hand has no webhook.
      and id ~ '^pay_'
      and coalesce(provider_created_at, created_at) > now() - interval '8 days'
  ) as sold
  where sold.day < private.india_day(now())
    and sold.day >= private.india_day(now()) - 7
    and not exists (
      select from operations.webhook_health as heard
      where heard.day = sold.day and heard.webhooks > 0
    );
$$;

create function private.matters_of_running()
returns table (matter text, what text)
language sql
stable
set search_path = ''
as $$
  select
    'webhooks ' || day,
    format('Somebody paid on %s and no webhook came: look at operations.webhook_health.', day)
  from private.days_without_webhooks() as day
  union all
  select
    'retention job ' || finished_at,
    format('The retention job has not finished since %s UTC.', to_char(
      finished_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'
    ))
  from private.job_runs
  where job = 'retention' and finished_at <= now() - interval '3 hours'
  union all
  select
    'account ' || user_id,
    format('Account %s, which nobody uses, could not be erased: look at operations.accounts_not_erased.',
      user_id)
  from operations.accounts_not_erased;
$$;

alter function private.matters_now() rename to matters_before_health;

create function private.matters_now()
returns table (matter text, what text)
language sql
stable
set search_path = ''
as $$
  select matter, what from private.matters_before_health()
  union all
  select matter, what from private.matters_of_running();
$$;

-- Whether all is well: one row that says so, then a row for everything that needs a person or does not run.
create view operations.health with (security_invoker = true) as
with problems as (
  select
    'job ' || job as subject,
    case
      when ago is null then 'has never finished: read its log'
      else format('has not finished for %s: read its log', ago)
    end as note
  from operations.jobs
  where not is_alive
  union all
  select matter, what from private.matters_now()
),
counted as (
  select count(*) as found from problems
)
select
  'all' as subject,
  found = 0 as is_well,
  case found
    when 0 then 'All is well.'
    when 1 then 'One thing needs a person.'
    else found || ' things need a person.'
  end as note
from counted
union all
(select subject, false, note from problems order by subject);

-- Queues a mail that tells the owner of matters which the watch took, once a day for the same ones.
create function public.mail_matters(p_recipient text, p_matters text[], p_lines text[])
returns void
language sql
security definer
set search_path = ''
as $$
  select private.queue_mail(
    'matters',
    p_recipient,
    jsonb_build_object('lines', to_jsonb(p_lines)),
    format('matters %s %s', md5(array_to_string(p_matters, ' ')), private.india_day(now())),
    0,
    not_after => now() + interval '1 day'
  );
$$;

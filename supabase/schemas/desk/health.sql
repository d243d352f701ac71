-- Health (§19.17): when each scheduled function last ran, what needs an operator now, and what the watch
-- (functions/watch.ts) has reported, so that it reports each matter once.

create table private.job_runs (
  job text primary key,
  finished_at timestamptz not null default now()
);

-- Matters given to the watch to report. Until told_at is set, the message about them may not have arrived.
create table private.matters (
  matter text primary key,
  taken_at timestamptz not null default now(),
  told_at timestamptz
);

-- Records that a job has finished. While an outage is holding emails up, the mail job's runs do not count until an
-- email has been sent, because a run between two attempts succeeds without having anything to do.
create function public.note_run(p_job text) returns void
language sql security definer set search_path = '' as $$
  insert into private.job_runs (job)
  select p_job
  where p_job <> 'mail' or not exists (
    select from private.outbox as waiting
    where sent_at is null and dropped_at is null and given_up_at is null and reason like 'outage:%'
      and not exists (
        select from private.outbox as sent
        where sent.recipient is not null
          and coalesce(sent.sent_at, sent.dropped_at, sent.given_up_at) > waiting.first_attempt_at
          and sent.sent_at is not null
      )
  )
  on conflict (job) do update set finished_at = now();
$$;

-- Whether a job may do its work. The watch always may, because it sends the alarms. If no job has run for an hour, this
-- may be a restored copy with outdated data, so all jobs stop until the owner starts them (§20.41).
create function public.may_run(p_job text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if greatest((select max(finished_at) from private.job_runs), (select since from private.switches where name = 'jobs'))
    < now() - private.period('jobs silent') then
    perform private.turn('jobs', true);
  end if;
  return p_job = 'watch' or not private.is_off('jobs');
end;
$$;

-- When each scheduled function last finished, and whether it is late.
create view operations.jobs with (security_invoker = true) as
select
  jobs.job, runs.finished_at,
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

-- Whether the reconciler and the mail job finished recently. If they do not run, payments are missed and mail is not
-- sent.
create function public.jobs_are_alive() returns boolean
language sql stable security definer set search_path = '' as $$
  select bool_and(is_alive) from operations.jobs where job in ('reconcile', 'mail');
$$;

-- Late jobs, except the watch, which cannot report itself: see operations.jobs for it.
create view private.matters_of_jobs (matter, what) with (security_invoker = true) as
select
  late.name || ' ' || late.finished_at,
  format(
    'The %s has not finished since %s. Ask a developer to read its log.',
    late.name, private.india_time(late.finished_at)
  )
from (
  select case job when 'reconcile' then 'reconciler' else job || ' job' end as name, finished_at
  from operations.jobs
  where not is_alive and finished_at is not null and job <> 'watch' and not private.is_off('jobs')
) as late
union all
select
  name || ' stopped ' || since,
  format(
    case name
      when 'jobs' then 'The scheduled work has been stopped since %s: we mail and refund nothing.'
      else 'Sales have been stopped since %s.'
    end,
    private.india_time(since)
  )
from private.switches
where is_off
union all
select 'mails held ' || kind, format('Held emails of the kind %s: %s.', kind, mails) from operations.mails_held;

-- Everything that needs an operator now, money first. Does not contain names.
create view private.matters_now (matter, what, urgency) with (security_invoker = true) as
select *, 1 from private.matters_of_payments
union all
select *, 2 from private.matters_of_refunds
union all
select *, 3 from private.matters_of_jobs
union all
select *, 3 from private.matters_of_pages
union all
select *, 4 from private.matters_of_bookings
union all
select *, 5 from private.matters_of_mail
union all
select *, 6 from private.matters_of_loans
union all
select *, 7 from private.matters_of_messages
union all
select *, 8 from private.matters_of_retention;

-- Claims up to 20 unreported matters, most urgent first. Each matter goes to one caller; if its message is not
-- confirmed, another caller gets the matter after four minutes. p_found adds the caller's own findings, as [{"matter":
-- …, "what": …}]. A matter that is settled is forgotten, so that it is reported again if it recurs.
create function public.take_matters(p_found jsonb default '[]')
returns table (matter text, what text)
language sql security definer set search_path = '' as $$
  with found as materialized (
    select matter, what, urgency from private.matters_now
    union all
    select item ->> 'matter', item ->> 'what', 0 from jsonb_array_elements(p_found) as item
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
    order by found.urgency, found.matter
    limit 20
  ),
  taken as (
    insert into private.matters as known (matter) select waiting.matter from waiting
    on conflict (matter) do update set taken_at = now()
    where known.told_at is null and known.taken_at <= now() - interval '4 minutes'
    returning known.matter
  )
  select found.matter, found.what from found join taken using (matter) order by found.urgency, found.matter;
$$;

create function public.note_told(p_matters text[]) returns void
language sql security definer set search_path = '' as $$
  update private.matters set told_at = now() where matter = any (p_matters);
$$;

-- One row that says whether all is well, then a row for everything that needs an operator or is not running.
create view operations.health with (security_invoker = true) as
with problems as (
  select
    'job ' || job as subject,
    case
      when ago is null then format('The job %s has never finished. Ask a developer to read its log.', job)
      else format(
        'The job %s last finished on %s. Ask a developer to read its log.', job, private.india_time(finished_at)
      )
    end as note
  from operations.jobs
  where not is_alive and (job = 'watch' or finished_at is null and not private.is_off('jobs'))
  union all
  select matter, what from private.matters_now
),
counted as (select count(*) as found from problems)
select
  'all' as subject,
  found = 0 as is_well,
  case found
    when 0 then 'All is well.'
    when 1 then 'One thing needs you.'
    else found || ' things need you.'
  end as note
from counted
union all
(select subject, false, note from problems order by subject);

-- Money by day for the last fourteen days, in Indian time. Includes only payments that count; `refunded` is the money
-- returned that day.
create view operations.money_week with (security_invoker = true) as
select
  days.day, received.orders,
  round(received.amount / 100.0, 2) as received,
  round(refunded.amount / 100.0, 2) as refunded,
  signed_up.members as sign_ups, viewed.views as page_views
from private.past_days as days
cross join lateral (
  select count(*) as orders, coalesce(sum(payments.amount), 0) as amount
  from public.payments as payments
  where payments.status in ('captured', 'refunded') and payments.review is null
    and coalesce(payments.provider_created_at, payments.created_at) >= days.begins
    and coalesce(payments.provider_created_at, payments.created_at) < days.ends
) as received
cross join lateral (
  select coalesce(sum(returned.amount), 0) as amount
  from (
    select amount, payment_id from private.refund_requests
    where state = 'paid' and ended_at >= days.begins and ended_at < days.ends
    union all
    select amount, payment_id from private.refunds_by_hand
    where made_at >= days.begins and made_at < days.ends
  ) as returned
  where returned.payment_id not in (select id from public.payments where review is not null)
) as refunded
cross join lateral (
  select count(*) as members from private.sign_ups
  where created_at >= days.begins and created_at < days.ends
) as signed_up
cross join lateral (
  select coalesce(sum(views), 0) as views from public.page_views where page_views.day = days.day
) as viewed
where days.day > private.india_day(now()) - 14
order by days.day desc;

-- Views of each page in each of the last twelve weeks; weeks begin on Monday in Indian time.
create view operations.page_views_by_week with (security_invoker = true) as
select
  date_trunc('week', day)::date as week,
  private.safe_cell(path) as path,
  sum(views) as views
from public.page_views
where day >= date_trunc('week', private.india_day(now()))::date - 77
group by 1, page_views.path
order by week desc, views desc, path;

-- Queues an email to support about matters that the watch has claimed. The same matters are mailed once a day.
create function public.mail_matters(p_matters text[], p_lines text[]) returns void
language sql security definer set search_path = '' as $$
  select private.queue_mail(
    'matters',
    private.support_recipient(),
    jsonb_build_object('lines', to_jsonb(p_lines)),
    format('matters %s %s', md5(array_to_string(p_matters, ' ')), private.india_day(now())),
    0,
    not_after => now() + interval '1 day'
  );
$$;

-- For the launch check: mentors, free slots of the next 14 days, and whether base figures have been entered; lenders
-- and offers that members see today; community links and texts. Samples are not counted but listed by name.
create function public.launch_facts() returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object(
  'sessions', jsonb_build_object(
    'mentors', (select count(*) from private.mentors where retired_at is null),
    'without_room', (
      select count(*) from private.mentors
      where retired_at is null and meeting_url is null and not exists (select from private.room_service)
    ),
    'slots', (
      select count(*) from private.slots
      where state = 'open' and taken < seats and starts_at between now() and now() + interval '14 days'
    ),
    'has_base_figures', exists (select from private.base_figures where value > 0)
  ),
  'loans', jsonb_build_object(
    'lenders', (select count(*) from private.lenders where active and not is_sample),
    'offers', (
      select count(*) from private.open_offers as offers
      where offers.valid_until >= private.india_day(now())
        and not (offers.terms #>> '{lender,is_sample}')::boolean
    ),
    'samples', array(select name from private.lenders where active and is_sample order by name)
  ),
  'material', jsonb_build_object(
    'community', (select count(*) from public.community_links where not is_sample),
    'texts', (select count(*) from private.material where published_at is not null and not is_sample),
    'samples', array(
      select title as name from private.material where is_sample
      union all
      select name from public.community_links where is_sample
      order by name
    )
  )
);

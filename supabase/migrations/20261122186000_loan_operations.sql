-- The operator's work on loans in the SQL editor (docs/operations.md, 'The loan circle'). Only the editor may call
-- these functions and read these views. Amounts are paise.

-- Adds a lender, with the address that is told when a consent is taken back. Returns its number.
create function operations.add_lender(
  name text, site text, standard_rate numeric, email text default null,
  is_sample boolean default false
)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  made integer;
begin
  insert into private.lenders (name, site, standard_rate, is_sample)
  values (
    trim(add_lender.name), trim(add_lender.site), add_lender.standard_rate, add_lender.is_sample
  )
  returning id into made;
  if add_lender.email is not null then
    insert into private.lender_contacts (lender_id, email) values (made, trim(add_lender.email));
  end if;
  return made;
end;
$$;

-- Adds an offer, or replaces one that stands (§16.18). Without a standard rate it is the lender's. Choices
-- of the replaced offer keep its terms. Returns the offer's id.
create function operations.add_offer(
  lender integer, intake_year integer, rate numeric, rate_type text,
  least_amount bigint, most_amount bigint, least_months integer, most_months integer,
  penal_charges text, security text, valid_until date, key_facts_url text,
  grace_months integer default 6, interest text default 'added',
  fee_percent numeric default 0, fee_fixed bigint default 0,
  fee_least bigint default null, fee_most bigint default null,
  tax_percent numeric default 18, other_charges text default '',
  standard_rate numeric default null, replaces uuid default null
)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  made uuid;
begin
  if add_offer.valid_until < private.india_day(now()) then
    raise exception '% is past', add_offer.valid_until using errcode = 'invalid_parameter_value';
  end if;
  insert into private.loan_offers (
    lender_id, intake_year, rate, rate_type, standard_rate, fee_percent, fee_fixed, fee_least,
    fee_most, tax_percent, other_charges, penal_charges, least_amount, most_amount, least_months,
    most_months, grace_months, interest, security, valid_until, key_facts_url
  )
  values (
    add_offer.lender, add_offer.intake_year, add_offer.rate, add_offer.rate_type,
    coalesce(
      add_offer.standard_rate,
      (select lenders.standard_rate from private.lenders as lenders where id = add_offer.lender)
    ),
    add_offer.fee_percent, add_offer.fee_fixed, add_offer.fee_least, add_offer.fee_most,
    add_offer.tax_percent, trim(add_offer.other_charges), trim(add_offer.penal_charges),
    add_offer.least_amount, add_offer.most_amount, add_offer.least_months, add_offer.most_months,
    add_offer.grace_months, add_offer.interest, trim(add_offer.security), add_offer.valid_until,
    trim(add_offer.key_facts_url)
  )
  returning id into made;
  if add_offer.replaces is not null then
    update private.loan_offers set replaced_by = made
    where id = add_offer.replaces and replaced_by is null and withdrawn_at is null;
    if not found then
      raise exception 'offer % is not there, or has ended', add_offer.replaces
        using errcode = 'no_data_found';
    end if;
  end if;
  return made;
end;
$$;

-- Ends an offer that its lender withdraws. Choices that have not reached the lender end with it.
create function operations.withdraw_offer(offer uuid)
returns text
language plpgsql
set search_path = ''
as $$
begin
  update private.loan_offers set withdrawn_at = now()
  where id = offer and withdrawn_at is null and replaced_by is null;
  if not found then
    raise exception 'offer % is not there, or has ended', offer using errcode = 'no_data_found';
  end if;
  return 'withdrawn';
end;
$$;

-- Moves a choice on; the member is told.
create function private.move_choice(p_choice uuid, p_state text, p_reason text default null)
returns text
language plpgsql
set search_path = ''
as $$
begin
  update private.loan_choices
  set state = p_state, reason = nullif(trim(p_reason), '')
  where id = p_choice;
  if not found then
    raise exception 'there is no choice %', p_choice using errcode = 'no_data_found';
  end if;
  return p_state;
end;
$$;

-- Frees the member's details for the lender, before anybody gives them to it: only then does
-- members_for_lender show them, and a consent that is taken back from then on stops the lender. Refuses
-- where the offer has ended or the consent does not stand.
create function operations.send_to_lender(choice uuid)
returns text
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from private.loan_choices
    where id = choice and valid_until < private.india_day(now())
  ) then
    raise exception 'the offer of choice % has ended', choice using errcode = 'no_data_found';
  end if;
  return private.move_choice(choice, 'with_lender');
end;
$$;

create function operations.sanction(choice uuid)
returns text
language sql
set search_path = ''
as $$
  select private.move_choice(choice, 'sanctioned');
$$;

create function operations.disburse(choice uuid)
returns text
language sql
set search_path = ''
as $$
  select private.move_choice(choice, 'disbursed');
$$;

create function operations.decline(choice uuid, reason text)
returns text
language sql
set search_path = ''
as $$
  select private.move_choice(choice, 'declined', reason);
$$;

create function operations.lender_withdrew(choice uuid, reason text default null)
returns text
language sql
set search_path = ''
as $$
  select private.move_choice(choice, 'withdrawn', reason);
$$;

-- Notes that a lender has confirmed that it stopped using the details behind a choice.
create function operations.lender_stopped(choice uuid)
returns text
language plpgsql
set search_path = ''
as $$
begin
  update private.lender_stops set confirmed_at = now()
  where choice_id = choice and confirmed_at is null;
  if not found then
    raise exception 'no lender has to stop for choice %', choice using errcode = 'no_data_found';
  end if;
  return 'noted';
end;
$$;

create function private.move_match(
  p_match uuid, p_state text, p_rate numeric default null, p_reason text default null
)
returns text
language plpgsql
set search_path = ''
as $$
begin
  update private.rate_matches
  set state = p_state, answer_rate = p_rate, reason = nullif(trim(p_reason), '')
  where id = p_match;
  if not found then
    raise exception 'there is no rate match %', p_match using errcode = 'no_data_found';
  end if;
  return p_state;
end;
$$;

create function operations.rate_match_with_lenders(match uuid)
returns text
language sql
set search_path = ''
as $$
  select private.move_match(match, 'with_lenders');
$$;

-- Answers a rate match: 'matched' (at the same rate unless another is given), 'bettered' with the rate, which
-- is no higher, or 'declined' with a reason.
create function operations.answer_rate_match(
  match uuid, answer text, rate numeric default null, reason text default null
)
returns text
language plpgsql
set search_path = ''
as $$
begin
  if answer_rate_match.answer not in ('matched', 'bettered', 'declined') then
    raise exception 'the answers are matched, bettered and declined'
      using errcode = 'invalid_parameter_value';
  end if;
  return private.move_match(
    answer_rate_match.match,
    answer_rate_match.answer,
    case when answer_rate_match.answer <> 'declined' then coalesce(
      answer_rate_match.rate,
      case when answer_rate_match.answer = 'matched' then (
        select matches.rate from private.rate_matches as matches
        where matches.id = answer_rate_match.match
      ) end
    ) end,
    answer_rate_match.reason
  );
end;
$$;

-- The members whose details this lender may have: send_to_lender has freed them, the consent to this lender
-- stands, and the choice has not ended. Give out only these rows, and only to this lender.
create function operations.members_for_lender(lender integer)
returns table (
  reference uuid, state text, firstname text, lastname text, email text, phonenumber text,
  institute text, programme text, stage text, course_starts date, course_months integer,
  amount bigint, term_months integer, co_applicant text, city text, rate numeric,
  valid_until date, consented_at timestamptz
)
language sql
stable
set search_path = ''
as $$
  select
    choices.id, choices.state, profiles.firstname, profiles.lastname, users.email::text,
    profiles.phonenumber, requests.institute, requests.programme, requests.stage,
    requests.course_starts, choices.course_months, choices.amount, choices.term_months,
    requests.co_applicant, requests.city, (choices.terms ->> 'rate')::numeric,
    choices.valid_until, consents.given_at
  from private.loan_choices as choices
  join private.consents as consents
    on consents.id = choices.consent_id and consents.taken_back_at is null
  join private.loan_requests as requests on requests.id = choices.request_id
  join auth.users as users on users.id = choices.member_id
  left join public.profiles as profiles on profiles.id = choices.member_id
  where choices.lender_id = members_for_lender.lender
    and consents.lender_id = members_for_lender.lender
    and private.is_with_lender(choices.state)
  order by choices.chosen_at;
$$;

-- Groups as a lender may see them (§16.16): the snapshot of the night, and no cell below five members. A sum
-- is empty where every amount was rounded down to nothing.
create view operations.loan_group_for_lenders with (security_invoker = true) as
select
  cells.intake_year,
  cells.part,
  cells.cell,
  cells.members,
  nullif(cells.sum, 0) as sum,
  figures.published_at
from private.loan_group_cells as cells
join private.loan_group_figures as figures using (intake_year)
order by intake_year, part, members desc, cell;

-- Choices that wait for a lender or for us. The reference is what the lender hears.
create view operations.open_choices with (security_invoker = true) as
select
  choices.id as choice,
  choices.state,
  date_trunc('hour', now() - choices.changed_at) as waiting,
  lenders.name as lender,
  choices.lender_id,
  profiles.email as member,
  choices.amount,
  (choices.terms ->> 'rate')::numeric as rate,
  choices.valid_until,
  choices.chosen_at,
  choices.state = 'chosen' and choices.chosen_at <= now() - interval '2 days' as is_late
from private.loan_choices as choices
join private.lenders as lenders on lenders.id = choices.lender_id
left join public.profiles as profiles on profiles.id = choices.member_id
where choices.state in ('chosen', 'with_lender', 'sanctioned')
order by choices.chosen_at;

-- The working days after a day in India, up to today; holidays are not known.
create function private.business_days_since(moment timestamptz)
returns integer
language sql
stable
set search_path = ''
as $$
  select count(*)::integer
  from generate_series(
    private.india_day(moment) + 1, private.india_day(now()), interval '1 day'
  ) as days (day)
  where extract(isodow from days.day) < 6;
$$;

-- Rate matches without an answer. The written offer is the file at this path of the bucket files.
create view operations.open_rate_matches with (security_invoker = true) as
select
  matches.id as match,
  matches.state,
  private.business_days_since(matches.created_at) as business_days,
  profiles.email as member,
  requests.amount,
  requests.term_months,
  matches.lender,
  matches.rate,
  matches.charges,
  matches.valid_until,
  files.path as file,
  matches.created_at
from private.rate_matches as matches
join private.loan_requests as requests on requests.id = matches.request_id
left join private.files as files on files.rate_match_id = matches.id
left join public.profiles as profiles on profiles.id = matches.member_id
where matches.state in ('sent', 'with_lenders')
order by matches.created_at;

-- Lenders that must stop using somebody's details and have not confirmed it.
create view operations.lender_stops with (security_invoker = true) as
select
  stops.choice_id as choice,
  lenders.name as lender,
  contacts.email,
  stops.asked_at
from private.lender_stops as stops
join private.lenders as lenders on lenders.id = stops.lender_id
left join private.lender_contacts as contacts on contacts.lender_id = stops.lender_id
where stops.confirmed_at is null
order by stops.asked_at;

-- Everything that needs a person now: the matters of before, and those of loans (§16.63).
alter function private.matters_now() rename to matters_before_loans;

create function private.matters_now()
returns table (matter text, what text)
language sql
stable
set search_path = ''
as $$
  select matter, what from private.matters_before_loans()
  union all
  select
    'choice ' || choice,
    format('A choice of %s waits since %s to be sent: look at operations.open_choices.',
      lender, private.india_day(chosen_at))
  from operations.open_choices
  where is_late
  union all
  select
    'rate match ' || match,
    format('A rate match waits for an answer since %s: look at operations.open_rate_matches.',
      private.india_day(created_at))
  from operations.open_rate_matches
  where business_days >= 5
  union all
  select
    'lender stop ' || choice,
    format('%s must stop using the details behind choice %s: look at operations.lender_stops.',
      lender, choice)
  from operations.lender_stops
  union all
  select
    'loans job ' || finished_at,
    format('The loans job has not finished since %s UTC.', to_char(
      finished_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'
    ))
  from private.job_runs
  where job = 'loans' and finished_at <= now() - interval '3 hours';
$$;

-- A new project is not warned before the first run.
insert into private.job_runs (job) values ('loans');

create or replace view operations.health with (security_invoker = true) as
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
    ('loans', interval '3 hours')
) as jobs (job, late_after)
left join private.job_runs as runs on runs.job = jobs.job
order by jobs.job;

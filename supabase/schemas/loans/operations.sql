-- Loans behind the scenes: jobs and operators' work (docs/operations.md, 'The loan circle'). Amounts are in paise
-- unless a comment says otherwise.

-- Marks choices as expired if their offer ended before the lender got them (§16.24). Returns the number of choices.
create function public.expire_choices() returns integer
language sql security definer set search_path = '' as $$
  with expired as (
    update private.loan_choices set state = 'expired'
    where id in (
      select id from private.loan_choices
      where state = 'chosen' and sent_at is null and valid_until < private.india_day(now())
      order by valid_until
      limit 500
      for no key update skip locked
    )
    returning id, member_id
  )
  select count(private.log_action('expire_choice', id::text, member_id))::integer from expired;
$$;

-- Emails up to 500 members about offers that fit and are newer than the latest offers that the member knows about
-- (§16.58): up to once a day, and only members with a verified address who have not chosen an offer. Returns the number
-- of emails.
create function public.tell_new_offers() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  newest record;
  request private.loan_requests;
  fitting integer;
  told integer := 0;
begin
  for newest in
    select intake_year as year, max(created_at) as at
    from private.loan_offers
    where replaced_by is null and withdrawn_at is null and valid_until >= private.india_day(now())
    group by intake_year
  loop
    for request in
      select * from private.loan_requests
      where intake_year = newest.year and left_at is null and offers_known_at < newest.at
        and coalesce(offers_told_at, '-infinity') < now() - interval '1 day'
      order by offers_known_at
      limit 500 - told
      for no key update skip locked
    loop
      select count(*) into fitting
      from private.open_offers as offers
      where offers.intake_year = newest.year and offers.created_at > request.offers_known_at
        and offers.valid_until >= private.india_day(now())
        and private.offer_fits(offers.offer, request.amount, request.term_months)
        and private.has_proven_account(request.member_id) and not private.has_chosen(request.id);
      update private.loan_requests
      set
        offers_known_at = newest.at,
        offers_told_at = case when fitting > 0 then now() else offers_told_at end
      where id = request.id;
      continue when fitting = 0;
      perform private.tell_account(
        'loan_offers', request.member_id,
        jsonb_build_object('request', request.id, 'intake_year', newest.year, 'count', fitting),
        request.id || ' ' || newest.at, 2
      );
      told := told + 1;
    end loop;
  end loop;
  return told;
end;
$$;

-- Deletes everything about a member's loans. Tells each lender with the member's details to stop, even after a decline,
-- but not once the loan has been paid out, because then it concerns only the member and the lender. A rate match whose
-- file still exists stays, with its request, and is withdrawn if it has not been answered, so that the next job deletes
-- the file.
create function private.forget_loans(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_loan(p_user_id);
  perform private.end_consents(p_user_id);
  delete from private.rate_matches as matches
  where member_id = p_user_id
    and not exists (select from private.files where rate_match_id = matches.id);
  delete from private.loan_choices where member_id = p_user_id;
  delete from private.consents where member_id = p_user_id;
  delete from private.loan_requests as requests
  where member_id = p_user_id
    and not exists (select from private.rate_matches where request_id = requests.id);
  update private.rate_matches set state = 'taken_back'
  where member_id = p_user_id and state in ('sent', 'with_lenders');
  update private.loan_requests set left_at = now() where member_id = p_user_id and left_at is null;
end;
$$;

create function private.loan_of(p_user_id uuid) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object(
  'requests', array(
    select to_jsonb(requests) - 'member_id'
    from private.loan_requests as requests where requests.member_id = p_user_id
    order by joined_at
  ),
  'consents', array(
    select private.consent_json(consents)
    from private.consents as consents where consents.member_id = p_user_id
    order by consents.given_at
  ),
  'choices', array(
    select private.choice_json(choices)
    from private.loan_choices as choices where choices.member_id = p_user_id
    order by choices.chosen_at
  ),
  'rate_matches', array(
    select private.rate_match_json(matches)
    from private.rate_matches as matches where matches.member_id = p_user_id
    order by matches.created_at
  )
);

-- Refuses a name that another lender has, ignoring case.
create function private.refuse_lender_namesake(name text, lender integer default null) returns void
language sql stable set search_path = '' as $$
  select private.refuse_when('lenders_name_key', exists (
    select from private.lenders as lenders
    where private.same_name(lenders.name) = private.same_name(refuse_lender_namesake.name)
      and lenders.id is distinct from refuse_lender_namesake.lender
  ), field => 'name');
$$;

create function operations.add_lender(
  name text, site text, standard_rate numeric, email text default null, is_sample boolean default false
) returns text
language plpgsql set search_path = '' as $$
declare
  made integer;
begin
  perform private.refuse_lender_namesake(add_lender.name);
  insert into private.lenders (name, site, standard_rate, email, is_sample)
  values (add_lender.name, add_lender.site, add_lender.standard_rate, add_lender.email, add_lender.is_sample)
  returning id into made;
  perform private.log_action('add_lender', made::text);
  return format('%s is added.', add_lender.name);
end;
$$;

-- Changes a lender: its standard rate, for offers entered from now on; its address for details and withdrawn consents,
-- which null keeps and '' removes; whether members see its offers; and its name and site, which null keeps.
create function operations.edit_lender(
  lender integer, standard_rate numeric, email text default null, active boolean default true, name text default null,
  site text default null
) returns text
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_lender_namesake(edit_lender.name, edit_lender.lender);
  update private.lenders as lenders
  set
    name = coalesce(edit_lender.name, lenders.name),
    site = coalesce(edit_lender.site, lenders.site),
    standard_rate = edit_lender.standard_rate,
    email = nullif(private.clean_address(coalesce(edit_lender.email, lenders.email)), ''),
    active = edit_lender.active
  where lenders.id = edit_lender.lender;
  perform private.stop_when(not found, 'This lender is no longer on the list.');
  perform private.log_action('edit_lender', lender::text, details => jsonb_build_object(
    'name', edit_lender.name, 'site', edit_lender.site, 'rate', edit_lender.standard_rate, 'active', edit_lender.active
  ));
  return format('%s is saved.', (select lenders.name from private.lenders as lenders where id = edit_lender.lender));
end;
$$;

-- Adds an offer, or replaces an open offer (§16.18). Amounts and fees are in rupees. The standard rate defaults to the
-- lender's own. Existing choices keep the terms of the offer that was replaced.
create function operations.add_offer(
  lender integer, intake_year integer, rate numeric, rate_type text,
  least_amount numeric, most_amount numeric, least_months integer, most_months integer,
  penal_charges text, security text, valid_until date, key_facts_url text,
  grace_months integer default 6, interest text default 'added',
  fee_percent numeric default 0, fee_fixed numeric default 0,
  fee_least numeric default null, fee_most numeric default null,
  tax_percent numeric default 18, other_charges text default '',
  standard_rate numeric default null, replaces uuid default null
) returns text
language plpgsql set search_path = '' as $$
declare
  made uuid;
  before numeric;
begin
  perform private.refuse_past(add_offer.valid_until, 'valid_until');
  perform private.refuse_when(
    'offer_ends_too_late', private.is_within_days(add_offer.valid_until, 730) is not true, field => 'valid_until'
  );
  perform private.refuse_when(
    'not_an_intake',
    (add_offer.intake_year - extract(year from private.india_day(now())) between 0 and 3) is not true,
    field => 'intake_year'
  );
  perform private.stop_when(
    add_offer.valid_until > make_date(add_offer.intake_year, 12, 31),
    format('An offer for %s can last until 31 December %1$s. Choose an earlier day.', add_offer.intake_year),
    'valid_until'
  );
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
    add_offer.fee_percent, add_offer.fee_fixed * 100, add_offer.fee_least * 100,
    add_offer.fee_most * 100, add_offer.tax_percent, add_offer.other_charges, add_offer.penal_charges,
    add_offer.least_amount * 100, add_offer.most_amount * 100, add_offer.least_months,
    add_offer.most_months, add_offer.grace_months, add_offer.interest, add_offer.security, add_offer.valid_until,
    add_offer.key_facts_url
  )
  returning id into made;
  if add_offer.replaces is not null then
    update private.loan_offers set replaced_by = made
    where id = add_offer.replaces and replaced_by is null and withdrawn_at is null
    returning loan_offers.rate into before;
    perform private.stop_when(not found, 'The offer you are replacing has ended, or has been replaced already.');
  end if;
  perform private.stop_when(exists (
    select from private.loan_offers as others
    join private.loan_offers as added on added.lender_id = others.lender_id and added.id <> others.id
    -- The offer that is being replaced counts too, although it has ended by now.
    where added.id = made and coalesce(others.replaced_by, made) = made
      and to_jsonb(others) - '{id,shown_at,created_at,replaced_by}'::text[]
        = to_jsonb(added) - '{id,shown_at,created_at,replaced_by}'::text[]
  ), 'This lender already has the same offer. Change a term, or keep that offer.');
  perform private.log_action(
    case when replaces is null then 'add_offer' else 'replace_offer' end, made::text,
    details => jsonb_build_object('lender', add_offer.lender, 'rate', add_offer.rate, 'replaces', add_offer.replaces)
  );
  return format(
    case
      when before is null then '%s’s offer for %s at %s%% is added.'
      else '%s’s offer for %s is now at %s%% (before: %s%%).'
    end,
    (select name from private.lenders where id = add_offer.lender),
    add_offer.intake_year, trim_scale(add_offer.rate), trim_scale(before)
  );
end;
$$;

-- Ends an offer that its lender has withdrawn, and those of its choices that have not reached the lender.
create function operations.withdraw_offer(offer uuid) returns text
language plpgsql set search_path = '' as $$
begin
  update private.loan_offers set withdrawn_at = now()
  where id = offer and withdrawn_at is null and replaced_by is null;
  perform private.stop_when(not found, 'This offer has already ended.');
  perform private.log_action('withdraw_offer', offer::text);
  return 'The offer has ended, and so have the choices of it that were not sent to the lender.';
end;
$$;

-- Moves a choice to its next state, logs it as this action, and emails the member, except at its release. Returns
-- `p_says`, in which %1$s stands for the lender, %2$s for the amount, or for what the lender sanctioned of it, and %3$s
-- for the member.
create function private.move_choice(
  p_action text, p_choice uuid, p_state text, p_says text, p_reason text default null, p_sanctioned bigint default null
) returns text
language plpgsql set search_path = '' as $$
declare
  moved private.loan_choices;
begin
  update private.loan_choices as choices
  set
    state = p_state,
    reason = nullif(p_reason, ''),
    sanctioned = coalesce(p_sanctioned, choices.sanctioned)
  where choices.id = p_choice and choices.state <> p_state
  returning choices.* into moved;
  perform private.refuse_when(
    'choice_has_ended', not found and exists (select from private.loan_choices where id = p_choice)
  );
  perform private.stop_when(moved.id is null, 'This choice no longer exists.');
  perform private.log_action(
    p_action, p_choice::text, moved.member_id, jsonb_build_object('sanctioned', p_sanctioned / 100)
  );
  return format(
    p_says, (select name from private.lenders where id = moved.lender_id),
    private.said_rupees(coalesce(moved.sanctioned, moved.amount)),
    (select name from private.people where id = moved.member_id)
  );
end;
$$;

-- Releases the member's details for the lender. Call this before passing the details on: details_for_lender shows them
-- only from now on, and if the consent is withdrawn later, the lender is told to stop. Refuses if the offer has ended
-- or the consent has been withdrawn.
create function operations.send_to_lender(choice uuid) returns text
language sql set search_path = '' as $$
  select private.stop_when(exists (
    select from private.loan_choices
    where id = choice and valid_until < private.india_day(now())
  ), 'The offer has ended, so you cannot release details to its lender.');
  select private.move_choice(
    'send_to_lender', choice, 'with_lender',
    'Released: the details of %3$s (%2$s) for %1$s. Next: open ‘Details for the lender’, send them to this lender '
    || 'only, and select ‘I have sent it’.'
  );
$$;

-- Records that the released details were sent, and emails the member.
create function operations.details_sent(choice uuid) returns text
language plpgsql set search_path = '' as $$
declare
  sent private.loan_choices;
begin
  update private.loan_choices set sent_at = now()
  where id = choice and private.is_unsent(loan_choices)
  returning * into sent;
  perform private.stop_when(not found, 'These details are not waiting to be sent.');
  perform private.log_action('details_sent', choice::text, sent.member_id);
  return format(
    'Recorded: you sent the details of %s (%s) to %s. We mail the member.',
    (select name from private.people where id = sent.member_id), private.said_rupees(sent.amount),
    (select name from private.lenders where id = sent.lender_id)
  );
end;
$$;

-- `sanctioned` is the amount in whole rupees, if the lender sanctioned less than the member asked for.
create function operations.sanction(choice uuid, sanctioned numeric default null) returns text
language plpgsql set search_path = '' as $$
declare
  asked constant bigint := (select amount from private.loan_choices where id = choice);
  less constant bigint := nullif((sanction.sanctioned * 100)::bigint, asked);
begin
  return private.move_choice(
    'sanction', choice, 'sanctioned',
    'Recorded: %1$s sanctioned %2$s '
    || case
      when less is null then 'for %3$s'
      else format('of the %s that %%3$s asked for', private.said_rupees(asked))
    end
    || '. We mail the member.',
    p_sanctioned => less
  );
end;
$$;

create function operations.disburse(choice uuid) returns text
language sql set search_path = '' as $$
  select private.move_choice(
    'disburse', choice, 'disbursed', 'Recorded: %1$s paid out %2$s to %3$s. We mail the member.'
  );
$$;

create function operations.decline(choice uuid, reason text) returns text
language sql set search_path = '' as $$
  select private.move_choice(
    'decline', choice, 'declined',
    'Recorded: %1$s rejected the loan of %2$s for %3$s. We mail the member your reason.', reason
  );
$$;

create function operations.lender_withdrew(choice uuid, reason text default null) returns text
language sql set search_path = '' as $$
  select private.move_choice(
    'lender_withdrew', choice, 'withdrawn',
    'Recorded: %1$s withdrew its offer to %3$s (%2$s). We mail the member.', reason
  );
$$;

create function operations.lender_stopped(choice uuid) returns text
language plpgsql set search_path = '' as $$
begin
  update private.lender_stops set confirmed_at = now() where choice_id = choice and confirmed_at is null;
  perform private.stop_when(not found, 'This lender no longer has to stop.');
  perform private.log_action('lender_stopped', choice::text);
  return 'Recorded: the lender has stopped using the details.';
end;
$$;

-- Moves a rate match to its next state, logs it as this action, and emails the member. Returns `p_says`, in which %s
-- stands for the lender of the better offer.
create function private.move_match(
  p_action text, p_match uuid, p_state text, p_says text, p_rate numeric default null, p_reason text default null
) returns text
language plpgsql set search_path = '' as $$
declare
  moved private.rate_matches;
begin
  update private.rate_matches as matches
  set state = p_state, answer_rate = p_rate, reason = nullif(p_reason, '')
  where matches.id = p_match and matches.state <> p_state
  returning matches.* into moved;
  perform private.refuse_when(
    'match_has_ended', not found and exists (select from private.rate_matches where id = p_match)
  );
  perform private.stop_when(moved.id is null, 'This better offer no longer exists.');
  perform private.log_action(p_action, p_match::text, moved.member_id);
  return format(p_says, moved.lender);
end;
$$;

create function operations.rate_match_with_lenders(match uuid) returns text
language sql set search_path = '' as $$
  select private.move_match(
    'rate_match_with_lenders', match, 'with_lenders',
    'Recorded: our lenders know the better rate. We mail the member.'
  );
$$;

-- Answers a rate match: 'matched' (at the same rate unless another is given), 'bettered' with the same or a lower rate,
-- or 'declined' with a reason. A lender's answer needs an open offer at its rate that fits the request.
create function operations.answer_rate_match(
  match uuid, answer text, rate numeric default null, reason text default null
) returns text
language sql set search_path = '' as $$
  select private.stop_when(
    answer_rate_match.answer not in ('matched', 'bettered', 'declined'),
    'Choose whether a lender matched the offer, beat it, or neither.', 'answer'
  );
  select private.stop_when(
    answer_rate_match.answer = 'bettered' and answer_rate_match.rate is null, 'Enter the new rate.', 'rate'
  );
  select private.stop_when(
    answer_rate_match.answer = 'declined' and answer_rate_match.rate is not null,
    'Leave the rate empty if no lender matched the offer.', 'rate'
  );
  select private.stop_when(
    answer_rate_match.answer <> 'declined' and answer_rate_match.reason <> '',
    'Leave the reason empty, or choose that no lender matched the offer.', 'reason'
  );
  select private.move_match(
    'answer_rate_match',
    answer_rate_match.match, answer_rate_match.answer,
    case answer_rate_match.answer
      when 'matched' then 'Recorded: a lender matches %s''s offer. We mail the member.'
      when 'bettered' then 'Recorded: a lender beats %s''s offer. We mail the member.'
      else 'Recorded: no lender matches %s''s offer. We mail the member your reason.'
    end,
    case when answer_rate_match.answer <> 'declined' then coalesce(
      answer_rate_match.rate,
      case when answer_rate_match.answer = 'matched' then (
        select matches.rate from private.rate_matches as matches
        where matches.id = answer_rate_match.match
      ) end
    ) end,
    answer_rate_match.reason
  );
$$;

-- The details for one choice, for its lender only. Empty unless send_to_lender has released them, the consent is valid
-- and the choice is active. Amounts are in rupees. Every read is logged.
create function operations.details_for_lender(choice uuid)
returns table (
  lender text, reference uuid, state text, firstname text, lastname text, email text, phonenumber text, institute text,
  programme text, stage text, course_starts date, course_months integer, amount bigint, term_months integer,
  co_applicant text, city text, rate numeric, valid_until date, consented_at timestamptz, lender_email text,
  is_unsent boolean
)
language sql set search_path = '' as $$
  select private.log_action('details_for_lender', choice::text, (
    select choices.member_id from private.loan_choices as choices where choices.id = details_for_lender.choice
  ));
  select
    lenders.name, choices.id, choices.state, private.safe_cell(profiles.firstname),
    private.safe_cell(profiles.lastname), private.safe_cell(users.email),
    private.safe_cell(profiles.phonenumber), private.safe_cell(requests.institute),
    private.safe_cell(requests.programme), requests.stage,
    requests.course_starts, choices.course_months, choices.amount / 100, choices.term_months,
    requests.co_applicant, private.safe_cell(requests.city), (choices.terms ->> 'rate')::numeric,
    choices.valid_until, consents.given_at, lenders.email,
    private.is_unsent(choices)
  from private.loan_choices as choices
  join private.consents as consents
    on consents.id = choices.consent_id and consents.lender_id = choices.lender_id
      and consents.taken_back_at is null
  join private.lenders as lenders on lenders.id = choices.lender_id
  join private.loan_requests as requests on requests.id = choices.request_id
  join auth.users as users on users.id = choices.member_id
  left join public.profiles as profiles on profiles.id = choices.member_id
  where choices.id = details_for_lender.choice and private.is_with_lender(choices.state);
$$;

-- Groups as lenders may see them (§16.16): last night's figures, and no cell with fewer than five members. A sum is
-- null if every amount was rounded down to nothing.
create view operations.loan_group_for_lenders with (security_invoker = true) as
select
  cells.intake_year, cells.part,
  private.safe_cell(cells.cell) as cell,
  cells.members,
  nullif(cells.sum, 0) / 100 as sum,
  figures.published_at
from private.loan_group_cells as cells
join private.loan_group_figures as figures using (intake_year)
order by intake_year, part, members desc, cell;

-- The open requests of each intake year, their sum in rupees, and how many offers they have.
create view operations.loan_groups with (security_invoker = true) as
select
  groups.intake, groups.members,
  groups.sum / 100 as sum,
  -- Rounded to a thousand.
  (round(groups.sum / groups.members, -5) / 100)::bigint as average,
  (
    select count(*)::integer from private.open_offers as offers
    where offers.intake_year = groups.intake and offers.valid_until >= private.india_day(now())
  ) as offers
from (
  select intake_year as intake, count(*)::integer as members, sum(amount)::bigint as sum
  from private.loan_requests
  where left_at is null
  group by intake_year
) as groups
order by groups.intake;

-- Every open request, newest first, for a paginated list. Amounts are in rupees.
create view operations.loan_requests with (security_invoker = true) as
select
  requests.joined_at, requests.intake_year as intake,
  private.safe_cell(people.name) as name,
  private.safe_cell(people.email) as email,
  requests.amount / 100 as amount,
  requests.term_months,
  private.safe_cell(requests.institute) as institute,
  private.safe_cell(requests.programme) as programme,
  requests.stage, requests.course_starts,
  private.shown_state(choices) as choice,
  requests.id as request, requests.member_id
from private.loan_requests as requests
left join private.people as people on people.id = requests.member_id
left join private.loan_choices as choices
  on choices.member_id = requests.member_id and choices.state in ('chosen', 'with_lender', 'sanctioned')
where requests.left_at is null;

create view operations.lenders with (security_invoker = true) as
select
  lenders.id as lender, lenders.name, lenders.site, lenders.standard_rate, lenders.email, lenders.active,
  lenders.is_sample
from private.lenders as lenders
order by lenders.name;

-- Open offers, and how many members have chosen each. Amounts are in rupees; columns are named like add_offer's
-- arguments.
create view operations.offers with (security_invoker = true) as
select
  offers.id as offer, lenders.name as lender, offers.lender_id, offers.intake_year, offers.rate,
  offers.rate_type, offers.standard_rate,
  offers.least_amount / 100 as least_amount,
  offers.most_amount / 100 as most_amount,
  offers.least_months, offers.most_months, offers.grace_months, offers.interest, offers.fee_percent,
  offers.fee_fixed / 100 as fee_fixed,
  offers.fee_least / 100 as fee_least,
  offers.fee_most / 100 as fee_most,
  offers.tax_percent, offers.penal_charges, offers.security, offers.other_charges, offers.valid_until,
  offers.key_facts_url,
  (select count(*) from private.loan_choices as choices where choices.offer_id = offers.id) as chosen
from private.loan_offers as offers
join private.lenders as lenders on lenders.id = offers.lender_id
where offers.withdrawn_at is null and offers.replaced_by is null
  and offers.valid_until >= private.india_day(now())
order by offers.intake_year, offers.rate;

-- Choices that are waiting for a lender or for us. Lenders identify a choice by its id. Amounts are in rupees.
create view operations.open_choices with (security_invoker = true) as
select
  choices.id as choice, choices.state,
  date_trunc('hour', now() - choices.changed_at) as waiting,
  lenders.name as lender, choices.lender_id,
  private.safe_cell(people.email) as member,
  choices.amount / 100 as amount,
  (choices.terms ->> 'rate')::numeric as rate,
  choices.valid_until, choices.chosen_at,
  choices.state <> 'sanctioned' and choices.sent_at is null and choices.chosen_at <= now() - interval '2 days'
    as is_late,
  choices.member_id,
  choices.sanctioned / 100 as sanctioned,
  private.safe_cell(people.name) as member_name,
  private.is_unsent(choices) as is_unsent
from private.loan_choices as choices
join private.lenders as lenders on lenders.id = choices.lender_id
left join private.people as people on people.id = choices.member_id
where choices.state in ('chosen', 'with_lender', 'sanctioned')
order by choices.chosen_at;

-- Unanswered rate matches. `file` is the path of the written offer in the `files` bucket. Amounts are in rupees.
create view operations.open_rate_matches with (security_invoker = true) as
select
  matches.id as match, matches.state,
  private.business_days_since(matches.created_at) as business_days,
  private.safe_cell(people.email) as member,
  requests.amount / 100 as amount,
  requests.term_months,
  private.safe_cell(matches.lender) as lender,
  matches.rate,
  matches.charges / 100 as charges,
  matches.valid_until, files.path as file, matches.created_at, files.id as file_id, matches.member_id,
  private.safe_cell(people.name) as member_name
from private.rate_matches as matches
join private.loan_requests as requests on requests.id = matches.request_id
left join private.files as files on files.rate_match_id = matches.id
left join private.people as people on people.id = matches.member_id
where matches.state in ('sent', 'with_lenders')
order by matches.created_at;

-- Lenders that must stop using a member's details and have not confirmed yet that they did.
create view operations.lender_stops with (security_invoker = true) as
select stops.choice_id as choice, lenders.name as lender, lenders.email, stops.asked_at
from private.lender_stops as stops
join private.lenders as lenders on lenders.id = stops.lender_id
where stops.confirmed_at is null
order by stops.asked_at;

-- §16.63
create view private.matters_of_loans (matter, what) with (security_invoker = true) as
select
  'choice ' || choice,
  format(
    'A loan choice has been waiting since %s to be sent to %s.', private.said_day(private.india_day(chosen_at)), lender
  )
from operations.open_choices
where is_late
union all
select
  'rate match ' || match,
  format(
    'A better offer has been waiting for your answer since %s.', private.said_day(private.india_day(created_at))
  )
from operations.open_rate_matches
where business_days >= private.period_days('loan answer')
union all
select 'lender stop ' || choice, format('%s must stop using the details of loan choice %s.', lender, choice)
from operations.lender_stops;

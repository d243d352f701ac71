-- What members do with their loan: read, join, change, leave, choose, take back. Each writes under a lock
-- of the member's own, so that two tabs wait for each other, and returns what my_loan returns. Whoever holds
-- an offer marks no other as shown, or two members could wait for each other.

create function private.lock_loan(member_id uuid)
returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('loan/' || lock_loan.member_id, 0));
$$;

create function private.open_request(p_member uuid)
returns private.loan_requests
language sql
stable
set search_path = ''
as $$
  select * from private.loan_requests where member_id = p_member and left_at is null;
$$;

create function private.has_proven_account(p_member uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.has_proven(users.id, users.email) from auth.users as users
  where users.id = p_member;
$$;

-- Refuses unless this is the version of the consent that is shown now.
create function private.require_consent(p_kind text, p_version integer)
returns private.consent_texts
language plpgsql
stable
set search_path = ''
as $$
declare
  shown constant private.consent_texts := private.consent_text(p_kind);
begin
  if p_version is distinct from shown.version then
    perform private.refuse('consent_not_given');
  end if;
  return shown;
end;
$$;

-- From this day on offers are shown: those of today, and those that ended in the last 14 days.
create function private.offers_shown_from()
returns date
language sql
stable
set search_path = ''
as $$
  select private.india_day(now()) - 14;
$$;

create function private.choice_json(choice private.loan_choices)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', choice.id,
    'consent_id', choice.consent_id,
    'state', choice.state,
    'offer', choice.terms || jsonb_build_object(
      'fits', true,
      'expired', choice.valid_until < private.india_day(now())
    ),
    'lender', choice.terms -> 'lender',
    'amount', choice.amount,
    'course_months', choice.course_months,
    'term_months', choice.term_months,
    'reason', choice.reason,
    'chosen_at', choice.chosen_at,
    'steps', coalesce(
      jsonb_agg(
        jsonb_build_object('state', steps.state, 'at', steps.at, 'reason', steps.reason)
        order by steps.at
      ),
      '[]'
    ),
    'lender_had_it', coalesce(bool_or(steps.state = 'with_lender'), false)
  )
  from private.loan_choice_steps as steps
  where steps.choice_id = choice.id;
$$;

create function private.rate_match_json(match private.rate_matches)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', match.id,
    'lender', match.lender,
    'rate', match.rate,
    'charges', match.charges,
    'valid_until', match.valid_until,
    'state', match.state,
    'reason', match.reason,
    'answer_rate', match.answer_rate,
    'created_at', match.created_at,
    'file', (
      select jsonb_build_object('id', files.id, 'type', files.type, 'size', files.size)
      from private.files as files where files.rate_match_id = match.id
    ),
    'steps', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('state', steps.state, 'at', steps.at, 'reason', steps.reason)
          order by steps.at
        ),
        '[]'
      )
      from private.rate_match_steps as steps where steps.match_id = match.id
    )
  );
$$;

create function private.request_json(request private.loan_requests)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', request.id,
    'institute', request.institute,
    'programme', request.programme,
    'stage', request.stage,
    'course_starts', request.course_starts,
    'course_months', request.course_months,
    'amount', request.amount,
    'term_months', request.term_months,
    'co_applicant', request.co_applicant,
    'city', request.city,
    'intake_year', request.intake_year,
    'joined_at', request.joined_at,
    'changed_at', request.changed_at,
    'fixed', exists (
      select from private.loan_choices as choices
      where choices.request_id = request.id and private.is_with_lender(choices.state)
    )
  );
$$;

-- What a member sees of the own loan and of the group's figures. The latest hundred choices, consents and
-- rate matches.
create function private.loan_json(p_member uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  request constant private.loan_requests := private.open_request(p_member);
  today constant date := private.india_day(now());
  shown_from constant date := private.offers_shown_from();
  present private.loan_choices;
  offering integer[];
begin
  offering := array(
    select lender_id from private.open_offers
    where intake_year = request.intake_year and valid_until >= today
  );
  select * into present from private.loan_choices
  where request_id = request.id
    and (private.is_active_choice(state) or state = 'disbursed')
  order by chosen_at desc limit 1;
  return jsonb_build_object(
    'consent_texts', (
      select jsonb_object_agg(
        shown.name, jsonb_build_object('version', texts.version, 'text', texts.text)
      )
      from (values ('group', 'loan_group'), ('lender', 'loan_lender')) as shown (name, kind)
      cross join lateral private.consent_text(shown.kind) as texts
    ),
    'proven', private.has_proven_account(p_member),
    'request', case when request.id is not null then private.request_json(request) end,
    'group', (
      select jsonb_build_object(
        'intake_year', request.intake_year,
        'members', max(figures.members),
        'sum', max(figures.sum),
        'published_at', max(figures.published_at)
      )
      from private.loan_group_figures as figures
      where figures.intake_year = request.intake_year
      having request.id is not null
    ),
    'offers', (
      select coalesce(
        jsonb_agg(
          offers.terms || jsonb_build_object(
            'fits', private.offer_fits(offers.offer, request.amount, request.term_months),
            'expired', offers.valid_until < today
          ) order by offers.created_at, offers.id
        ),
        '[]'
      )
      from private.open_offers as offers
      where offers.intake_year = request.intake_year
        and offers.valid_until >= shown_from
        -- A newer one is marked at the next look.
        and offers.shown_at is not null
    ),
    'lenders_without_offer', (
      select coalesce(jsonb_agg(private.lender_json(lenders) order by lenders.name), '[]')
      from private.lenders as lenders
      where lenders.active and request.id is not null and lenders.id <> all (offering)
    ),
    'choice', case when present.id is not null then private.choice_json(present) end,
    'past_choices', (
      select coalesce(jsonb_agg(private.choice_json(past) order by past.chosen_at desc), '[]')
      from (
        select * from private.loan_choices as choices
        where choices.member_id = p_member and choices.id is distinct from present.id
        order by choices.chosen_at desc
        limit 100
      ) as past
    ),
    'rate_matches', (
      select coalesce(
        jsonb_agg(private.rate_match_json(matches) order by matches.created_at desc), '[]'
      )
      from (
        select * from private.rate_matches where member_id = p_member
        order by created_at desc
        limit 100
      ) as matches
    ),
    'consents', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', given.id,
            'kind', given.kind,
            'lender', lenders.name,
            'text', given.text,
            'version', given.version,
            'given_at', given.given_at,
            'taken_back_at', given.taken_back_at
          ) order by given.given_at desc, given.id
        ),
        '[]'
      )
      from (
        select * from private.consents where member_id = p_member
        order by given_at desc
        limit 100
      ) as given
      left join private.lenders as lenders on lenders.id = given.lender_id
    )
  );
end;
$$;

-- The page of a member (§16.1). What it shows for the first time can never be edited again (§16.18).
create function public.my_loan()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  shown_from constant date := private.offers_shown_from();
  year integer;
begin
  year := (private.open_request(member)).intake_year;
  -- Locked in one order, because two members may see the same offers first.
  update private.loan_offers set shown_at = now()
  where id in (
    select unseen.id
    from private.loan_offers as unseen
    join private.lenders as lenders on lenders.id = unseen.lender_id and lenders.active
    where unseen.intake_year = year
      and unseen.shown_at is null and unseen.replaced_by is null and unseen.withdrawn_at is null
      and unseen.valid_until >= shown_from
    order by unseen.id
    for no key update of unseen
  );
  return private.loan_json(member);
end;
$$;

-- Joins the group of the course's year, or changes the request (§16.11). A choice that no lender has yet
-- follows the new amount, course and term. Raises consent_not_given, request_not_valid, request_fixed,
-- choice_no_longer_fits or too_many_today.
create function public.join_loan_group(
  p_institute text, p_programme text, p_stage text, p_course_starts date, p_course_months integer,
  p_amount bigint, p_term_months integer, p_co_applicant text, p_city text,
  p_consent_version integer
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  consent private.consent_texts;
  request private.loan_requests;
  present private.loan_choices;
begin
  perform private.lock_loan(member);
  perform private.limit_daily('loan change', member::text, 10);
  consent := private.require_consent('loan_group', p_consent_version);
  request := private.open_request(member);
  -- With this lock nobody sends the choice to its lender meanwhile.
  select * into present from private.loan_choices
  where request_id = request.id
    and (private.is_active_choice(state) or state = 'disbursed')
  for no key update;
  if private.is_with_lender(present.state) then
    perform private.refuse('request_fixed');
  end if;
  begin
    if request.id is null then
      insert into private.loan_requests (
        member_id, institute, programme, stage, course_starts, course_months, amount, term_months,
        co_applicant, city
      )
      values (
        member, p_institute, p_programme, p_stage, p_course_starts, p_course_months, p_amount,
        p_term_months, p_co_applicant, p_city
      )
      returning * into request;
    else
      update private.loan_requests
      set
        institute = p_institute,
        programme = p_programme,
        stage = p_stage,
        course_starts = p_course_starts,
        course_months = p_course_months,
        amount = p_amount,
        term_months = p_term_months,
        co_applicant = p_co_applicant,
        city = p_city
      where id = request.id
      returning * into request;
    end if;
  exception when check_violation or not_null_violation or string_data_right_truncation then
    perform private.refuse('request_not_valid', sqlerrm);
  end;
  if present.id is not null then
    if not exists (
      select from private.loan_offers as offers
      where offers.id = present.offer_id
        and offers.intake_year = request.intake_year
        and private.offer_fits(offers, request.amount, request.term_months)
    ) then
      perform private.refuse('choice_no_longer_fits');
    end if;
    update private.loan_choices
    set
      amount = request.amount,
      course_months = request.course_months,
      term_months = request.term_months
    where id = present.id;
  end if;
  if not exists (
    select from private.consents
    where member_id = member and kind = 'loan_group' and version = consent.version
      and taken_back_at is null
  ) then
    insert into private.consents (member_id, kind, version, text)
    values (member, 'loan_group', consent.version, consent.text);
  end if;
  return public.my_loan();
end;
$$;

-- Takes a choice back together with its consent, which stops the lender (§16.25).
create function private.end_choice(p_choice uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  update private.loan_choices set state = 'taken_back' where id = p_choice;
  update private.consents set taken_back_at = now()
  where id = (select consent_id from private.loan_choices where id = p_choice)
    and taken_back_at is null;
end;
$$;

-- Takes every consent of a member back but that for a loan that was paid out.
create function private.end_consents(p_member uuid)
returns void
language sql
set search_path = ''
as $$
  update private.consents as consents set taken_back_at = now()
  where consents.member_id = p_member and consents.taken_back_at is null
    and not exists (
      select from private.loan_choices as choices
      where choices.consent_id = consents.id and choices.state = 'disbursed'
    );
$$;

-- Leaves the group and takes everything back: the active choice, the open rate match, and every consent
-- about loans but that for a loan that was paid out. Raises not_in_group.
create function public.leave_loan_group()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
begin
  perform private.lock_loan(member);
  -- Rows are locked as when an offer goes: first the choice.
  perform from private.loan_choices
  where member_id = member and private.is_active_choice(state)
  for no key update;
  update private.loan_requests set left_at = now() where member_id = member and left_at is null;
  if not found then
    perform private.refuse('not_in_group');
  end if;
  perform private.end_choice(id) from private.loan_choices
  where member_id = member and private.is_active_choice(state);
  update private.rate_matches set state = 'taken_back'
  where member_id = member and state in ('sent', 'with_lenders');
  perform private.end_consents(member);
  return private.loan_json(member);
end;
$$;

-- Chooses an offer and consents to its lender alone (§16.22, §16.23). Raises not_in_group,
-- address_not_proven, no_such_offer, offer_expired, offer_does_not_fit, already_chosen, consent_not_given
-- or too_many_today.
create function public.choose_offer(p_offer uuid, p_consent_version integer)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  request private.loan_requests;
  offer private.loan_offers;
  terms jsonb;
  consent private.consent_texts;
  given uuid;
begin
  perform private.lock_loan(member);
  request := private.open_request(member);
  if request.id is null then
    perform private.refuse('not_in_group');
  end if;
  if private.has_proven_account(member) is distinct from true then
    perform private.refuse('address_not_proven');
  end if;
  -- Whoever withdraws or replaces the offer waits. What was never shown can still be edited.
  select * into offer from private.loan_offers
  where id = p_offer and intake_year = request.intake_year
    and shown_at is not null and replaced_by is null and withdrawn_at is null
  for share;
  select open_offers.terms into terms from private.open_offers where id = offer.id;
  if terms is null then
    perform private.refuse('no_such_offer');
  end if;
  if offer.valid_until < private.india_day(now()) then
    perform private.refuse('offer_expired');
  end if;
  if not private.offer_fits(offer, request.amount, request.term_months) then
    perform private.refuse('offer_does_not_fit');
  end if;
  if exists (
    select from private.loan_choices
    where request_id = request.id and (private.is_active_choice(state) or state = 'disbursed')
  ) then
    perform private.refuse('already_chosen');
  end if;
  consent := private.require_consent('loan_lender', p_consent_version);
  perform private.limit_daily('loan change', member::text, 10);

  insert into private.consents (member_id, kind, lender_id, version, text)
  values (
    member, 'loan_lender', offer.lender_id, consent.version,
    replace(consent.text, '{lender}', terms #>> '{lender,name}')
  )
  returning id into given;
  insert into private.loan_choices (
    member_id, request_id, offer_id, lender_id, consent_id, amount, course_months, term_months,
    terms, valid_until
  )
  values (
    member, request.id, offer.id, offer.lender_id, given, request.amount, request.course_months,
    request.term_months, terms, offer.valid_until
  );
  return private.loan_json(member);
end;
$$;

-- Takes an active choice back, and the consent to its lender with it (§16.25). Somebody whose loan was paid
-- out a moment ago is refused: they meant the choice, and take_consent_back would stop their lender. Raises
-- no_such_choice or choice_has_ended.
create function public.take_choice_back(p_choice uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  present private.loan_choices;
begin
  perform private.lock_loan(member);
  select * into present from private.loan_choices
  where id = p_choice and member_id = member
  for no key update;
  if present.id is null then
    perform private.refuse('no_such_choice');
  end if;
  if not private.is_active_choice(present.state) then
    perform private.refuse('choice_has_ended');
  end if;
  perform private.end_choice(p_choice);
  return private.loan_json(member);
end;
$$;

-- Takes back a consent to a lender at any time, and with it a choice that is active; an ended one keeps its
-- state (§16.25). The lender stops where it had the details. Raises no_such_consent, leave_group_instead or
-- consent_has_ended.
create function public.take_consent_back(p_consent uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  given private.consents;
begin
  perform private.lock_loan(member);
  -- Rows are locked as when an offer goes: first the choice.
  perform from private.loan_choices
  where consent_id = p_consent and member_id = member
  for no key update;
  select * into given from private.consents where id = p_consent and member_id = member;
  if given.id is null then
    perform private.refuse('no_such_consent');
  end if;
  if given.taken_back_at is not null then
    perform private.refuse('consent_has_ended');
  end if;
  if given.kind = 'loan_group' then
    perform private.refuse('leave_group_instead');
  end if;
  update private.loan_choices set state = 'taken_back'
  where consent_id = p_consent and private.is_active_choice(state);
  update private.consents set taken_back_at = now()
  where id = p_consent and taken_back_at is null;
  return private.loan_json(member);
end;
$$;

-- Takes a rate match back. Raises no_such_match or match_has_ended.
create function public.take_rate_match_back(p_match uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
  present private.rate_matches;
begin
  perform private.lock_loan(member);
  select * into present from private.rate_matches
  where id = p_match and member_id = member
  for no key update;
  if present.id is null then
    perform private.refuse('no_such_match');
  end if;
  if present.state not in ('sent', 'with_lenders') then
    perform private.refuse('match_has_ended');
  end if;
  update private.rate_matches set state = 'taken_back' where id = p_match;
  return private.loan_json(member);
end;
$$;

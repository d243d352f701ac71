-- What members see and do in the loan circle: the group's published figures, and their own request, choices, consents
-- and rate matches.

-- The published figures of each group. A group with fewer than five members has none.
create table private.loan_group_figures (
  intake_year integer primary key,
  members integer not null check (members >= 5 and members % 5 = 0),
  sum bigint not null check (sum >= 0 and sum % 100000000 = 0),
  published_at timestamptz not null default now()
);

-- The groups' published figures for lenders: in total, by institute and by amount.
create table private.loan_group_cells (
  intake_year integer not null
    references private.loan_group_figures (intake_year) on delete cascade,
  part text not null check (part in ('all', 'institute', 'amount')),
  cell text not null,
  members integer not null check (members >= 5 and members % 5 = 0),
  sum bigint not null check (sum >= 0 and sum % 100000000 = 0),
  primary key (intake_year, part, cell)
);

-- When a year's figures were last published, even if they were removed afterwards.
create table private.loan_group_publications (
  intake_year integer primary key,
  published_at timestamptz not null default now()
);

-- The unit of all sums: ten lakh rupees, in paise.
create function private.ten_lakh() returns bigint
language sql immutable set search_path = '' return 100000000::bigint;

-- An amount rounded to ten lakh, up or down at random by `draw` (0 to 1), so that large sums stay unbiased.
create function private.counted_amount(amount bigint, draw double precision) returns bigint
language sql immutable set search_path = ''
return (amount / private.ten_lakh()) * private.ten_lakh()
  + case
    when draw * private.ten_lakh() < amount % private.ten_lakh() then private.ten_lakh()
    else 0
  end;

-- The requests that count in a group: open, from accounts with a verified address (§16.15).
create function private.counting_requests(p_year integer) returns setof private.loan_requests
language sql stable set search_path = '' as $$
  select requests.*
  from private.loan_requests as requests
  join auth.users as users on users.id = requests.member_id
  join private.proven_addresses as proven on proven.user_id = users.id and proven.address = lower(users.email)
  where requests.intake_year = p_year and requests.left_at is null;
$$;

create function private.publish_group(p_year integer) returns void
language sql set search_path = '' as $$
  delete from private.loan_group_figures where intake_year = p_year;
  insert into private.loan_group_publications (intake_year) values (p_year)
  on conflict (intake_year) do update set published_at = now();

  -- A cell's mean is rounded too, so that no one can work out a cell by subtracting the others. A band's name covers
  -- all amounts that rounding may put into the band, so neighbouring bands overlap.
  with counting as materialized (
    select institute, private.counted_amount(amount, draw) as counted
    from private.counting_requests(p_year)
  ), figures as (
    insert into private.loan_group_figures (intake_year, members, sum)
    select p_year, count(*) / 5 * 5, sum(counted) from counting
    having count(*) >= 5
  )
  insert into private.loan_group_cells (intake_year, part, cell, members, sum)
  select
    p_year, part,
    mode() within group (order by cell),
    count(*) / 5 * 5,
    count(*) / 5 * 5 * round(avg(counted) / private.ten_lakh())::bigint * private.ten_lakh()
  from (
    select 'all' as part, '' as same, 'the group' as cell, counted from counting
    union all
    select 'institute', lower(institute), institute, counted from counting
    union all
    select 'amount', bands.cell, bands.cell, counting.counted
    from counting
    join (
      values
        (0, 10, 'below Rs 20 lakh'),
        (20, 20, 'Rs 10 to 30 lakh'),
        (30, 40, 'Rs 20 to 50 lakh'),
        (50, 100, 'above Rs 40 lakh')
    ) as bands (least, most, cell)
      on counting.counted / (private.ten_lakh() / 10) between bands.least and bands.most
  ) as counted
  group by part, same
  having count(*) >= 5;
$$;

-- Publishes the figures of each group whose member count, rounded down to a multiple of five, has changed, up to once
-- in seven days. The figures of a group that has fallen below five members are removed in the same run. Runs at night.
-- Returns how many groups changed.
create function public.publish_loan_groups() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  year integer;
  members integer;
  changed integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('loan groups', 0));
  for year in
    select generate_series(min(known.year), max(known.year))
    from (
      select min(intake_year) as year from private.loan_requests where left_at is null
      union all
      select max(intake_year) from private.loan_requests where left_at is null
      union all
      select intake_year from private.loan_group_figures
    ) as known
  loop
    select count(*) / 5 * 5 into members from private.counting_requests(year);
    continue when members is not distinct from coalesce(
      (select figures.members from private.loan_group_figures as figures where intake_year = year), 0
    );
    if members = 0 then
      delete from private.loan_group_figures where intake_year = year;
    else
      continue when exists (
        select from private.loan_group_publications as publications
        where publications.intake_year = year
          and publications.published_at > now() - interval '7 days'
      );
      perform private.publish_group(year);
    end if;
    changed := changed + 1;
  end loop;
  return changed;
end;
$$;

create function private.lock_loan(member_id uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('loan/' || lock_loan.member_id, 0));
$$;

create function private.open_request(p_member uuid) returns private.loan_requests
language sql stable set search_path = '' as $$
  select * from private.loan_requests where member_id = p_member and left_at is null;
$$;

-- Members see offers that are valid on this day or later: open offers, and those that ended in the last 14 days.
create function private.offers_shown_from() returns date
language sql stable set search_path = '' return private.india_day(now()) - 14;

create function private.choice_json(choice private.loan_choices) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(shown) from (
    select
      choice.id, choice.consent_id, private.shown_state(choice) as state, choice.amount, choice.course_months,
      choice.term_months,
      choice.reason, choice.chosen_at, choice.sanctioned,
      choice.terms || jsonb_build_object(
        'lender', private.lender_json(lenders), 'fits', true, 'expired', choice.valid_until < private.india_day(now())
      ) as offer,
      private.lender_json(lenders) as lender,
      array(
        select to_jsonb(steps) - 'choice_id'
        from private.loan_choice_steps as steps
        where steps.choice_id = choice.id
          -- Without the release of details that no one has recorded as sent.
          and (
            steps.state <> 'with_lender' or choice.sent_at is not null
            or choice.state not in ('with_lender', 'taken_back')
          )
        order by steps.at
      ) as steps,
      exists (
        select from private.loan_choice_steps where choice_id = choice.id and state = 'with_lender'
      ) as lender_had_it
    from private.lenders as lenders where lenders.id = choice.lender_id
  ) as shown;
$$;

create function private.rate_match_json(match private.rate_matches) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(shown) from (
    select
      match.id, match.lender, match.rate, match.charges, match.valid_until, match.state, match.reason,
      match.answer_rate, match.created_at,
      -- The offer that answers it or that has replaced that one since; null if the new one has a higher rate.
      (
        with recursive versions as (
          select answers.* from private.loan_offers as answers where answers.id = match.answer_offer
          union
          select newer.* from private.loan_offers as newer join versions on newer.id = versions.replaced_by
        )
        select versions.id from versions where versions.replaced_by is null and versions.rate <= match.answer_rate
      ) as answer_offer,
      private.business_day_after(match.created_at, private.period_days('loan answer')) as answer_by,
      (private.files_json(match.id))[1] as file,
      array(
        select to_jsonb(steps) - 'match_id'
        from private.rate_match_steps as steps where steps.match_id = match.id
        order by steps.at
      ) as steps
  ) as shown;
$$;

create function private.consent_json(consent private.consents) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(shown) from (
    select
      consent.id, consent.kind, consent.text, consent.version, consent.given_at, consent.taken_back_at,
      (select name from private.lenders where id = consent.lender_id) as lender
  ) as shown;
$$;

-- A member's loan page: the current time, the request, the group's figures, and the last hundred choices, consents and
-- rate matches.
create function private.loan_json(p_member uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  request constant private.loan_requests := private.open_request(p_member);
  today constant date := private.india_day(now());
  offering constant integer[] := array(
    select lender_id from private.open_offers
    where intake_year = request.intake_year and valid_until >= today
  );
  present private.loan_choices;
begin
  select * into present from private.loan_choices
  where request_id = request.id
    and (private.is_active_choice(state) or state = 'disbursed')
  order by chosen_at desc limit 1;
  return jsonb_build_object(
    'now', now(),
    'consent_texts', (
      select jsonb_object_agg(shown.name, jsonb_build_object('version', texts.version, 'text', texts.text))
      from (values ('group', 'loan_group'), ('lender', 'loan_lender')) as shown (name, kind)
      cross join lateral private.consent_text(shown.kind) as texts
    ),
    'proven', private.has_proven_account(p_member), 'changing_to', private.changing_to(p_member),
    'targets', private.targets_json(p_member),
    -- Contact details that the chosen lender receives in addition to the request.
    'contact', (
      select jsonb_build_object(
        'name', trim(profiles.firstname || ' ' || profiles.lastname), 'email', users.email,
        'phone', profiles.phonenumber
      )
      from auth.users as users
      join public.profiles as profiles on profiles.id = users.id
      where users.id = p_member
    ),
    'request', (
      select to_jsonb(shown) from (
        select
          request.id, request.institute, request.programme, request.stage, request.course_starts,
          request.course_months, request.amount, request.term_months, request.co_applicant, request.city,
          request.intake_year, request.joined_at, request.changed_at,
          private.is_with_lender(present.state) is true as fixed
        where request.id is not null
      ) as shown
    ),
    'group', (
      select to_jsonb(shown) from (
        select intake_year, figures.members, figures.sum, figures.published_at
        from (select request.intake_year where request.id is not null) as own
        left join private.loan_group_figures as figures using (intake_year)
      ) as shown
    ),
    'offers', array(
      select offers.terms || jsonb_build_object(
        'fits', private.offer_fits(offers.offer, request.amount, request.term_months),
        'expired', offers.valid_until < today
      )
      from private.open_offers as offers
      where offers.intake_year = request.intake_year
        and offers.valid_until >= private.offers_shown_from()
        -- Leaves out offers that were added a moment ago; when the member next opens the page, they are marked as
        -- shown.
        and offers.shown_at is not null
      order by offers.created_at, offers.id
    ),
    -- Ended offers that the group saw. `could_choose` is true if this member could have chosen the offer.
    'ended_offers', array(
      select jsonb_build_object(
        'id', offers.id, 'lender', private.lender_json(lenders), 'rate', offers.rate, 'ended_on', ended.day,
        'could_choose', private.offer_fits(offers, request.amount, request.term_months)
          and coalesce(
            offers.withdrawn_at >= request.joined_at, offers.valid_until >= private.india_day(request.joined_at)
          )
      )
      from private.loan_offers as offers
      join private.lenders as lenders on lenders.id = offers.lender_id
      cross join lateral (select least(private.india_day(offers.withdrawn_at), offers.valid_until)) as ended (day)
      where offers.intake_year = request.intake_year and lenders.active
        and offers.shown_at is not null and offers.replaced_by is null
        and (offers.withdrawn_at is not null or offers.valid_until < today)
        and ended.day >= private.offers_shown_from()
      order by ended.day desc, offers.id
    ),
    'lenders_without_offer', array(
      select private.lender_json(lenders)
      from private.lenders as lenders
      where lenders.active and request.id is not null and lenders.id <> all (offering)
      order by lenders.name
    ),
    'choice', case when present.id is not null then private.choice_json(present) end,
    'past_choices', array(
      select private.choice_json(past)
      from private.loan_choices as past
      where past.member_id = p_member and past.id is distinct from present.id
      order by past.chosen_at desc
      limit 100
    ),
    'rate_matches', array(
      select private.rate_match_json(matches)
      from private.rate_matches as matches where matches.member_id = p_member
      order by matches.created_at desc
      limit 100
    ),
    'consents', array(
      select private.consent_json(given)
      from private.consents as given where given.member_id = p_member
      order by given.given_at desc, given.id
      limit 100
    )
  );
end;
$$;

-- The member's loan page (§16.1). An offer becomes final when it is shown for the first time (§16.18).
create function public.my_loan() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  year constant integer := (private.open_request(member)).intake_year;
begin
  -- Locked in a fixed order, because two members may see the same offers for the first time simultaneously.
  update private.loan_offers set shown_at = now()
  where id in (
    select unseen.id
    from private.loan_offers as unseen
    join private.lenders as lenders on lenders.id = unseen.lender_id and lenders.active
    where unseen.intake_year = year
      and unseen.shown_at is null and unseen.replaced_by is null and unseen.withdrawn_at is null
      and unseen.valid_until >= private.offers_shown_from()
    order by unseen.id
    for no key update of unseen
  );
  return private.loan_json(member);
end;
$$;

-- Joins the group of the course's year, or changes the request (§16.11). If a choice has not reached its lender yet, it
-- is updated to the new amount, course and term. The institute becomes a target school (§15.104), unless it has already
-- admitted the member. Raises consent_not_given, request_not_valid, request_fixed, choice_no_longer_fits or
-- too_many_today.
create function public.join_loan_group(
  p_institute text, p_programme text, p_stage text, p_course_starts date, p_course_months integer, p_amount bigint,
  p_term_months integer, p_co_applicant text, p_city text, p_consent_version integer
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  consent private.consent_texts;
  request private.loan_requests;
  present private.loan_choices;
  aims_anew boolean;
begin
  perform private.lock_loan(member);
  perform private.limit_daily('loan change', member::text);
  consent := private.consent_text('loan_group');
  perform private.refuse_when('consent_not_given', p_consent_version is distinct from consent.version);
  request := private.open_request(member);
  -- While this is locked, no operator can send the choice to the lender.
  select * into present from private.loan_choices
  where request_id = request.id
    and (private.is_active_choice(state) or state = 'disbursed')
  for no key update;
  perform private.refuse_when('request_fixed', private.is_with_lender(present.state));
  aims_anew := p_stage <> 'converted' and p_institute is distinct from request.institute;
  begin
    if request.id is null then
      insert into private.loan_requests (
        member_id, institute, programme, stage, course_starts, course_months, amount, term_months,
        co_applicant, city, draw
      )
      values (
        member, p_institute, p_programme, p_stage, p_course_starts, p_course_months, p_amount,
        p_term_months, p_co_applicant, p_city,
        -- A member who rejoins keeps the same random number, because repeated draws would average out to the true
        -- amount.
        coalesce((select draw from private.loan_requests where member_id = member limit 1), random())
      )
      returning * into request;
      perform private.note_wanted(member, (select lower(email) from auth.users where id = member), 'loan');
    else
      update private.loan_requests
      set (institute, programme, stage, course_starts, course_months, amount, term_months, co_applicant, city) = (
        p_institute, p_programme, p_stage, p_course_starts, p_course_months, p_amount, p_term_months,
        p_co_applicant, p_city
      )
      where id = request.id
      returning * into request;
    end if;
  exception when check_violation or not_null_violation then
    perform private.refuse('request_not_valid', sqlerrm);
  end;
  if present.id is not null then
    perform private.refuse_when('choice_no_longer_fits', not exists (
      select from private.loan_offers as offers
      where offers.id = present.offer_id and offers.intake_year = request.intake_year
        and private.offer_fits(offers, request.amount, request.term_months)
    ));
    update private.loan_choices
    set (amount, course_months, term_months) = (request.amount, request.course_months, request.term_months)
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
  if aims_anew then
    perform private.keep_target(member, request.institute);
  end if;
  return public.my_loan();
end;
$$;

-- Withdraws a member's active choice, and every loan consent except one whose loan has been paid out.
create function private.end_consents(p_member uuid) returns void
language sql set search_path = '' as $$
  update private.loan_choices set state = 'taken_back'
  where member_id = p_member and private.is_active_choice(state);
  update private.consents as consents set taken_back_at = now()
  where consents.member_id = p_member and consents.taken_back_at is null
    and not exists (
      select from private.loan_choices as choices
      where choices.consent_id = consents.id and choices.state = 'disbursed'
    );
$$;

-- Takes the member out of the group and withdraws the active choice, the open rate match, and every loan consent except
-- one whose loan was paid out. Raises not_in_group.
create function public.leave_loan_group() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
begin
  perform private.lock_loan(member);
  -- Locks the choice first, so that the order of locks is the same as when its offer is withdrawn.
  perform from private.loan_choices
  where member_id = member and private.is_active_choice(state)
  for no key update;
  update private.loan_requests set left_at = now() where member_id = member and left_at is null;
  perform private.refuse_when('not_in_group', not found);
  update private.rate_matches set state = 'taken_back'
  where member_id = member and state in ('sent', 'with_lenders');
  perform private.end_consents(member);
  return private.loan_json(member);
end;
$$;

-- Chooses an offer and consents to sharing details with its lender alone (§16.22, §16.23). Raises not_in_group,
-- address_not_proven, no_such_offer, offer_expired, offer_does_not_fit, already_chosen, consent_not_given or
-- too_many_choices.
create function public.choose_offer(p_offer uuid, p_consent_version integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  perform private.refuse_when('not_in_group', request.id is null);
  perform private.refuse_when('address_not_proven', private.has_proven_account(member) is distinct from true);
  -- With this lock, no one can withdraw or replace the offer in the meantime. Only an offer that has been shown can be
  -- chosen, because others can still be edited.
  select * into offer from private.loan_offers
  where id = p_offer and intake_year = request.intake_year
    and shown_at is not null and replaced_by is null and withdrawn_at is null
  for share;
  select open_offers.terms into terms from private.open_offers where id = offer.id;
  perform private.refuse_when('no_such_offer', terms is null);
  perform private.refuse_when('offer_expired', offer.valid_until < private.india_day(now()));
  perform private.refuse_when('offer_does_not_fit', not private.offer_fits(offer, request.amount, request.term_months));
  perform private.refuse_when('already_chosen', private.has_chosen(request.id));
  consent := private.consent_text('loan_lender');
  perform private.refuse_when('consent_not_given', p_consent_version is distinct from consent.version);
  perform private.limit_daily('loan choice', member::text, 'too_many_choices');

  insert into private.consents (member_id, kind, lender_id, version, text)
  values (
    member, 'loan_lender', offer.lender_id, consent.version,
    replace(consent.text, '{lender}', terms #>> '{lender,name}')
  )
  returning id into given;
  insert into private.loan_choices (
    member_id, request_id, offer_id, lender_id, consent_id, amount, course_months, term_months, terms, valid_until
  )
  values (
    member, request.id, offer.id, offer.lender_id, given, request.amount, request.course_months,
    request.term_months, terms, offer.valid_until
  );
  return private.loan_json(member);
end;
$$;

-- Withdraws an active choice and the consent to its lender (§16.25). Refuses if the loan has just been paid out,
-- because the member meant to withdraw only the choice, and without the consent the lender would have to stop. Raises
-- no_such_choice or choice_has_ended.
create function public.take_choice_back(p_choice uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  present private.loan_choices;
begin
  perform private.lock_loan(member);
  select * into present from private.loan_choices where id = p_choice and member_id = member for no key update;
  perform private.refuse_when('no_such_choice', present.id is null);
  perform private.refuse_when('choice_has_ended', not private.is_active_choice(present.state));
  update private.loan_choices set state = 'taken_back' where id = p_choice;
  update private.consents set taken_back_at = now() where id = present.consent_id and taken_back_at is null;
  return private.loan_json(member);
end;
$$;

-- Withdraws a consent to a lender, which is possible at any time, and with it an active choice. A choice that has ended
-- keeps its state (§16.25). If the lender already had the details, it is told to stop. Raises no_such_consent,
-- leave_group_instead or consent_has_ended.
create function public.take_consent_back(p_consent uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  given private.consents;
begin
  perform private.lock_loan(member);
  -- Locks the choice first, so that the order of locks is the same as when its offer is withdrawn.
  perform from private.loan_choices where consent_id = p_consent and member_id = member for no key update;
  select * into given from private.consents where id = p_consent and member_id = member;
  perform private.refuse_when('no_such_consent', given.id is null);
  perform private.refuse_when('consent_has_ended', given.taken_back_at is not null);
  perform private.refuse_when('leave_group_instead', given.kind = 'loan_group');
  update private.loan_choices set state = 'taken_back'
  where consent_id = p_consent and private.is_active_choice(state);
  update private.consents set taken_back_at = now() where id = p_consent and taken_back_at is null;
  return private.loan_json(member);
end;
$$;

-- Withdraws a rate match. Raises no_such_match or match_has_ended.
create function public.take_rate_match_back(p_match uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  present private.rate_matches;
begin
  perform private.lock_loan(member);
  select * into present from private.rate_matches where id = p_match and member_id = member for no key update;
  perform private.refuse_when('no_such_match', present.id is null);
  perform private.refuse_when('match_has_ended', present.state not in ('sent', 'with_lenders'));
  update private.rate_matches set state = 'taken_back' where id = p_match;
  return private.loan_json(member);
end;
$$;

-- Adds a rate match and its file's row; the caller stores the file afterwards (§16.27). A member can have one open rate
-- match at a time, and its file counts towards the daily limit on uploads (§18.18). Raises not_in_group,
-- address_not_proven, loan_was_paid_out, match_not_valid, too_many_matches or too_many_uploads. Returns {id, file,
-- path}.
create function public.add_rate_match(
  p_user_id uuid, p_lender text, p_rate numeric, p_charges bigint, p_valid_until date, p_size integer, p_type text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  request private.loan_requests;
  made private.rate_matches;
  file private.files;
  today constant date := private.india_day(now());
begin
  perform private.lock_loan(p_user_id);
  request := private.open_request(p_user_id);
  perform private.refuse_when('not_in_group', request.id is null);
  perform private.refuse_when('address_not_proven', private.has_proven_account(p_user_id) is distinct from true);
  perform private.refuse_when('loan_was_paid_out', exists (
    select from private.loan_choices where request_id = request.id and state = 'disbursed'
  ));
  perform private.refuse_when('too_many_matches', exists (
    select from private.rate_matches
    where member_id = p_user_id and state in ('sent', 'with_lenders')
  ));
  perform private.refuse_when(
    'match_not_valid',
    p_rate is distinct from round(p_rate, 2)
      or p_charges % 100 <> 0
      or p_valid_until not between today and (today + interval '1 year')::date
  );
  begin
    insert into private.rate_matches (member_id, request_id, lender, rate, charges, valid_until)
    values (p_user_id, request.id, p_lender, p_rate, p_charges, p_valid_until)
    returning * into made;
    file := private.add_file(p_user_id, 'offer', p_size, p_type, p_match => made.id);
  exception when check_violation or not_null_violation or numeric_value_out_of_range then
    perform private.refuse('match_not_valid', sqlerrm);
  end;
  return jsonb_build_object('id', made.id, 'file', file.id, 'path', file.path);
end;
$$;

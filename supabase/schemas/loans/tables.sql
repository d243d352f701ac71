-- The loan circle: lenders and their offers; members' requests, consents, choices and rate matches; and the emails
-- about them (§16.2 to §16.28). Triggers enforce the rules, whoever makes a change.

-- Lenders that make offers to groups.
create table private.lenders (
  id integer primary key generated always as identity,
  name text not null unique
    check (private.is_name(name) and char_length(name) between 2 and 80),
  site text not null check (private.is_link(site) and char_length(site) <= 500),
  standard_rate numeric(5, 2) not null check (standard_rate between 1 and 36),
  -- The address for emails about withdrawn consents.
  email text check (private.is_address(email)),
  is_sample boolean not null default false,
  active boolean not null default true
);

-- The texts that members consent to. Members see the newest version of each.
create table private.consent_texts (
  kind text not null check (kind in ('loan_group', 'loan_lender')),
  version integer not null check (version >= 1),
  text text not null check (char_length(text) between 20 and 2000),
  created_at timestamptz not null default now(),
  primary key (kind, version),
  constraint lender_text_names_its_lender check (kind <> 'loan_lender' or text like '%{lender}%')
);

create function private.keep_consent_text() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.forbid_when('consent_text_is_fixed', true, 'add the next version instead');
  return null;
end;
$$;

create trigger consent_texts_keep before update or delete on private.consent_texts
  for each row execute function private.keep_consent_text();

create function private.consent_text(p_kind text) returns private.consent_texts
language sql stable set search_path = '' as $$
  select * from private.consent_texts where kind = p_kind order by version desc limit 1;
$$;

-- Lenders' offers to the members of a single intake year.
create table private.loan_offers (
  id uuid primary key default gen_random_uuid(),
  lender_id integer not null references private.lenders (id),
  intake_year integer not null check (intake_year between 2020 and 2100),
  rate numeric(5, 2) not null check (rate between 1 and 36),
  rate_type text not null check (rate_type in ('fixed', 'floating')),
  -- The lender's standard rate on the day of the offer.
  standard_rate numeric(5, 2) not null check (standard_rate between 1 and 36),
  -- The processing fee: a percentage of the amount within these limits, plus a fixed part up to Rs 1 lakh.
  fee_percent numeric(5, 2) not null default 0 check (fee_percent between 0 and 10),
  fee_fixed bigint not null default 0 check (fee_fixed between 0 and 10000000),
  fee_least bigint check (fee_least between 0 and 10000000),
  fee_most bigint check (fee_most between 0 and 10000000),
  -- The tax on the fee.
  tax_percent numeric(5, 2) not null default 18 check (tax_percent between 0 and 50),
  other_charges text not null default '' check (char_length(other_charges) <= 500),
  penal_charges text not null check (char_length(penal_charges) between 2 and 500),
  -- The lender's smallest and largest loan; both must lie between Rs 1 lakh and Rs 2 crore.
  least_amount bigint not null check (least_amount between 10000000 and 2000000000),
  most_amount bigint not null check (most_amount between 10000000 and 2000000000),
  least_months integer not null check (least_months between 12 and 240),
  most_months integer not null check (most_months between 12 and 240),
  grace_months integer not null check (grace_months between 0 and 36),
  -- Interest during the course and the grace period: paid monthly, or added to the loan.
  interest text not null check (interest in ('paid', 'added')),
  security text not null check (char_length(security) between 2 and 500),
  valid_until date not null,
  key_facts_url text not null check (private.is_link(key_facts_url) and char_length(key_facts_url) <= 500),
  -- When a member first saw the offer. From then on, the offer never changes.
  shown_at timestamptz,
  replaced_by uuid references private.loan_offers (id),
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  constraint offer_is_below_standard check (rate <= standard_rate),
  constraint offer_has_fitting_fees check (fee_most >= fee_least),
  constraint offer_limits_a_percentage check (fee_percent > 0 or num_nonnulls(fee_least, fee_most) = 0),
  constraint offer_has_fitting_amounts check (most_amount >= least_amount),
  constraint offer_has_fitting_terms check (most_months >= least_months),
  constraint offer_replaces_another check (replaced_by <> id)
);

-- For the loan page, which reads one year's offers without those that ended long ago.
create index loan_offers_open on private.loan_offers (intake_year, valid_until)
  where replaced_by is null and withdrawn_at is null;
create index loan_offers_unseen on private.loan_offers (intake_year)
  where shown_at is null and replaced_by is null and withdrawn_at is null;
create index loan_offers_lender on private.loan_offers (lender_id);
create index loan_offers_replaced_by on private.loan_offers (replaced_by);

-- An offer that has been shown never changes, whoever writes to it (§16.18). It can end once: replaced or withdrawn.
create function private.guard_loan_offer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.forbid_when(
      'offer_was_shown', old.shown_at is not null, format('withdraw offer %s instead', old.id)
    );
    return old;
  end if;
  perform private.forbid_when(
    'offer_was_shown',
    old.shown_at is not null
      and to_jsonb(new) - '{replaced_by,withdrawn_at}'::text[]
        <> to_jsonb(old) - '{replaced_by,withdrawn_at}'::text[],
    format('replace offer %s instead', old.id)
  );
  perform private.forbid_when(
    'offer_has_ended',
    (old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by)
      or (old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at),
    format('offer %s was replaced or withdrawn', old.id)
  );
  perform private.stop_when(
    new.replaced_by is distinct from old.replaced_by and not exists (
      select from private.loan_offers as offers
      where offers.id = new.replaced_by
        and offers.lender_id = new.lender_id and offers.intake_year = new.intake_year
    ),
    'The new offer must be of the same lender and intake as the one that it replaces.'
  );
  return new;
end;
$$;

create trigger loan_offers_guard before update or delete on private.loan_offers
  for each row execute function private.guard_loan_offer();

-- Whether an amount (in paise) and a term (in months) are within an offer's limits.
create function private.offer_fits(offer private.loan_offers, amount bigint, term_months integer) returns boolean
language sql immutable set search_path = ''
return offer_fits.amount >= offer.least_amount and offer_fits.amount <= offer.most_amount
  and offer_fits.term_months between offer.least_months and offer.most_months;

create function private.lender_json(lender private.lenders) returns jsonb
language sql immutable set search_path = ''
return jsonb_build_object('id', lender.id, 'name', lender.name, 'site', lender.site, 'is_sample', lender.is_sample);

-- Open offers of active lenders, with the terms that members see and that choices keep. Callers filter by year and
-- date.
create view private.open_offers with (security_invoker = true) as
select
  offers.id, offers.intake_year, offers.lender_id, offers.valid_until, offers.shown_at, offers.created_at,
  offers as offer,
  to_jsonb(offers)
    - '{lender_id,intake_year,shown_at,replaced_by,withdrawn_at,created_at}'::text[]
    || jsonb_build_object('lender', private.lender_json(lenders)) as terms
from private.loan_offers as offers
join private.lenders as lenders on lenders.id = offers.lender_id
where lenders.active and offers.replaced_by is null and offers.withdrawn_at is null;

-- The loans that members are looking for. The open requests for one year form a group.
create table private.loan_requests (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  institute text not null check (char_length(institute) between 2 and 120),
  programme text not null check (char_length(programme) between 2 and 120),
  stage text not null check (stage in ('applied', 'shortlisted', 'converted')),
  course_starts date not null check (extract(day from course_starts) = 1),
  course_months integer not null check (course_months between 6 and 60),
  -- The loan's amount, from Rs 1 lakh to Rs 1 crore in whole rupees.
  amount bigint not null check (amount % 100 = 0 and amount between 10000000 and 1000000000),
  term_months integer not null check (term_months between 12 and 180),
  co_applicant text not null check (co_applicant in ('none', 'parent', 'spouse', 'sibling', 'other')),
  city text not null check (char_length(city) between 2 and 80),
  joined_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  left_at timestamptz,
  -- A random number that decides whether the group's figures round the member's amount up or down (§16.49).
  draw double precision not null default random(),
  -- The time up to which the member knows of offers, and the time of our last email about new offers.
  offers_known_at timestamptz not null default now(),
  offers_told_at timestamptz,
  -- The year in which the course starts, which determines the group.
  intake_year integer generated always as (extract(year from course_starts)::integer) stored
);

create unique index loan_requests_open on private.loan_requests (member_id) where left_at is null;
create index loan_requests_member on private.loan_requests (member_id);
create index loan_requests_group on private.loan_requests (intake_year, offers_known_at)
  where left_at is null;
create index loan_requests_joined on private.loan_requests (joined_at, id) where left_at is null;
create index loan_requests_oldest on private.loan_requests (greatest(changed_at, left_at));

-- Members' consents: what they agreed to, when each consent began, and when it ended.
create table private.consents (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  lender_id integer references private.lenders (id),
  version integer not null,
  -- The text as shown, with the lender's name filled in.
  text text not null,
  given_at timestamptz not null default now(),
  taken_back_at timestamptz,
  foreign key (kind, version) references private.consent_texts (kind, version),
  constraint consent_names_its_lender check ((kind = 'loan_lender') = (lender_id is not null))
);

create index consents_member on private.consents (member_id, given_at);
create index consents_lender on private.consents (lender_id);
create index consents_text on private.consents (kind, version);

create function private.guard_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forbid_when(
    'consent_is_fixed',
    to_jsonb(new) - 'taken_back_at' <> to_jsonb(old) - 'taken_back_at'
      or (old.taken_back_at is not null and new.taken_back_at is distinct from old.taken_back_at),
    'it can be withdrawn, once'
  );
  return new;
end;
$$;

create trigger consents_guard before update on private.consents for each row execute function private.guard_consent();

-- Offers that members chose. States: chosen → with_lender → sanctioned → disbursed; chosen → expired; and from each of
-- the first three withdrawn (by the lender), declined or taken_back.
create table private.loan_choices (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  request_id uuid not null references private.loan_requests (id) on delete cascade,
  offer_id uuid not null references private.loan_offers (id),
  lender_id integer not null references private.lenders (id),
  consent_id uuid not null references private.consents (id) on delete cascade,
  state text not null default 'chosen' check (state in (
    'chosen', 'with_lender', 'sanctioned', 'disbursed', 'expired', 'withdrawn', 'declined', 'taken_back'
  )),
  amount bigint not null,
  course_months integer not null,
  term_months integer not null,
  -- The offer's terms at the time of the choice, and the offer's last day.
  terms jsonb not null,
  valid_until date not null,
  reason text check (char_length(reason) between 2 and 500),
  chosen_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- When the operator sent the released details to the lender.
  sent_at timestamptz,
  -- What the lender sanctioned, if less than `amount`.
  sanctioned bigint check (sanctioned >= 10000000 and sanctioned <= 2000000000 and sanctioned % 100 = 0),
  constraint sanction_is_less_than_asked check (sanctioned < amount),
  constraint choice_was_declined_for_a_reason check (state <> 'declined' or reason is not null),
  constraint choice_has_a_reason_where_it_ends check (reason is null or state in ('declined', 'withdrawn'))
);

create unique index loan_choices_active on private.loan_choices (member_id)
  where state in ('chosen', 'with_lender', 'sanctioned');
create index loan_choices_member on private.loan_choices (member_id, chosen_at);
create index loan_choices_request on private.loan_choices (request_id);
create index loan_choices_offer on private.loan_choices (offer_id);
create index loan_choices_lender on private.loan_choices (lender_id, state);
create index loan_choices_consent on private.loan_choices (consent_id);
create index loan_choices_waiting on private.loan_choices (valid_until)
  where state in ('chosen', 'with_lender') and sent_at is null;

create table private.loan_choice_steps (
  choice_id uuid not null references private.loan_choices (id) on delete cascade,
  state text not null,
  -- The clock's time and not now(), so that two steps in one transaction keep their order.
  at timestamptz not null default clock_timestamp(),
  reason text,
  primary key (choice_id, state)
);

-- Lenders that must stop using a member's details, until they confirm that they have. Contains nothing personal, so it
-- can outlive the account.
create table private.lender_stops (
  choice_id uuid primary key,
  lender_id integer not null references private.lenders (id),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz
);

create index lender_stops_lender on private.lender_stops (lender_id);
create index lender_stops_open on private.lender_stops (asked_at) where confirmed_at is null;

-- Better offers that members have sent us. States: sent → with_lenders → matched, bettered or declined; and from the
-- first two taken_back.
create table private.rate_matches (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  request_id uuid not null references private.loan_requests (id) on delete cascade,
  lender text not null check (char_length(lender) between 2 and 80),
  -- The better offer's rate and charges, up to 30% a year and Rs 10 lakh.
  rate numeric(5, 2) not null check (rate between 0 and 30),
  charges bigint not null check (charges between 0 and 100000000),
  valid_until date not null,
  state text not null default 'sent' check (state in (
    'sent', 'with_lenders', 'matched', 'bettered', 'declined', 'taken_back'
  )),
  reason text check (char_length(reason) between 2 and 500),
  answer_rate numeric(5, 2) check (answer_rate between 1 and 36),
  -- The lender's offer at this rate, found when we answer.
  answer_offer uuid references private.loan_offers (id),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint match_was_declined_for_a_reason check ((state = 'declined') = (reason is not null)),
  constraint match_is_answered_with_a_rate check ((state in ('matched', 'bettered')) = (answer_rate is not null)),
  -- A 'bettered' answer may keep the rate and lower the charges.
  constraint match_is_no_worse check (answer_rate <= rate)
);

create unique index rate_matches_open on private.rate_matches (member_id)
  where state in ('sent', 'with_lenders');
create index rate_matches_member on private.rate_matches (member_id, created_at);
create index rate_matches_request on private.rate_matches (request_id);
create index rate_matches_offer on private.rate_matches (answer_offer);
create index rate_matches_waiting on private.rate_matches (created_at)
  where state in ('sent', 'with_lenders');

create table private.rate_match_steps (
  match_id uuid not null references private.rate_matches (id) on delete cascade,
  state text not null,
  at timestamptz not null default clock_timestamp(),
  reason text,
  primary key (match_id, state)
);

-- Whether the lender has the member's details when a choice is in this state.
create function private.is_with_lender(state text) returns boolean
language sql immutable set search_path = '' return state in ('with_lender', 'sanctioned', 'disbursed');

create function private.is_active_choice(state text) returns boolean
language sql immutable set search_path = '' return state in ('chosen', 'with_lender', 'sanctioned');

-- Whether a choice's details were released, but an operator still has to send them.
create function private.is_unsent(choice private.loan_choices) returns boolean
language sql immutable set search_path = '' return choice.state = 'with_lender' and choice.sent_at is null;

-- The state of a choice as its member sees it: chosen, until an operator has sent the released details.
create function private.shown_state(choice private.loan_choices) returns text
language sql immutable set search_path = ''
return case when private.is_unsent(choice) then 'chosen' else choice.state end;

-- Whether a request has an active choice, or a loan that has been paid out.
create function private.has_chosen(request_id uuid) returns boolean
language sql stable set search_path = ''
return exists (
  select from private.loan_choices as choices
  where choices.request_id = has_chosen.request_id
    and (private.is_active_choice(choices.state) or choices.state = 'disbursed')
);

create function private.guard_loan_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changeable constant text[] :=
    '{intake_year,changed_at,left_at,draw,offers_known_at,offers_told_at}';
  today constant date := private.india_day(now());
begin
  new.institute := private.clean_text(new.institute, 120);
  new.programme := private.clean_text(new.programme, 120);
  new.city := private.clean_text(new.city, 80);
  if tg_op = 'UPDATE' then
    perform private.refuse_when(
      'request_not_valid', (new.id, new.member_id, new.joined_at) <> (old.id, old.member_id, old.joined_at),
      'its member never changes'
    );
    perform private.refuse_when(
      'not_in_group',
      -- `before` triggers cannot yet see the generated year.
      old.left_at is not null and to_jsonb(new) - 'intake_year' <> to_jsonb(old) - 'intake_year',
      'the member has left'
    );
    if to_jsonb(new) - changeable = to_jsonb(old) - changeable then
      return new;
    end if;
    perform private.refuse_when('request_fixed', exists (
      select from private.loan_choices as choices
      where choices.request_id = new.id and private.is_with_lender(choices.state)
    ), 'a lender has it');
    new.changed_at := now();
  end if;
  perform private.refuse_when(
    'request_not_valid',
    (tg_op = 'INSERT' or new.course_starts <> old.course_starts)
      and new.course_starts not between (today - interval '24 months')::date
        and (today + interval '24 months')::date,
    'the course starts within two years of today'
  );
  return new;
end;
$$;

create trigger loan_requests_guard before insert or update on private.loan_requests
  for each row execute function private.guard_loan_request();

create function private.guard_loan_choice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changeable constant text[] := '{state,reason,changed_at,amount,course_months,term_months,sanctioned,sent_at}';
begin
  if tg_op = 'DELETE' then
    perform private.forbid_when('choice_is_active', private.is_active_choice(old.state), 'withdraw it first');
    return old;
  end if;
  if tg_op = 'INSERT' then
    perform private.refuse_when('offer_does_not_fit', new.state <> 'chosen' or not exists (
      select from private.loan_requests as requests
      join private.loan_offers as offers on offers.intake_year = requests.intake_year
      where requests.id = new.request_id and requests.member_id = new.member_id
        and requests.left_at is null
        and offers.id = new.offer_id and offers.lender_id = new.lender_id
        and private.offer_fits(offers, new.amount, new.term_months)
    ), 'request, offer and lender belong together');
  else
    perform private.forbid_when(
      'choice_is_fixed', to_jsonb(new) - changeable <> to_jsonb(old) - changeable,
      'its member, offer and terms never change'
    );
    perform private.refuse_when(
      'request_fixed',
      (new.amount, new.course_months, new.term_months) <> (old.amount, old.course_months, old.term_months)
        and (old.state, new.state) <> ('chosen', 'chosen'),
      'a lender has it, or it has ended'
    );
    perform private.refuse_when('choice_has_ended', new.state <> old.state and not (case old.state
      when 'chosen' then new.state in ('with_lender', 'expired', 'withdrawn', 'declined', 'taken_back')
      when 'with_lender' then new.state in ('sanctioned', 'withdrawn', 'declined', 'taken_back')
      when 'sanctioned' then new.state in ('disbursed', 'withdrawn', 'declined', 'taken_back')
      else false
    end), format('choice %s is %s', old.id, old.state));
    perform private.forbid_when(
      'sanction_is_fixed', new.sanctioned is distinct from old.sanctioned
        and (old.state, new.state) <> ('with_lender', 'sanctioned'),
      'only a sanction says how much the lender sanctioned'
    );
  end if;
  perform private.refuse_when(
    'consent_not_given',
    (tg_op = 'INSERT' or (new.state <> old.state and private.is_with_lender(new.state)))
      and not exists (
        select from private.consents as consents
        where consents.id = new.consent_id and consents.member_id = new.member_id
          and consents.lender_id = new.lender_id and consents.taken_back_at is null
      ),
    'there is no consent to this lender that stands'
  );
  if tg_op = 'UPDATE' and new.state <> old.state then
    new.changed_at := now();
  end if;
  return new;
end;
$$;

create trigger loan_choices_guard before insert or update or delete on private.loan_choices
  for each row execute function private.guard_loan_choice();

create function private.guard_rate_match() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changeable constant text[] := '{state,reason,changed_at,answer_rate}';
begin
  if tg_op = 'INSERT' then
    perform private.refuse_when('match_has_ended', new.state <> 'sent', 'a new rate match is sent');
    new.lender := private.clean_text(new.lender, 80);
    return new;
  end if;
  perform private.forbid_when(
    'match_is_fixed', to_jsonb(new) - changeable <> to_jsonb(old) - changeable,
    'what the member sent never changes'
  );
  if new.state = old.state then
    perform private.refuse_when(
      'match_has_ended',
      (new.reason, new.answer_rate) is distinct from (old.reason, old.answer_rate),
      'the answer never changes'
    );
    return new;
  end if;
  perform private.refuse_when('match_has_ended', not (case old.state
    when 'sent' then new.state in ('with_lenders', 'taken_back')
    when 'with_lenders' then new.state in ('matched', 'bettered', 'declined', 'taken_back')
    else false
  end), format('rate match %s is %s', old.id, old.state));
  if new.answer_rate <= new.rate then
    -- The newest open offer at this rate. Without one, follow_rate_match refuses the answer.
    new.answer_offer := (
      select offers.id
      from private.open_offers as offers
      join private.loan_requests as requests on requests.intake_year = offers.intake_year
      where requests.id = new.request_id and (offers.offer).rate = new.answer_rate
        and offers.valid_until >= private.india_day(now())
        and private.offer_fits(offers.offer, requests.amount, requests.term_months)
      order by offers.created_at desc, offers.id desc
      limit 1
    );
  end if;
  new.changed_at := now();
  return new;
end;
$$;

create trigger rate_matches_guard before insert or update on private.rate_matches
  for each row execute function private.guard_rate_match();

create function private.correct_waiting_mail(dedupe_key text, more jsonb) returns void
language sql set search_path = '' as $$
  update private.outbox as waiting
  set payload = waiting.payload || correct_waiting_mail.more
  where waiting.dedupe_key = correct_waiting_mail.dedupe_key
    and waiting.sent_at is null and waiting.dropped_at is null and waiting.given_up_at is null
    and waiting.payload is not null;
$$;

-- How many open offers fit this request, without those of lenders that have declined it, and those that were withdrawn
-- from it, since it was last changed.
create function private.offers_left(request private.loan_requests) returns bigint
language sql stable set search_path = ''
return (
  select count(*)
  from private.open_offers as offers
  where offers.intake_year = request.intake_year and offers.valid_until >= private.india_day(now())
    and private.offer_fits(offers.offer, request.amount, request.term_months)
    and not exists (
      select from private.loan_choices as choices
      where choices.request_id = request.id and choices.changed_at >= request.changed_at and (
        choices.state = 'declined' and choices.lender_id = offers.lender_id
        or choices.state = 'withdrawn' and choices.offer_id = offers.id
      )
    )
);

create function private.was_sanctioned(choice uuid) returns boolean
language sql stable set search_path = ''
return exists (
  select from private.loan_choice_steps as steps
  where steps.choice_id = was_sanctioned.choice and steps.state = 'sanctioned'
);

-- What the email about joining says. Later offers get an email of their own.
create function private.joined_facts(request private.loan_requests) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object(
  'intake_year', request.intake_year, 'amount', request.amount,
  'lenders', (
    select count(distinct offers.lender_id)
    from private.open_offers as offers
    where offers.intake_year = request.intake_year and offers.valid_until >= private.india_day(now())
      and private.offer_fits(offers.offer, request.amount, request.term_months)
  )
);

create function private.follow_loan_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Up to once a day, however often the member leaves and rejoins. An email that was dropped does not count.
    if not exists (
      select from private.loan_requests as earlier
      join private.outbox as told on told.dedupe_key = 'loan_joined ' || earlier.id
      where earlier.member_id = new.member_id and told.sent_at > now() - interval '1 day'
    ) then
      perform private.tell_account(
        'loan_joined', new.member_id,
        jsonb_build_object('request', new.id) || private.joined_facts(new)
          || private.own_address_link(new.member_id, 'loan'),
        new.id::text
      );
    end if;
  elsif new.left_at is not null and old.left_at is null then
    -- An unverified address may be a stranger's, so it gets only the email about joining.
    if private.has_proven_account(new.member_id) then
      perform private.tell_account('loan_left', new.member_id, jsonb_build_object('request', new.id), new.id::text);
    end if;
  elsif (new.amount, new.intake_year, new.term_months) <> (old.amount, old.intake_year, old.term_months) then
    perform private.correct_waiting_mail('loan_joined ' || new.id, private.joined_facts(new));
  end if;
  return null;
end;
$$;

create trigger loan_requests_follow after insert or update on private.loan_requests
  for each row execute function private.follow_loan_request();

create function private.follow_loan_choice() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  lender constant text := (select name from private.lenders where id = new.lender_id);
  signer constant text := (select co_applicant from private.loan_requests where id = new.request_id);
  figures constant jsonb := jsonb_build_object(
    'amount', new.amount, 'course_months', new.course_months, 'term_months', new.term_months
  );
begin
  if tg_op = 'UPDATE' and new.state = old.state then
    perform private.correct_waiting_mail('loan_chosen ' || new.id, figures);
    if (new.sent_at is null) = (old.sent_at is null) then
      return null;
    end if;
  else
    insert into private.loan_choice_steps (choice_id, state, reason) values (new.id, new.state, new.reason);
    -- The member is told once the details have been sent, and not already when they are released.
    if new.state = 'with_lender' then
      return null;
    end if;
  end if;
  -- If the lender never got the details, the consent ends together with the choice.
  if tg_op = 'UPDATE' and old.state = 'chosen' and not private.is_active_choice(new.state) then
    update private.consents set taken_back_at = now() where id = new.consent_id and taken_back_at is null;
  end if;
  if tg_op = 'INSERT' then
    perform private.tell_account(
      'loan_chosen', new.member_id,
      figures || jsonb_build_object(
        'choice', new.id, 'lender', lender, 'terms', new.terms, 'offer_valid_until', new.valid_until,
        'co_applicant', signer
      ),
      new.id::text
    );
  -- A member who leaves the group gets a single mail about everything.
  elsif new.state <> 'taken_back' or exists (
    select from private.loan_requests where id = new.request_id and left_at is null
  ) then
    perform private.tell_account(
      'loan_step', new.member_id,
      jsonb_build_object(
        'choice', new.id, 'lender', lender, 'state', new.state, 'reason', new.reason, 'amount', new.amount,
        'sanctioned', new.sanctioned, 'co_applicant', signer,
        'had_it', exists (
          select from private.loan_choice_steps where choice_id = new.id and state = 'with_lender'
        ),
        'was_sent', new.sent_at is not null, 'was_sanctioned', private.was_sanctioned(new.id),
        'others', (
          select private.offers_left(requests) from private.loan_requests as requests
          where requests.id = new.request_id
        )
      ),
      new.id || ' ' || new.state
    );
  end if;
  return null;
end;
$$;

create trigger loan_choices_follow after insert or update on private.loan_choices
  for each row execute function private.follow_loan_choice();

-- When an offer is withdrawn, ends its choices that have not reached the lender.
create function private.follow_loan_offer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.loan_choices set state = 'withdrawn' where offer_id = new.id and state = 'chosen';
  return null;
end;
$$;

create trigger loan_offers_follow after update of withdrawn_at on private.loan_offers
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function private.follow_loan_offer();

-- If a consent is withdrawn and the lender has the details, tells the lender to stop (§16.25). The email identifies
-- only the choice, because it outlives the account and must not repeat what the lender has to delete.
create function private.follow_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  had record;
begin
  for had in
    select choices.id, lenders.id as lender_id, lenders.name, lenders.email
    from private.loan_choices as choices
    join private.lenders as lenders on lenders.id = choices.lender_id
    where choices.consent_id = new.id
      and exists (
        select from private.loan_choice_steps as steps
        where steps.choice_id = choices.id and steps.state = 'with_lender'
      )
  loop
    insert into private.lender_stops (choice_id, lender_id) values (had.id, had.lender_id)
    on conflict do nothing;
    perform private.queue_mail(
      'lender_stop', had.email, jsonb_build_object('lender', had.name, 'reference', had.id), 'lender_stop ' || had.id, 0
    );
  end loop;
  return null;
end;
$$;

create trigger consents_follow after update of taken_back_at on private.consents
  for each row when (old.taken_back_at is null and new.taken_back_at is not null)
  execute function private.follow_consent();

create function private.follow_rate_match() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.state = old.state then
    return null;
  end if;
  perform private.stop_when(
    new.answer_rate is not null and new.answer_offer is null,
    'Add the offer first: no open offer that fits this request has this rate.', 'rate'
  );
  insert into private.rate_match_steps (match_id, state, reason) values (new.id, new.state, new.reason);
  if tg_op = 'INSERT' then
    perform private.tell_account(
      'rate_match_sent', new.member_id,
      jsonb_build_object(
        'match', new.id, 'lender', new.lender, 'rate', new.rate,
        'answer_by', private.business_day_after(new.created_at, private.period_days('loan answer'))
      ),
      new.id::text,
      -- The delay leaves time to undo a rate match whose file could not be stored.
      due_at => now() + interval '2 minutes'
    );
  elsif new.state <> 'taken_back' or exists (
    select from private.loan_requests where id = new.request_id and left_at is null
  ) then
    perform private.tell_account(
      'rate_match_step', new.member_id,
      jsonb_build_object(
        'match', new.id, 'lender', new.lender, 'state', new.state, 'reason', new.reason, 'answer_rate', new.answer_rate,
        'by', (
          select lenders.name
          from private.loan_offers as offers
          join private.lenders as lenders on lenders.id = offers.lender_id
          where offers.id = new.answer_offer
        )
      ),
      new.id || ' ' || new.state
    );
  end if;
  return null;
end;
$$;

create trigger rate_matches_follow after insert or update on private.rate_matches
  for each row execute function private.follow_rate_match();

create function private.loan_mail_holds(kind text, payload jsonb) returns boolean
language sql stable set search_path = ''
return case
  when kind in ('loan_joined', 'loan_offers') then exists (
    select from private.loan_requests as requests
    where requests.id = (payload ->> 'request')::uuid and requests.left_at is null
      and (
        kind = 'loan_joined'
        or requests.intake_year = (payload ->> 'intake_year')::integer and not private.has_chosen(requests.id)
      )
  )
  -- An email that names no state is valid only while the choice is 'chosen'.
  when kind in ('loan_chosen', 'loan_step') then exists (
    select from private.loan_choices
    where id = (payload ->> 'choice')::uuid and state = coalesce(payload ->> 'state', 'chosen')
  )
  -- A member who has joined again gets a different mail.
  when kind = 'loan_left' then not exists (
    select from private.loan_requests where member_id = (payload ->> 'user_id')::uuid and left_at is null
  )
  -- An email that names no state is valid only while the rate match is 'sent' or 'with_lenders'.
  when kind in ('rate_match_sent', 'rate_match_step') then exists (
    select from private.rate_matches
    where id = (payload ->> 'match')::uuid
      and case when payload ? 'state' then state = payload ->> 'state' else state in ('sent', 'with_lenders') end
  )
  else true
end;

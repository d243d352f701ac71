-- Requests, consents, choices and rate matches of members (§16.2 to §16.16, §16.22 to §16.28). The triggers
-- hold the rules, whoever writes.

create table private.loan_requests (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  -- The group.
  intake_year integer generated always as (extract(year from course_starts)::integer) stored,
  institute text not null check (char_length(institute) between 2 and 120),
  programme text not null check (char_length(programme) between 2 and 120),
  stage text not null check (stage in ('applied', 'shortlisted', 'converted')),
  course_starts date not null check (extract(day from course_starts) = 1),
  course_months integer not null check (course_months between 6 and 60),
  -- Rs 1 lakh to Rs 1 crore, in whole rupees.
  amount bigint not null
    check (amount between 10000000 and 1000000000 and amount % 100 = 0),
  term_months integer not null check (term_months between 12 and 180),
  co_applicant text not null
    check (co_applicant in ('none', 'parent', 'spouse', 'sibling', 'other')),
  city text not null check (char_length(city) between 2 and 80),
  joined_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  left_at timestamptz,
  -- The amount as the group's figures count it (§16.49), and the amount from which it was drawn.
  counted_amount bigint,
  counted_of bigint,
  -- Offers up to this moment are no news to the member, and when the latest news of offers went out.
  offers_known_at timestamptz not null default now(),
  offers_told_at timestamptz
);

comment on table private.loan_requests is 'What loan a member looks for; the open ones of a year are a group.';

create unique index loan_requests_open on private.loan_requests (member_id) where left_at is null;
create index loan_requests_member on private.loan_requests (member_id);
create index loan_requests_group on private.loan_requests (intake_year, offers_known_at)
  where left_at is null;
create index loan_requests_oldest on private.loan_requests (greatest(changed_at, left_at));

alter table private.loan_requests enable row level security;

create table private.consents (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  lender_id integer references private.lenders (id),
  version integer not null,
  -- As it was shown, with the lender's name in it.
  text text not null,
  given_at timestamptz not null default now(),
  taken_back_at timestamptz,
  foreign key (kind, version) references private.consent_texts (kind, version),
  constraint consent_names_its_lender check ((kind = 'loan_lender') = (lender_id is not null))
);

comment on table private.consents is 'Which member consented to what, when, and until when.';

create index consents_member on private.consents (member_id, given_at);
create index consents_lender on private.consents (lender_id);
create index consents_text on private.consents (kind, version);

alter table private.consents enable row level security;

create function private.guard_consent()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if to_jsonb(new) - 'taken_back_at' <> to_jsonb(old) - 'taken_back_at'
    or (old.taken_back_at is not null and new.taken_back_at is distinct from old.taken_back_at)
  then
    perform private.refuse('consent_is_fixed', 'it can be taken back, once');
  end if;
  return new;
end;
$$;

create trigger consents_guard before update on private.consents
  for each row execute function private.guard_consent();

-- States: chosen → with_lender → sanctioned → disbursed; chosen → expired; and from each of the first three
-- withdrawn (by the lender), declined or taken_back.
create table private.loan_choices (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  request_id uuid not null references private.loan_requests (id) on delete cascade,
  offer_id uuid not null references private.loan_offers (id),
  lender_id integer not null references private.lenders (id),
  consent_id uuid not null references private.consents (id) on delete cascade,
  state text not null default 'chosen' check (state in (
    'chosen', 'with_lender', 'sanctioned', 'disbursed', 'expired', 'withdrawn', 'declined',
    'taken_back'
  )),
  amount bigint not null,
  course_months integer not null,
  term_months integer not null,
  -- The offer as the member chose it, and its last day.
  terms jsonb not null,
  valid_until date not null,
  reason text check (char_length(reason) between 2 and 500),
  chosen_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint choice_was_declined_for_a_reason check (state <> 'declined' or reason is not null),
  constraint choice_has_a_reason_where_it_ends check (
    reason is null or state in ('declined', 'withdrawn')
  )
);

comment on table private.loan_choices is 'An offer that a member chose, and what became of it.';

create unique index loan_choices_active on private.loan_choices (member_id)
  where state in ('chosen', 'with_lender', 'sanctioned');
create index loan_choices_member on private.loan_choices (member_id, chosen_at);
create index loan_choices_request on private.loan_choices (request_id);
create index loan_choices_offer on private.loan_choices (offer_id);
create index loan_choices_lender on private.loan_choices (lender_id, state);
create index loan_choices_consent on private.loan_choices (consent_id);
create index loan_choices_waiting on private.loan_choices (valid_until) where state = 'chosen';

alter table private.loan_choices enable row level security;

create table private.loan_choice_steps (
  choice_id uuid not null references private.loan_choices (id) on delete cascade,
  state text not null,
  -- Two steps of one transaction keep their order.
  at timestamptz not null default clock_timestamp(),
  reason text,
  primary key (choice_id, state)
);

alter table private.loan_choice_steps enable row level security;

-- Lenders that have details of a member who takes the consent back, until a person has seen to it. It holds
-- nothing personal, so it outlives the account.
create table private.lender_stops (
  choice_id uuid primary key,
  lender_id integer not null references private.lenders (id),
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz
);

comment on table private.lender_stops is 'Which lender must stop using the details behind which choice.';

create index lender_stops_lender on private.lender_stops (lender_id);
create index lender_stops_open on private.lender_stops (asked_at) where confirmed_at is null;

alter table private.lender_stops enable row level security;

-- States: sent → with_lenders → matched, bettered or declined; and taken_back from the first two.
create table private.rate_matches (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  request_id uuid not null references private.loan_requests (id) on delete cascade,
  lender text not null check (char_length(lender) between 2 and 80),
  -- Up to 30 % a year and Rs 10 lakh.
  rate numeric(5, 2) not null check (rate between 0 and 30),
  charges bigint not null check (charges between 0 and 100000000),
  valid_until date not null,
  state text not null default 'sent' check (state in (
    'sent', 'with_lenders', 'matched', 'bettered', 'declined', 'taken_back'
  )),
  reason text check (char_length(reason) between 2 and 500),
  answer_rate numeric(5, 2),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint match_was_declined_for_a_reason check ((state = 'declined') = (reason is not null)),
  constraint match_is_answered_with_a_rate check (
    (state in ('matched', 'bettered')) = (answer_rate is not null)
  ),
  -- A bettered offer may have the same rate and lower charges.
  constraint match_is_no_worse check (answer_rate <= rate)
);

comment on table private.rate_matches is 'A better offer that a member found, and what lenders said to it.';

create unique index rate_matches_open on private.rate_matches (member_id)
  where state in ('sent', 'with_lenders');
create index rate_matches_member on private.rate_matches (member_id, created_at);
create index rate_matches_request on private.rate_matches (request_id);
create index rate_matches_waiting on private.rate_matches (created_at)
  where state in ('sent', 'with_lenders');

alter table private.rate_matches enable row level security;

create table private.rate_match_steps (
  match_id uuid not null references private.rate_matches (id) on delete cascade,
  state text not null,
  at timestamptz not null default clock_timestamp(),
  reason text,
  primary key (match_id, state)
);

alter table private.rate_match_steps enable row level security;

-- Whether a lender has the details of a choice in this state.
create function private.is_with_lender(state text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select state in ('with_lender', 'sanctioned', 'disbursed');
$$;

create function private.is_active_choice(state text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select state in ('chosen', 'with_lender', 'sanctioned');
$$;

create function private.guard_loan_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changeable constant text[] := '{intake_year,changed_at,left_at,counted_amount,counted_of,offers_known_at,offers_told_at}';
  today constant date := private.india_day(now());
begin
  new.institute := private.clean_text(new.institute, 120);
  new.programme := private.clean_text(new.programme, 120);
  new.city := private.clean_text(new.city, 80);
  if tg_op = 'UPDATE' then
    if (new.id, new.member_id, new.joined_at) <> (old.id, old.member_id, old.joined_at) then
      perform private.refuse('request_not_valid', 'its member never changes');
    end if;
    -- The year is not generated yet.
    if old.left_at is not null
      and to_jsonb(new) - 'intake_year' <> to_jsonb(old) - 'intake_year'
    then
      perform private.refuse('not_in_group', 'the member has left');
    end if;
    if to_jsonb(new) - changeable = to_jsonb(old) - changeable then
      return new;
    end if;
    if exists (
      select from private.loan_choices as choices
      where choices.request_id = new.id and private.is_with_lender(choices.state)
    ) then
      perform private.refuse('request_fixed', 'a lender has it');
    end if;
    new.changed_at := now();
  end if;
  if (tg_op = 'INSERT' or new.course_starts <> old.course_starts) and (
    new.course_starts not between (today - interval '24 months')::date
      and (today + interval '24 months')::date
  ) then
    perform private.refuse('request_not_valid', 'the course starts within two years of today');
  end if;
  return new;
end;
$$;

create trigger loan_requests_guard before insert or update on private.loan_requests
  for each row execute function private.guard_loan_request();

create function private.guard_loan_choice()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changeable constant text[] := '{state,reason,changed_at,amount,course_months,term_months}';
begin
  if tg_op = 'DELETE' then
    if private.is_active_choice(old.state) then
      perform private.refuse('choice_is_active', 'take it back first');
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' then
    if new.state <> 'chosen'
      or not exists (
        select from private.loan_requests as requests
        join private.loan_offers as offers on offers.intake_year = requests.intake_year
        where requests.id = new.request_id and requests.member_id = new.member_id
          and requests.left_at is null
          and offers.id = new.offer_id and offers.lender_id = new.lender_id
          and private.offer_fits(offers, new.amount, new.term_months)
      )
    then
      perform private.refuse('offer_does_not_fit', 'request, offer and lender belong together');
    end if;
  elsif to_jsonb(new) - changeable <> to_jsonb(old) - changeable then
    perform private.refuse('choice_is_fixed', 'its member, offer and terms never change');
  elsif (new.amount, new.course_months, new.term_months)
    <> (old.amount, old.course_months, old.term_months)
    and (old.state, new.state) <> ('chosen', 'chosen')
  then
    perform private.refuse('request_fixed', 'a lender has it, or it has ended');
  elsif new.state <> old.state and not (case old.state
    when 'chosen' then new.state in ('with_lender', 'expired', 'withdrawn', 'declined', 'taken_back')
    when 'with_lender' then new.state in ('sanctioned', 'withdrawn', 'declined', 'taken_back')
    when 'sanctioned' then new.state in ('disbursed', 'withdrawn', 'declined', 'taken_back')
    else false
  end) then
    perform private.refuse('choice_has_ended', format('choice %s is %s', old.id, old.state));
  end if;
  if (tg_op = 'INSERT' or (new.state <> old.state and private.is_with_lender(new.state)))
    and not exists (
      select from private.consents as consents
      where consents.id = new.consent_id and consents.member_id = new.member_id
        and consents.lender_id = new.lender_id and consents.taken_back_at is null
    )
  then
    perform private.refuse('consent_not_given', 'there is no consent to this lender that stands');
  end if;
  if tg_op = 'UPDATE' and new.state <> old.state then
    new.changed_at := now();
  end if;
  return new;
end;
$$;

create trigger loan_choices_guard before insert or update or delete on private.loan_choices
  for each row execute function private.guard_loan_choice();

create function private.guard_rate_match()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  changeable constant text[] := '{state,reason,changed_at,answer_rate}';
begin
  if tg_op = 'INSERT' then
    if new.state <> 'sent' then
      perform private.refuse('match_has_ended', 'a new rate match is sent');
    end if;
    new.lender := private.clean_text(new.lender, 80);
    return new;
  end if;
  if to_jsonb(new) - changeable <> to_jsonb(old) - changeable then
    perform private.refuse('match_is_fixed', 'what the member sent never changes');
  end if;
  if new.state = old.state then
    if (new.reason, new.answer_rate) is distinct from (old.reason, old.answer_rate) then
      perform private.refuse('match_has_ended', 'the answer never changes');
    end if;
    return new;
  end if;
  if not (case old.state
    when 'sent' then new.state in ('with_lenders', 'taken_back')
    when 'with_lenders' then new.state in ('matched', 'bettered', 'declined', 'taken_back')
    else false
  end) then
    perform private.refuse('match_has_ended', format('rate match %s is %s', old.id, old.state));
  end if;
  new.changed_at := now();
  return new;
end;
$$;

create trigger rate_matches_guard before insert or update on private.rate_matches
  for each row execute function private.guard_rate_match();

-- The written offer of a rate match is a private file too.
alter table private.files
  drop constraint files_purpose_check,
  alter column booking_id drop not null,
  add column rate_match_id uuid references private.rate_matches (id),
  add constraint files_purpose_check check (purpose in ('cv', 'form', 'essay', 'offer')),
  add constraint file_belongs_to_one check (num_nonnulls(booking_id, rate_match_id) = 1),
  add constraint file_has_a_fitting_purpose check (
    (purpose = 'offer') = (rate_match_id is not null)
  );

create unique index files_rate_match on private.files (rate_match_id);

-- Keeps a session to three files of its own member, and a rate match to one, whoever writes.
create or replace function private.guard_file()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.rate_match_id is not null then
    perform from private.rate_matches
    where id = new.rate_match_id and member_id = new.owner_id
    for no key update;
    if not found then
      perform private.refuse('no_such_match');
    end if;
    return new;
  end if;
  perform from private.bookings
  where id = new.booking_id and member_id = new.owner_id
  for no key update;
  if not found then
    perform private.refuse('no_such_booking');
  end if;
  if (select count(*) from private.files where booking_id = new.booking_id and id <> new.id) >= 3
  then
    perform private.refuse('too_many_files');
  end if;
  return new;
end;
$$;

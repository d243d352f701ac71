-- Lenders, their offers, and the words to which members consent (§16.12, §16.17 to §16.21). Amounts are
-- whole paise, rates percent a year. Everything about loans is in the schema private: members reach it
-- through functions alone.

create table private.lenders (
  id integer primary key generated always as identity,
  name text not null unique check (char_length(name) between 2 and 80),
  site text not null check (site ~ '^https://[^[:space:]]+$' and char_length(site) <= 500),
  standard_rate numeric(5, 2) not null check (standard_rate between 0 and 36),
  is_sample boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null default now()
);

comment on table private.lenders is 'Lenders that may make offers to a group.';

alter table private.lenders enable row level security;

create table private.lender_contacts (
  lender_id integer primary key references private.lenders (id) on delete cascade,
  email text not null check (private.is_address(email))
);

comment on table private.lender_contacts is 'Where a lender is told that a member took a consent back.';

alter table private.lender_contacts enable row level security;

create table private.consent_texts (
  kind text not null check (kind in ('loan_group', 'loan_lender')),
  version integer not null check (version >= 1),
  text text not null check (char_length(text) between 20 and 2000),
  created_at timestamptz not null default now(),
  primary key (kind, version),
  constraint lender_text_names_its_lender check (kind <> 'loan_lender' or text like '%{lender}%')
);

comment on table private.consent_texts is 'What members consent to; the newest version is shown.';

alter table private.consent_texts enable row level security;

create function private.keep_consent_text()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.refuse('consent_text_is_fixed', 'add the next version instead');
  return null;
end;
$$;

create trigger consent_texts_keep before update or delete on private.consent_texts
  for each row execute function private.keep_consent_text();

insert into private.consent_texts (kind, version, text)
values
  (
    'loan_group', 1,
    'I agree that my loan request (institute, programme, stage, course, amount, term, co-applicant and '
      'city) is kept and counted in the group of my intake year, so that lenders make offers to the '
      'group. Lenders and members see the group as rounded counts and sums, and nobody in it. I can take '
      'this back at any time by leaving the group.'
  ),
  (
    'loan_lender', 1,
    'I agree that my name, e-mail address, phone number and loan request are given to {lender}, and to '
      'no other lender, so that {lender} can decide on my loan. {lender} may check my credit history once '
      'I apply to it. I can take this back at any time: {lender} is then told to stop.'
  );

-- The consent text that is shown now.
create function private.consent_text(p_kind text)
returns private.consent_texts
language sql
stable
set search_path = ''
as $$
  select * from private.consent_texts where kind = p_kind order by version desc limit 1;
$$;

create table private.loan_offers (
  id uuid primary key default gen_random_uuid(),
  lender_id integer not null references private.lenders (id),
  intake_year integer not null check (intake_year between 2020 and 2100),
  rate numeric(5, 2) not null check (rate between 0 and 36),
  rate_type text not null check (rate_type in ('fixed', 'floating')),
  -- The lender's standard rate on the day of the offer.
  standard_rate numeric(5, 2) not null check (standard_rate between 0 and 36),
  -- The processing fee: a share of the amount, within these limits, and a fixed part besides.
  fee_percent numeric(5, 2) not null default 0 check (fee_percent between 0 and 10),
  fee_fixed bigint not null default 0 check (fee_fixed >= 0),
  fee_least bigint check (fee_least >= 0),
  fee_most bigint check (fee_most >= coalesce(fee_least, 0)),
  -- Tax on the fee.
  tax_percent numeric(5, 2) not null default 18 check (tax_percent between 0 and 50),
  other_charges text not null default '' check (char_length(other_charges) <= 500),
  penal_charges text not null check (char_length(penal_charges) between 2 and 500),
  least_amount bigint not null check (least_amount >= 0),
  most_amount bigint not null check (most_amount >= least_amount),
  least_months integer not null check (least_months between 1 and 360),
  most_months integer not null check (most_months between least_months and 360),
  grace_months integer not null check (grace_months between 0 and 36),
  -- Interest during study and grace: paid monthly, or added to the loan.
  interest text not null check (interest in ('paid', 'added')),
  security text not null check (char_length(security) between 2 and 500),
  valid_until date not null,
  key_facts_url text not null
    check (key_facts_url ~ '^https://[^[:space:]]+$' and char_length(key_facts_url) <= 500),
  -- When a member saw it first; from then on it never changes.
  shown_at timestamptz,
  replaced_by uuid references private.loan_offers (id),
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  constraint offer_replaces_another check (replaced_by <> id)
);

comment on table private.loan_offers is 'What a lender offers to the members of one intake year.';

-- The page asks for one year, and for nothing that ended long ago.
create index loan_offers_open on private.loan_offers (intake_year, valid_until)
  where replaced_by is null and withdrawn_at is null;
create index loan_offers_unseen on private.loan_offers (intake_year)
  where shown_at is null and replaced_by is null and withdrawn_at is null;
create index loan_offers_lender on private.loan_offers (lender_id);
create index loan_offers_replaced_by on private.loan_offers (replaced_by);

alter table private.loan_offers enable row level security;

-- Keeps an offer that was shown as it was, whoever writes (§16.18). It can end once: replaced or withdrawn.
create function private.guard_loan_offer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    if old.shown_at is not null then
      perform private.refuse('offer_was_shown', format('withdraw offer %s instead', old.id));
    end if;
    return old;
  end if;
  if old.shown_at is not null
    and to_jsonb(new) - '{replaced_by,withdrawn_at}'::text[]
      <> to_jsonb(old) - '{replaced_by,withdrawn_at}'::text[]
  then
    perform private.refuse('offer_was_shown', format('replace offer %s instead', old.id));
  end if;
  if (old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by)
    or (old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at)
  then
    perform private.refuse('offer_has_ended', format('offer %s was replaced or withdrawn', old.id));
  end if;
  if new.replaced_by is distinct from old.replaced_by and not exists (
    select from private.loan_offers as offers
    where offers.id = new.replaced_by
      and offers.lender_id = new.lender_id and offers.intake_year = new.intake_year
  ) then
    perform private.refuse('offer_of_another', 'the new offer is of the same lender and year');
  end if;
  return new;
end;
$$;

create trigger loan_offers_guard before update or delete on private.loan_offers
  for each row execute function private.guard_loan_offer();

-- Whether an amount in paise and a term in months lie within an offer.
create function private.offer_fits(
  offer private.loan_offers, amount bigint, term_months integer
)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select offer_fits.amount between offer.least_amount and offer.most_amount
    and offer_fits.term_months between offer.least_months and offer.most_months;
$$;

create function private.lender_json(lender private.lenders)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', lender.id, 'name', lender.name, 'site', lender.site, 'is_sample', lender.is_sample
  );
$$;

-- Offers that stand, of active lenders, with the terms as members see them and choices keep them. Its readers
-- choose the year and the days.
create view private.open_offers with (security_invoker = true) as
select
  offers.id,
  offers.intake_year,
  offers.lender_id,
  offers.valid_until,
  offers.shown_at,
  offers.created_at,
  offers as offer,
  to_jsonb(offers)
    - '{lender_id,intake_year,shown_at,replaced_by,withdrawn_at,created_at}'::text[]
    || jsonb_build_object('lender', private.lender_json(lenders)) as terms
from private.loan_offers as offers
join private.lenders as lenders on lenders.id = offers.lender_id
where lenders.active and offers.replaced_by is null and offers.withdrawn_at is null;

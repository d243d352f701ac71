-- The rows that the product does not work without. Whatever applies the schema runs this file after it, and it can be
-- run again at any time: it keeps what the owner and the product have changed since.

-- The limits of supabase/config.toml.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('profileimages', 'profileimages', true, 204800, array['image/jpeg', 'image/png', 'image/gif']),
  ('files', 'files', false, 4194304, array['application/pdf', 'image/jpeg', 'image/png'])
on conflict (id) do update
set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

insert into public.home (imagename, imageurl)
values
  ('benefits_1', '/home/benefits_1.svg'),
  ('benefits_2', '/home/benefits_2.svg'),
  ('benefits_3', '/home/benefits_3.svg'),
  ('trustus_1', '/home/trustus_1.svg'),
  ('moneysave_1', '/home/moneysave_1.svg'),
  ('login', '/home/login.svg'),
  ('footer_logo', '/home/footer_logo.svg')
on conflict do nothing;

-- The packs on sale, as in src/domain/packs/packs.ts, with prices in paise. One that is sold no more keeps its row,
-- with null as its price.
insert into private.packs (id, sessions, persons, price)
values
  ('single', 1, 1, 69900),
  ('most-purchased', 2, 1, 99900),
  ('super-value', 5, 2, 239900)
on conflict (id) do update
set sessions = excluded.sessions, persons = excluded.persons, price = excluded.price;

-- A key that exists stays, because it signs the links in mails that were sent.
insert into private.unsubscribe_key default values on conflict do nothing;

-- Only the first time: the owner may have removed one.
insert into private.large_domains (domain)
select domain
from unnest(array[
  'gmail.com', 'googlemail.com', 'yahoo.com', 'yahoo.co.in', 'yahoo.in', 'ymail.com', 'rocketmail.com',
  'outlook.com', 'outlook.in', 'hotmail.com', 'live.com', 'live.in', 'msn.com', 'icloud.com', 'me.com',
  'rediffmail.com', 'proton.me', 'protonmail.com', 'zoho.com', 'zohomail.in', 'aol.com', 'gmx.com', 'mail.com',
  'fastmail.com'
]) as domain
where not exists (select from private.large_domains);

insert into private.base_figures (figure, value)
values
  ('students', 0), ('bookings', 0), ('free_interviews', 0), ('sessions', 0), ('ratings', 0),
  ('rating_sum', 0)
on conflict do nothing;

-- A text that members agreed to is fixed: a trigger stops this file if one was changed instead of added.
insert into private.consent_texts as texts (kind, version, text)
values
  (
    'loan_group', 1,
    'I agree that my loan request (institute, programme, stage, course, amount, term, co-applicant and '
      'city) is kept and counted in the group of my intake year, so that lenders make offers to the '
      'group. Lenders and members see the group as rounded counts and sums, and nobody in it. I can '
      'withdraw this at any time by leaving the group.'
  ),
  (
    'loan_lender', 1,
    'I agree that my name, e-mail address, phone number and loan request are given to {lender}, and to '
      'no other lender, so that {lender} can decide on my loan. {lender} may check my credit history once '
      'I apply to it. I can withdraw this at any time: {lender} is then told to stop.'
  )
on conflict (kind, version) do update set text = excluded.text where texts.text <> excluded.text;

-- With these rows a job that never runs is reported too.
insert into private.job_runs (job)
values ('reconcile'), ('mail'), ('sessions'), ('loans'), ('refunds'), ('retention')
on conflict do nothing;

-- The rows that the product needs from the start. This file runs after the schema has been applied. It can safely be
-- run again: it keeps what the owner and the product have changed since.

-- supabase/config.toml has the same buckets and limits.
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

-- The packs on sale, as in src/domain/packs/packs.ts, with prices in paise. A pack that is no longer sold keeps its
-- row, with null as its price.
insert into private.packs (id, sessions, persons, price)
values
  ('single', 1, 1, 69900),
  ('most-purchased', 2, 1, 99900),
  ('super-value', 5, 2, 239900)
on conflict (id) do update
set sessions = excluded.sessions, persons = excluded.persons, price = excluded.price;

-- An existing key is kept, because it signs the links in mails that have already been sent.
insert into private.unsubscribe_key default values on conflict do nothing;

-- Only if the table is empty, because the owner may have deleted a domain.
insert into private.large_domains (domain, is_college)
select domain, false
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

-- Members have agreed to these texts, so a trigger stops this file if a text was edited and not added as a new version.
insert into private.consent_texts as texts (kind, version, text)
values
  (
    'loan_group', 1,
    'I agree that my loan request (institute, programme, stage, course, amount, term, co-applicant and '
      'city) is kept and counted in the group of my intake year, so that lenders make offers to the '
      'group. Lenders and members see only rounded counts and sums of the group, and no one’s details. I '
      'can withdraw this at any time by leaving the group.'
  ),
  (
    'loan_lender', 1,
    'I agree that my name, email address, phone number and loan request are given to {lender}, and to '
      'no other lender, so that {lender} can decide on my loan. {lender} may check my credit history once '
      'I apply to it. I can withdraw this at any time, and {lender} is then told to stop.'
  )
on conflict (kind, version) do update set text = excluded.text where texts.text <> excluded.text;

-- Because of these rows, the watch also reports a job that has never run.
insert into private.job_runs (job)
values ('reconcile'), ('mail'), ('sessions'), ('loans'), ('refunds'), ('retention')
on conflict do nothing;

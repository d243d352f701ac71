-- What the privacy policy gives an end ends by itself (§18.9). functions/retention.ts runs each of these every
-- hour. Each takes its rows in small parts, can be repeated, and returns how many it dealt with.

-- Erases messages three years after they were settled, and advertising after 30 days. A question that was
-- answered 30 days ago without another word is settled.
create function public.forget_old_messages()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  settled integer;
  old constant integer[] := array(
    select number from private.messages
    where settled_at < now() - interval '3 years'
      or is_aside and received_at < now() - interval '30 days'
    order by number
    limit 500
  );
begin
  update private.messages set settled_at = now()
  where about = 'question' and settled_at is null and answered_at < now() - interval '30 days';
  get diagnostics settled = row_count;
  perform private.erase_messages(old);
  return settled + cardinality(old);
end;
$$;

-- Forgets links to prove or to change an address, a day after they stopped working.
create function public.forget_old_proofs()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  proofs integer;
  changes integer;
begin
  delete from private.address_proofs where expires_at < now() - interval '1 day';
  get diagnostics proofs = row_count;
  delete from private.email_changes where expires_at < now() - interval '1 day';
  get diagnostics changes = row_count;
  return proofs + changes;
end;
$$;

-- Erases entries of the log of sign-ups and logins after a year.
create function public.forget_old_log()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from auth.audit_log_entries
  where id in (
    select id from auth.audit_log_entries where created_at < now() - interval '1 year' limit 5000
  );
  get diagnostics forgotten = row_count;
  return forgotten;
end;
$$;

-- The first moment whose books are still kept on a day: a financial year ends on 31 March in India, and its books
-- eight years later.
create function private.books_kept_from(day date default private.india_day(now()))
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select (
    make_date(extract(year from day - interval '3 months')::integer, 4, 1)
      - interval '8 years'
  ) at time zone 'Asia/Kolkata';
$$;

-- Erases who bought, in orders whose books need not be kept any more, 200 at a time. The amounts stay.
create function public.forget_old_buyers()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  old constant uuid[] := array(
    select orders.id from public.orders as orders
    where orders.created_at < private.books_kept_from()
      and not exists (select from private.erased_orders where order_id = orders.id)
      and not exists (
        select from public.payments
        where order_id = orders.id and payments.created_at >= private.books_kept_from()
      )
    order by orders.created_at
    limit 200
  );
  forgotten integer;
begin
  -- Without an owner these orders count as visitors' orders, among which each key must be unique.
  update public.orders set user_id = null, idempotency_key = gen_random_uuid() where id = any (old);
  perform private.forget_payer(old, null);
  delete from public.payment_events
  where id in (
    select id from public.payment_events
    where order_id is null and received_at < private.books_kept_from()
    limit 200
  );
  get diagnostics forgotten = row_count;
  return cardinality(old) + forgotten;
end;
$$;

-- Members who were told that their account ends because they have not signed in for three years.
create table private.idle_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  told_at timestamptz not null default now(),
  -- How often a run tried to erase the account, and when last. The row goes with the account.
  tries integer not null default 0,
  tried_at timestamptz
);

comment on table private.idle_accounts is 'Accounts that end soon, because nobody has used them.';

alter table private.idle_accounts enable row level security;

-- When somebody last used the account: a sign-in, a session that was renewed since, a purchase, a booking.
create function private.last_seen(p_user_id uuid)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select greatest(
    users.created_at,
    users.last_sign_in_at,
    (
      select max(greatest(sessions.created_at, sessions.updated_at))
      from auth.sessions where sessions.user_id = users.id
    ),
    (select max(orders.created_at) from public.orders where orders.user_id = users.id),
    (select max(bookings.booked_at) from private.bookings where bookings.member_id = users.id)
  )
  from auth.users as users
  where users.id = p_user_id;
$$;

-- Tells up to 50 members who have not signed in for three years that their account ends a week later, and
-- forgets that about those who have come back. Returns how many were told.
create function public.tell_idle_accounts()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  member record;
  told integer := 0;
begin
  delete from private.idle_accounts
  where private.last_seen(user_id) > now() - interval '3 years';
  for member in
    select users.id, users.email, users.email_confirmed_at
    from auth.users as users
    where users.created_at < now() - interval '3 years'
      and coalesce(users.last_sign_in_at, users.created_at) < now() - interval '3 years'
      and not exists (select from private.idle_accounts where user_id = users.id)
      and private.last_seen(users.id) < now() - interval '3 years'
    order by users.created_at
    limit 50
  loop
    insert into private.idle_accounts (user_id) values (member.id);
    -- Nobody proved an address that is not confirmed, so nothing is sent there.
    if member.email_confirmed_at is not null then
      perform private.queue_mail(
        'account_idle',
        member.email,
        jsonb_build_object(
          'user_id', member.id,
          'name', (select nullif(firstname, '') from public.profiles where id = member.id),
          'ends_on', private.india_day(now()) + 7
        ),
        'account_idle ' || member.id || ' ' || private.india_day(now())
      );
    end if;
    told := told + 1;
  end loop;
  return told;
end;
$$;

-- Accounts that end now, five at most: told a week ago, and not used since. One whose mail waits, or was sent
-- less than 48 hours ago, stays. Notes a try of each. One that was tried waits behind those told before that try, so
-- that accounts which cannot be erased keep no others.
create function public.accounts_to_erase()
returns uuid[]
language sql
security definer
set search_path = ''
as $$
  with due as (
    select idle.user_id
    from private.idle_accounts as idle
    where private.india_day(idle.told_at) + 7 < private.india_day(now())
      and private.last_seen(idle.user_id) < now() - interval '3 years'
      and not exists (
        select from private.outbox as mails
        where mails.kind = 'account_idle' and mails.payload ->> 'user_id' = idle.user_id::text
          and mails.created_at >= idle.told_at
          and (
            mails.sent_at > now() - interval '48 hours'
            or num_nonnulls(mails.sent_at, mails.dropped_at, mails.given_up_at) = 0
          )
      )
    order by coalesce(idle.tried_at, idle.told_at), idle.user_id
    limit 5
    for update skip locked
  ),
  tried as (
    update private.idle_accounts as idle set tries = idle.tries + 1, tried_at = now()
    from due
    where idle.user_id = due.user_id
    returning idle.user_id, idle.told_at
  )
  select coalesce(array_agg(user_id order by told_at, user_id), '{}') from tried;
$$;

-- Idle accounts that a run tried to erase and that are still there. The log of `retention` says why.
create view operations.accounts_not_erased with (security_invoker = true) as
select user_id, told_at, tries, tried_at
from private.idle_accounts
where tries > 1 or tried_at < now() - interval '15 minutes'
order by tried_at;

-- Whether a mail of this migration still holds: the account has not been used since.
create function private.idle_mail_holds(kind text, payload jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select kind <> 'account_idle' or coalesce(
    private.last_seen((payload ->> 'user_id')::uuid) < now() - interval '3 years', false
  );
$$;

-- As before, and the mails about refunds, changes of address and idle accounts.
create or replace function private.mail_still_holds(kind text, payload jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.earlier_mail_holds(kind, payload)
    and private.session_mail_holds(kind, payload)
    and private.loan_mail_holds(kind, payload)
    and private.refund_mail_holds(kind, payload)
    and private.email_mail_holds(kind, payload)
    and private.idle_mail_holds(kind, payload);
$$;

-- A new project is not warned before the first run.
insert into private.job_runs (job) values ('retention');

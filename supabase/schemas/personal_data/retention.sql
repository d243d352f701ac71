-- Erases whatever has been kept long enough (private.keep_for, §18.9). Scheduled functions call these functions, mostly
-- functions/retention.ts. Each handles a few rows at a time, can be repeated, and returns how many it handled.

-- Deletes old counts of calls. The reconciler calls this every five minutes.
create function public.forget_callers() returns void
language sql security definer set search_path = '' as $$
  delete from private.call_counts where began < now() - private.keep_for('caller');
  delete from private.blocked_loads where day < private.india_day(now() - private.keep_for('blocked load'));
$$;

-- Erases the recipient and data of finished emails, and later the rows (privacy policy, 'How long we keep it').
create function public.forget_mails() returns void
language sql security definer set search_path = '' as $$
  update private.outbox set recipient = null, payload = null
  where recipient is not null
    and coalesce(sent_at, dropped_at, given_up_at) < case
      -- The last email to a closed account is erased right away, so that nothing personal stays.
      when kind = 'account_closed' then 'infinity' else now() - private.keep_for('recipient')
    end;
  delete from private.outbox
  where created_at < now() - private.keep_for('mail')
    and coalesce(sent_at, dropped_at, given_up_at) is not null and recipient is null;
  delete from private.mail_faults where noted_at < now() - private.keep_for('mail fault');
$$;

-- Whether nothing has happened to a member's loans for the whole period, and every open request's course started longer
-- ago than that. A member who is waiting for next year's course may not change anything for months (§16.62).
create function private.is_stale_borrower(p_member uuid) returns boolean
language sql stable set search_path = ''
return greatest(
  (select max(greatest(changed_at, left_at)) from private.loan_requests where member_id = p_member),
  (select max(changed_at) from private.loan_choices where member_id = p_member),
  (select max(changed_at) from private.rate_matches where member_id = p_member)
) < now() - private.keep_for('loan')
and not exists (
  select from private.loan_requests
  where member_id = p_member and left_at is null
    and course_starts >= private.india_day(now()) - private.keep_for('loan')
);

create function private.stale_borrowers(most integer) returns setof uuid
language sql stable set search_path = '' as $$
  select distinct old.member_id
  from private.loan_requests as old
  where greatest(old.changed_at, old.left_at) < now() - private.keep_for('loan')
    and private.is_stale_borrower(old.member_id)
  limit most;
$$;

-- Erases stale loans (§16.62) of up to a hundred members once their files are gone. Returns the number of members.
create function public.forget_old_loans() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  forgotten integer := 0;
begin
  -- Publishing figures locks many requests too, so the two must not run at the same time.
  perform pg_advisory_xact_lock(hashtextextended('loan groups', 0));
  for member in
    select stale from private.stale_borrowers(100) as stale
    where not exists (
      select from private.files as files
      join private.rate_matches as matches on matches.id = files.rate_match_id
      where matches.member_id = stale
    )
  loop
    perform private.lock_loan(member);
    -- Checked again, because the member may have changed something before we got the lock.
    continue when not private.is_stale_borrower(member);
    perform private.forget_loans(member);
    forgotten := forgotten + 1;
  end loop;
  return forgotten;
end;
$$;

-- Up to a hundred paths of files that are no longer needed: from old sessions (§18.19); from rate matches that were
-- withdrawn or answered long ago, or that belong to stale loans (§16.61); and from refunds that were withdrawn or ended
-- long ago (§17.17).
create function public.old_file_paths() returns text[]
language sql stable security definer set search_path = ''
return array(
  select old.path
  from (
    select files.path, files.created_at, files.id
    from private.files as files
    join private.bookings as bookings on bookings.id = files.booking_id
    where bookings.ends_at < now() - private.keep_for('session')
    union all
    select files.path, files.created_at, files.id
    from private.files as files
    join private.rate_matches as matches on matches.id = files.rate_match_id
    where matches.state = 'taken_back'
      or matches.state in ('matched', 'bettered', 'declined')
        and matches.changed_at < now() - private.keep_for('offer')
      or matches.member_id in (select private.stale_borrowers(100))
    union all
    select files.path, files.created_at, files.id
    from private.files as files
    join private.refund_requests as requests on requests.id = files.refund_request_id
    where requests.state = 'taken_back' or requests.ended_at < now() - private.keep_for('letter')
  ) as old
  order by old.created_at, old.id
  limit 100
);

-- Deletes the rows of old sessions' files, feedback and exercises, and of members who have waited too long for a free
-- time, a few hundred rows at a time. Also erases mentors' answers to old reports. A file's row stays while its object
-- exists. Returns the number of rows.
create function public.forget_old_sessions() returns integer
language sql security definer set search_path = '' as $$
  with old_files as (
    delete from private.files
    -- The subquery makes the function run once.
    where path = any ((select public.old_file_paths())::text[]) and not private.is_stored(path)
    returning 1
  ),
  old_feedback as (
    delete from private.feedback as feedback
    where (feedback.booking_id, feedback.version) in (
      select said.booking_id, said.version
      from private.feedback as said
      join private.bookings as bookings on bookings.id = said.booking_id
      where bookings.ends_at < now() - private.keep_for('session')
      limit 500
    )
    returning 1
  ),
  old_exercises as (
    delete from private.exercises
    where booking_id in (
      select done.booking_id
      from private.exercises as done
      join private.bookings as bookings on bookings.id = done.booking_id
      where bookings.ends_at < now() - private.keep_for('session')
      limit 500
    )
    returning 1
  ),
  old_waiting as (
    delete from private.waiting_times as waiting
    where (waiting.member_id, waiting.kind) in (
      select old.member_id, old.kind from private.waiting_times as old
      where old.asked_at < now() - private.keep_for('waiting')
      limit 500
    )
    returning 1
  ),
  old_answers as (
    update private.bookings set mentor_answer = ''
    where no_mentor_at is not null and ends_at < now() - private.keep_for('session') and mentor_answer <> ''
    returning 1
  )
  select (
    (select count(*) from old_files) + (select count(*) from old_feedback) + (select count(*) from old_exercises)
    + (select count(*) from old_waiting) + (select count(*) from old_answers)
  )::integer;
$$;

-- Erases old messages, sooner if they look like advertising. Answered questions count as settled after a while.
create function public.forget_old_messages() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  settled integer;
  old constant integer[] := array(
    select number from private.messages
    where settled_at < now() - private.keep_for('message')
      or is_aside and received_at < now() - private.keep_for('advertising')
    order by number
    limit 500
  );
begin
  update private.messages set settled_at = now()
  where about = 'question' and settled_at is null and answered_at < now() - private.keep_for('answered question');
  get diagnostics settled = row_count;
  perform private.erase_messages(old);
  return settled + cardinality(old);
end;
$$;

-- Deletes links that no longer work, and the records of ended logins once their tokens are invalid.
create function public.forget_old_proofs() returns integer
language sql security definer set search_path = '' as $$
  delete from private.ended_logins where ended_at < now() - private.keep_for('mailed link');
  with forgotten as (
    delete from private.mailed_links where expires_at < now() - private.keep_for('mailed link') returning 1
  )
  select count(*)::integer from forgotten;
$$;

-- Deletes old entries of the operators' log and of the account service's log, 100,000 at a time. We cannot index the
-- latter, so each hourly run reads its own share of that log's pages.
create function public.forget_old_log(p_hour integer default extract(hour from now())::integer)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  part constant bigint := 1 + pg_relation_size('auth.audit_log_entries')
    / (24 * current_setting('block_size')::integer);
  forgotten integer;
begin
  delete from private.actions as actions
  where actions.at < now() - private.keep_for('action of money')
    or actions.at < now() - private.keep_for('action') and not private.is_money(actions);
  delete from auth.audit_log_entries where ctid = any (array(
    select ctid from auth.audit_log_entries
    where ctid >= format('(%s,0)', p_hour * part)::tid
      and ctid < format('(%s,0)', (p_hour + 1) * part)::tid
      and created_at < now() - private.keep_for('log')
    limit 100000
  ));
  get diagnostics forgotten = row_count;
  return forgotten;
end;
$$;

-- The earliest date whose bookkeeping we still have to keep on this day. India's financial year ends on 31 March.
create function private.books_kept_from(day date default private.india_day(now()))
returns timestamptz
language sql stable set search_path = ''
return (
  make_date(extract(year from day - interval '3 months')::integer, 4, 1)
    - private.keep_for('books')
) at time zone 'Asia/Kolkata';

-- Erases the buyers of orders that we no longer have to keep in our bookkeeping, 200 at a time. The amounts stay.
create function public.forget_old_buyers() returns integer
language plpgsql security definer set search_path = '' as $$
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
  update public.orders set user_id = null where id = any (old);
  perform private.forget_payer(old, null);
  delete from private.code_people where order_id = any (old);
  -- Erases the addresses of erased people whom we no longer have to reach (§18.95).
  update private.erased_orders set address = null
  where address is not null and erased_at < now() - private.period('late payment');
  update public.payments as payments set email = email
  where payments.review is not null and payments.email is not null
    and private.is_erased(payments.order_id, payments.id) and not private.payer_is_needed(payments);
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

-- Members who have been told that we will erase their account after three years without use.
create table private.idle_accounts (
  user_id uuid primary key references auth.users (id) on delete cascade,
  told_at timestamptz not null default now(),
  -- How many times a run has tried to erase the account, and when it last did. The row is deleted with the account.
  tries integer not null default 0,
  tried_at timestamptz
);

-- When the account was last used, by a login, a renewed token, a purchase or a booking.
create function private.last_seen(p_user_id uuid) returns timestamptz
language sql stable set search_path = '' as $$
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

-- Tells up to 50 members by mail that we will erase their unused account in a week, and deletes the notices of members
-- who have come back.
create function public.tell_idle_accounts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  member record;
  told integer := 0;
begin
  delete from private.idle_accounts where private.last_seen(user_id) > now() - private.keep_for('account');
  for member in
    select users.id, users.email_confirmed_at
    from auth.users as users
    where users.created_at < now() - private.keep_for('account')
      and coalesce(users.last_sign_in_at, users.created_at) < now() - private.keep_for('account')
      and not exists (select from private.idle_accounts where user_id = users.id)
      and private.last_seen(users.id) < now() - private.keep_for('account')
    order by users.created_at
    limit 50
  loop
    insert into private.idle_accounts (user_id) values (member.id);
    -- An address that was never confirmed does not get a mail.
    if member.email_confirmed_at is not null then
      perform private.tell_account(
        'account_idle', member.id,
        jsonb_build_object('ends_on', private.india_day(now()) + private.period_days('idle notice')),
        member.id || ' ' || private.india_day(now())
      );
    end if;
    told := told + 1;
  end loop;
  return told;
end;
$$;

-- Up to five accounts to erase now, whose owners were told a week ago and have not used them since. Leaves out accounts
-- whose mail is still waiting or was sent too recently. Counts an attempt for each, and moves it to the end of the
-- queue, so that accounts that cannot be erased do not block others.
create function public.accounts_to_erase() returns uuid[]
language sql security definer set search_path = '' as $$
  with due as (
    select idle.user_id
    from private.idle_accounts as idle
    where private.india_day(idle.told_at) + private.period_days('idle notice') < private.india_day(now())
      and private.last_seen(idle.user_id) < now() - private.keep_for('account')
      and not exists (
        select from private.outbox as mails
        where mails.kind = 'account_idle' and mails.payload ->> 'user_id' = idle.user_id::text
          and mails.created_at >= idle.told_at
          and (
            mails.sent_at > now() - private.period('last mail')
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

-- Idle accounts that still exist after a run tried to erase them. The `retention` function's log says why.
create view operations.accounts_not_erased with (security_invoker = true) as
select user_id, told_at, tries, tried_at
from private.idle_accounts
where tries > 1 or tried_at < now() - interval '15 minutes'
order by tried_at;

-- Whether the account has not been used since its email was queued.
create function private.idle_mail_holds(kind text, payload jsonb) returns boolean
language sql stable security definer set search_path = ''
return kind <> 'account_idle' or coalesce(
  private.last_seen((payload ->> 'user_id')::uuid) < now() - private.keep_for('account'), false
);

create view private.matters_of_retention (matter, what) with (security_invoker = true) as
select 'account ' || user_id, format('The unused account %s could not be erased.', user_id)
from operations.accounts_not_erased;

-- Outgoing mail. Each email is queued in the same transaction as the event it reports, and a scheduled function
-- (functions/mail.ts) sends the queue (§19.1).

-- Emails that are waiting, and what became of earlier emails.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The recipient and the template's data; null once they are erased.
  recipient text check (char_length(recipient) <= 320),
  payload jsonb check (jsonb_typeof(payload) = 'object' and pg_column_size(payload) <= 20000),
  -- Identifies what the email reports, so that it is queued only once. Contains ids and times, but nothing personal.
  dedupe_key text not null check (char_length(dedupe_key) between 1 and 200),
  -- 0 is urgent (bookings, passwords), 1 is ordinary, 2 is bulk, 3 is an announcement to everyone.
  priority smallint not null default 1 check (priority between 0 and 3),
  due_at timestamptz not null default now(),
  not_after timestamptz,

  attempts integer not null default 0,
  first_attempt_at timestamptz,
  next_attempt timestamptz not null,
  -- The run that is sending this email, and the time before which no other run may send it.
  lease uuid,
  leased_until timestamptz,

  sent_at timestamptz,
  -- When the email was dropped, because it was no longer true or too late.
  dropped_at timestamptz,
  given_up_at timestamptz,
  -- Why the email was dropped or given up, or why the last attempt failed.
  reason text check (char_length(reason) <= 500),
  created_at timestamptz not null default now(),

  constraint outbox_dedupe_key unique (dedupe_key),
  constraint outbox_ends_once check (num_nonnulls(sent_at, dropped_at, given_up_at) <= 1)
);

create index outbox_waiting on private.outbox (priority, due_at)
  where sent_at is null and dropped_at is null and given_up_at is null;
create index outbox_given_up on private.outbox (given_up_at) where given_up_at is not null;
create index outbox_personal on private.outbox (coalesce(sent_at, dropped_at, given_up_at))
  where recipient is not null;
create index outbox_recipient on private.outbox (lower(recipient));
create index outbox_created_at on private.outbox (created_at);
create index outbox_message on private.outbox ((payload ->> 'message')) where payload ? 'message';

create index outbox_last_mails on private.outbox (kind)
  where kind = 'account_closed' and recipient is not null;

-- Emails that could not be queued; functions/mail.ts tries again. The table has no checks, because it stores what the
-- outbox has refused.
create table private.mail_faults (
  id bigint generated always as identity primary key,
  kind text,
  -- The arguments for trying again: the email for add_mail, or {"subject": …} for add_mail_about.
  call jsonb,
  error text,
  tries integer not null default 0,
  noted_at timestamptz not null default now()
);

-- Queues an email in the outbox, {recipient, payload, dedupe_key, priority, due_at, not_after}, or raises. We give up
-- on an email to a malformed address right away, so that an operator sees it. Does not queue an email to an empty
-- address, or to the payment provider's placeholder for a missing one.
create function private.add_mail(kind text, mail jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  added constant private.outbox := jsonb_populate_record(null::private.outbox, mail);
  address constant text := left(trim(added.recipient), 320);
  is_right constant boolean := private.is_address(address);
begin
  if coalesce(lower(address), '') in ('', 'void@razorpay.com') then
    return;
  end if;
  insert into private.outbox (
    kind, recipient, payload, dedupe_key, priority, due_at, not_after, next_attempt, given_up_at, reason
  )
  values (
    add_mail.kind, address, coalesce(added.payload, '{}'), added.dedupe_key, coalesce(added.priority, 1),
    coalesce(added.due_at, now()), added.not_after, coalesce(added.due_at, now()),
    case when not is_right then now() end,
    case when not is_right then 'not an address' end
  )
  on conflict on constraint outbox_dedupe_key do nothing;
end;
$$;

-- Records an email that could not be queued. Never raises, because a payment or a login may depend on the caller.
create function private.note_mail_fault(kind text, call jsonb, error text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mail_faults (kind, call, error)
  values (note_mail_fault.kind, note_mail_fault.call, left(note_mail_fault.error, 500));
exception when others then
  raise warning 'an email (%) was lost: %', note_mail_fault.kind, sqlerrm;
end;
$$;

-- Queues an email in the same transaction as the event it reports (§19.1). Never raises: a failure is stored in
-- mail_faults, and the job tries again.
--
-- `dedupe_key` identifies the event; a second email with the same key is not queued. `payload` is the template's data.
-- The email is sent at `due_at` or later, but never after `not_after`. If the payload has a `user_id`, the email is
-- erased with that account.
create function private.queue_mail(
  kind text, recipient text, payload jsonb, dedupe_key text,
  priority integer default 1, due_at timestamptz default now(), not_after timestamptz default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mail constant jsonb := jsonb_build_object(
    'recipient', recipient, 'payload', payload, 'dedupe_key', dedupe_key,
    'priority', priority, 'due_at', due_at, 'not_after', not_after
  );
begin
  perform private.add_mail(queue_mail.kind, mail);
exception when others then
  perform private.note_mail_fault(queue_mail.kind, mail, sqlerrm);
end;
$$;

-- Delays an email by up to an hour, or gives up on it a day after the first attempt.
create function private.put_mail_off(p_id uuid, p_reason text, p_permanent boolean) returns void
language sql set search_path = '' as $$
  update private.outbox
  set
    reason = left(p_reason, 500),
    leased_until = null,
    next_attempt = now() + make_interval(mins => (array[1, 2, 4, 8, 16, 32, 60])[least(greatest(attempts, 1), 7)]),
    given_up_at = case
      when p_permanent or first_attempt_at < now() - interval '1 day' then now()
    end
  where id = p_id;
$$;

-- Records that the mail server accepted an email, and erases the token of its link. Returns false if another run has
-- claimed the email.
create function public.mail_sent(p_id uuid, p_lease uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update private.outbox
  set sent_at = coalesce(sent_at, now()), leased_until = null, reason = null, payload = payload - 'token'
  where id = p_id and lease = p_lease and dropped_at is null and given_up_at is null;
  return found;
end;
$$;

-- Delays an email that could not be sent, or gives up on it if it can never be sent (§19.4). Returns 'waiting',
-- 'given_up', or 'lost' if another run has claimed or finished the email.
create function public.mail_failed(p_id uuid, p_lease uuid, p_error text, p_permanent boolean)
returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.outbox
  where id = p_id and lease = p_lease and leased_until is not null
    and sent_at is null and dropped_at is null and given_up_at is null
  for update;
  if not found then
    return 'lost';
  end if;
  perform private.put_mail_off(p_id, p_error, p_permanent);
  return (select case when given_up_at is null then 'waiting' else 'given_up' end from private.outbox where id = p_id);
end;
$$;

-- Erases the recipient and the content of emails. Emails that have not been sent will then never be sent.
create function private.erase_mails(ids uuid[]) returns void
language sql set search_path = '' as $$
  update private.outbox
  set
    recipient = null, payload = null, leased_until = null,
    dropped_at = case
      when sent_at is null and given_up_at is null then coalesce(dropped_at, now()) else dropped_at
    end,
    reason = case when sent_at is null then 'erased' end
  where id = any (ids);
$$;

-- What the outbox contains in place of the support address; functions/_lib/mail/outbox.ts replaces it.
create function private.support_recipient() returns text
language sql immutable set search_path = '' return 'support@outbox.invalid';

-- Emails given up on in the last 30 days, and emails that could not be queued for an hour, latest first.
create view operations.mails_failed with (security_invoker = true) as
select given_up_at as failed_at, kind, private.safe_cell(recipient) as recipient, reason, attempts, id as mail_id
from private.outbox
where given_up_at > now() - interval '30 days'
union all
select noted_at, kind, private.safe_cell(call ->> 'recipient'), 'could not be queued: ' || error, tries, null
from private.mail_faults
where noted_at < now() - interval '1 hour'
order by failed_at desc;

-- Resends emails that were given up on: one of them, or all from the last 30 days. Drops those that are no longer true.
create function operations.send_again(mail_id uuid default null) returns text
language plpgsql set search_path = '' as $$
declare
  again integer;
begin
  update private.outbox
  set given_up_at = null, reason = null, attempts = 0, first_attempt_at = null, next_attempt = now()
  where given_up_at > now() - interval '30 days' and private.is_address(recipient)
    and (send_again.mail_id is null or id = send_again.mail_id);
  get diagnostics again = row_count;
  perform private.stop_when(again = 0, 'There is no such email to send again.');
  perform private.log_action('send_again', send_again.mail_id::text, details => jsonb_build_object('mails', again));
  return format('Emails that we send again: %s.', again);
end;
$$;

create view private.matters_of_mail (matter, what) with (security_invoker = true) as
-- One matter for each kind and hour, because if a mail service is down for a day, all emails fail.
select
  'mails ' || kind || ' ' || hour,
  format(
    '%s of the kind %s could not be sent.', case when count(*) = 1 then 'An email' else count(*) || ' emails' end, kind
  )
from (
  select kind, to_char(failed_at at time zone 'UTC', 'YYYY-MM-DD HH24') as hour
  from operations.mails_failed
) as failed
group by kind, hour;

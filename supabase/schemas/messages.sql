-- Messages from the form on /contact (§18.13): questions and complaints from visitors and members. functions/message.ts
-- stores them, and operators answer them.

-- Messages from the contact form, and their answers.
create table private.messages (
  number integer primary key generated always as identity (start with 1001),
  -- The page creates the key, so that a message that is sent twice is stored only once.
  idempotency_key uuid not null unique,
  about text not null check (about in ('question', 'complaint')),
  name text not null check (char_length(name) between 1 and 160),
  email text not null check (private.is_address(email)),
  body text not null check (char_length(body) between 1 and 4000),
  -- The sender, if logged in. The message is erased with the account.
  user_id uuid references auth.users (id) on delete cascade,
  -- Whether the message looks like advertising. Such a message is not mailed to support.
  is_aside boolean not null default false,
  received_at timestamptz not null default now(),
  -- The last day, in Indian time, on which we can settle a complaint without being late.
  settle_by date not null,
  answered_at timestamptz,
  settled_at timestamptz,
  answer text check (char_length(answer) between 1 and 4000),

  constraint settled_after_answered check (settled_at is null or (answered_at <= settled_at) is true)
);

create index messages_email on private.messages (lower(email));
create index messages_user_id on private.messages (user_id);
create index messages_open on private.messages (received_at) include (about, is_aside, answered_at, settle_by)
  where settled_at is null;
create index messages_urgency on private.messages (
  is_aside, (about = 'question' and answered_at is not null), settle_by, number
) where settled_at is null;
create index messages_settled_at on private.messages (settled_at) where settled_at is not null;

-- Stores a message and queues two mails: to support, with the message, and to the sender. The sender's copy contains
-- the message only if the address is verified, so that no one can use us to write to a stranger. The same key returns
-- the same message. Limits: three a day for an account, and for the person behind an address that is not the sender's
-- own; ten an hour for a visitor's network address, sixty for a member's. Raises too_many_messages, too_many_requests,
-- message_not_valid, or idempotency_mismatch if the key was used for another message. Returns {number, settle_by}.
create function public.send_message(
  p_key uuid, p_about text, p_name text, p_email text, p_body text,
  p_is_aside boolean default false, p_user_id uuid default null, p_caller text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  kept private.messages;
begin
  perform pg_advisory_xact_lock(hashtextextended('message ' || p_key, 0));
  select * into kept from private.messages where idempotency_key = p_key;
  if found then
    perform private.refuse_when(
      'idempotency_mismatch',
      (kept.about, kept.name, kept.email, kept.body)
        is distinct from (p_about, p_name, p_email, p_body)
    );
    return jsonb_build_object('number', kept.number, 'settle_by', kept.settle_by);
  end if;

  perform private.refuse_when(
    'too_many_requests',
    p_caller is not null and not private.within_limit(
      'message', p_caller, case when p_user_id is null then 10 else 60 end, interval '1 hour'
    )
  );
  if p_user_id is not null then
    perform private.limit_daily('message of', p_user_id::text, 'too_many_messages');
  end if;
  if p_user_id is null or not private.is_own_address(p_user_id, p_email) then
    perform private.limit_daily('message of', private.person_of_address(p_email), 'too_many_messages');
  end if;

  begin
    insert into private.messages (idempotency_key, about, name, email, body, user_id, is_aside, settle_by)
    values (
      p_key, p_about, p_name, p_email, p_body, p_user_id, p_is_aside and p_about = 'question',
      private.india_day(now()) + private.period('complaint')
    )
    returning * into kept;
  exception when check_violation or not_null_violation then
    perform private.refuse('message_not_valid', sqlerrm);
  end;

  if not kept.is_aside then
    perform private.queue_mail(
      'message_for_support',
      private.support_recipient(),
      jsonb_build_object(
        'message', kept.number, 'about', kept.about, 'name', kept.name, 'email', kept.email,
        'body', kept.body, 'settle_by', kept.settle_by, 'is_member', kept.user_id is not null
      ),
      'message_for_support ' || kept.number
    );
    -- Above the daily total, visitors see the message's number and date only on the page.
    if p_user_id is not null or private.within_day('confirmation', 'visitors') then
      perform private.queue_mail(
        'message_received',
        kept.email,
        jsonb_build_object(
          'message', kept.number, 'about', kept.about, 'settle_by', kept.settle_by,
          'body', case when private.has_proven(kept.user_id, kept.email) then kept.body end
        ),
        'message_received ' || kept.number,
        not_after => now() + interval '2 days'
      );
    end if;
  end if;
  return jsonb_build_object('number', kept.number, 'settle_by', kept.settle_by);
end;
$$;

-- A member's messages for the export: sent while logged in, or from one of these addresses.
create function private.messages_of(p_user_id uuid, addresses text[]) returns json
language sql stable set search_path = ''
return array_to_json(array(
  select json_build_object(
    'number', number, 'name', name, 'about', about, 'email', email, 'answer', answer,
    'message', body, 'settled_at', settled_at, 'answered_at', answered_at, 'received_at', received_at
  )
  from private.messages
  where user_id = p_user_id or user_id is null and lower(email) = any (addresses)
  order by number
));

-- Erases messages, and the emails that quote them.
create function private.erase_messages(numbers integer[]) returns void
language sql set search_path = '' as $$
  select private.erase_mails(array(
    select id from private.outbox
    where kind in ('message_for_support', 'message_received', 'message_answered')
      and payload ? 'message' and payload ->> 'message' = any (numbers::text[])
  ));
  delete from private.mail_faults
  where kind in ('message_for_support', 'message_received', 'message_answered')
    and (call #>> '{payload,message}')::integer = any (numbers);
  delete from private.messages where number = any (numbers);
$$;

-- Erases all messages from an address, except those of accounts (§18.50).
create function private.forget_messages_of(address text) returns void
language sql set search_path = '' as $$
  select private.erase_messages(array(
    select number from private.messages where user_id is null and lower(email) = lower(forget_messages_of.address)
  ));
$$;

-- Erases an account's messages and the emails about them, however the account is erased.
create function private.forget_messages_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.erase_messages(array(select number from private.messages where user_id = old.id));
  return old;
end;
$$;

create trigger forget_messages before delete on auth.users
  for each row execute function private.forget_messages_of_account();

-- Messages as operators see them. A message is late if it has not been answered by the second working day after it; a
-- complaint is also late in its last week. `answer_by` is the last working day before a question is late. Each subquery
-- is computed once and not for each message.
create view private.listed_messages with (security_invoker = true) as
select
  number, about,
  case when settled_at is not null then 'settled' when answered_at is null then 'received' else 'answered' end as state,
  received_at as received,
  private.business_days_since(received_at) as business_days,
  settle_by,
  case when about = 'question' and answered_at is null and settled_at is null
    then private.business_day_after(received_at, 1)
  end as answer_by,
  settled_at is null and (
    answered_at is null
      and received_at < (select private.end_of_india_day(private.business_day_after(now() + interval '1 day', -2) - 1))
    or about = 'complaint' and settle_by <= (select private.india_day(now()) + 7)
  ) as is_late,
  private.safe_cell(name) as name,
  private.safe_cell(email) as email,
  private.safe_cell(body) as message,
  private.safe_cell(answer) as answer,
  is_aside, user_id as member_id,
  about = 'question' and answered_at is not null as is_answered_question,
  settled_at
from private.messages;

-- Open messages. The index messages_urgency has the same order: by the date for settling them, then answered questions,
-- then what looks like advertising.
create view operations.open_messages with (security_invoker = true) as
select * from private.listed_messages where settled_at is null;

-- A message that is resolved has no date by which to resolve it.
create function operations.message_facts(number integer) returns setof private.listed_messages
language sql stable set search_path = '' as $$
  select facts.*
  from private.listed_messages as listed
  cross join jsonb_populate_record(
    listed, case when listed.settled_at is null then '{}' else '{"settle_by": null}' end::jsonb
  ) as facts
  where listed.number = message_facts.number;
$$;

-- Why an operator's change finds no message: it is in the wanted state already, or there is none with this number.
create function private.message_is(number integer, state text) returns text
language sql stable set search_path = ''
return case
  when exists (select from private.messages as messages where messages.number = message_is.number)
    then format('This message is %s.', message_is.state)
  else format('We have no message %s.', message_is.number)
end;

-- Records an answer to a message, or that the message is settled. A later answer replaces an earlier one.
create function private.note_answer(number integer, answer text, is_settled boolean) returns void
language plpgsql set search_path = '' as $$
begin
  update private.messages as messages
  set
    answered_at = case when is_settled then coalesce(answered_at, now()) else now() end,
    settled_at = case when is_settled then now() end,
    is_aside = messages.is_aside and is_settled,
    answer = coalesce(nullif(note_answer.answer, ''), messages.answer)
  where messages.number = note_answer.number and settled_at is null;
  perform private.stop_when(not found, private.message_is(note_answer.number, 'already resolved'));
end;
$$;

-- Records that an operator answered a message elsewhere, with a summary.
create function operations.answer_message(number integer, answer text default null) returns text
language sql set search_path = '' as $$
  select private.note_answer(number, answer, false);
  select private.log_action('answer_message', number::text);
  select format('Message %s is marked as answered.', number);
$$;

create function operations.settle_message(number integer, answer text default null) returns text
language sql set search_path = '' as $$
  select private.note_answer(number, answer, true);
  select private.log_action('settle_message', number::text);
  select format('Message %s is resolved.', number);
$$;

create function operations.reopen_message(number integer) returns text
language plpgsql set search_path = '' as $$
begin
  update private.messages as messages set settled_at = null
  where messages.number = reopen_message.number and settled_at is not null;
  perform private.stop_when(not found, private.message_is(reopen_message.number, 'already open'));
  perform private.log_action('reopen_message', number::text);
  return format('Message %s is open again.', number);
end;
$$;

-- Answers a message by mail, and records it as answered or settled. Never sends the same answer twice.
create function operations.reply_to_message(number integer, answer text, settle boolean default false)
returns text
language plpgsql set search_path = '' as $$
declare
  said constant text := private.clean_text(reply_to_message.answer, 4001, has_lines => true);
  known private.messages;
begin
  perform private.stop_when(private.is_blank(said), 'Write an answer.', 'answer');
  perform private.note_answer(reply_to_message.number, said, reply_to_message.settle);
  select * into known from private.messages as messages where messages.number = reply_to_message.number;
  perform private.queue_mail(
    'message_answered', known.email,
    jsonb_build_object('message', known.number, 'answer', said, 'user_id', known.user_id),
    format('message_answered %s %s', known.number, md5(said))
  );
  perform private.log_action(
    'reply_to_message', known.number::text, known.user_id, jsonb_build_object('settled', reply_to_message.settle)
  );
  return format('The answer to %s (message %s) is on its way%s.', known.name, known.number, case
    when reply_to_message.settle then ', and the message is resolved' end);
end;
$$;

-- Messages that have waited too long: one matter a day for all of them, so that a flood of messages does not hide other
-- matters. Does not contain names.
create view private.matters_of_messages (matter, what) with (security_invoker = true) as
select
  format('messages %s %s', private.india_day(now()), late.about),
  format('%s, the oldest since %s.',
    case late.found
      when 1 then 'A ' || late.about || ' is waiting' else format('%s %ss are waiting', late.found, late.about)
    end, private.said_day(late.oldest))
from (
  select about, count(*) as found, private.india_day(min(received)) as oldest
  from private.listed_messages
  where settled_at is null and is_late and not is_aside
  group by about
) as late;

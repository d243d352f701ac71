-- Announcements to members (§18.93): written, tested by mail, then sent to every verified address, a few hundred at a
-- time and after all other mail. Members who have unsubscribed get only what we must send.

-- Announcements and their state.
create table private.announcements (
  id integer primary key generated always as identity,
  subject text not null check (char_length(subject) between 1 and 150),
  body text not null check (char_length(body) between 1 and 8000),
  -- True for an announcement that we are obliged to send, such as changed terms: members cannot unsubscribe from it.
  is_duty boolean not null,
  written_at timestamptz not null default now(),
  operator_id integer references private.operators (id),
  tested_at timestamptz,
  sent_at timestamptz,
  -- How many members got it or, after a test, would have got it.
  recipients integer,
  -- The last account that the job has handled, and when the job had handled all of them.
  queued_until uuid,
  queued_at timestamptz,
  constraint announcement_is_tested_first check (sent_at is null or (tested_at <= sent_at) is true)
);

create index announcements_operator on private.announcements (operator_id);
create index announcements_under_way on private.announcements (sent_at)
  where sent_at is not null and queued_at is null;

-- Members who have unsubscribed from announcements.
create table private.unsubscribed (
  user_id uuid primary key references auth.users (id) on delete cascade,
  at timestamptz not null default now()
);

-- The key that signs the unsubscribe links in emails. Such a link works without a login, and only for unsubscribing.
create table private.unsubscribe_key (
  is_the_one boolean primary key default true check (is_the_one),
  key text not null default gen_random_uuid()::text || gen_random_uuid()
);

-- `mails` is what the link stops: 'news', or emails about free 'times' (§15.92).
create function private.unsubscribe_token(member uuid, mails text default 'news') returns text
language sql stable set search_path = '' as $$
  select member || '.' || encode(private.token_hash(concat_ws(' ', 'unsubscribe', mails, key, member)), 'hex')
  from private.unsubscribe_key;
$$;

create function public.wants_announcements() returns boolean
language sql stable security definer set search_path = ''
return not exists (select from private.unsubscribed where user_id = private.member());

-- Switches announcements off or on for the logged-in member. Returns the new setting.
create function public.set_announcements(p_wanted boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
begin
  if p_wanted then
    delete from private.unsubscribed where user_id = member;
  else
    insert into private.unsubscribed (user_id) values (member) on conflict do nothing;
  end if;
  return public.wants_announcements();
end;
$$;

-- Whether a member gets an announcement. Only verified addresses get it, because anyone can sign up with a stranger's
-- address.
create function private.is_announced_to(member uuid, is_duty boolean) returns boolean
language sql stable set search_path = ''
return coalesce(private.has_proven_account(member), false)
  and (is_duty or not exists (select from private.unsubscribed where user_id = member));

-- The member may have unsubscribed since the email was queued. A test always goes to the operator.
create function private.announcement_mail_holds(kind text, payload jsonb) returns boolean
language sql stable set search_path = ''
return kind <> 'announcement' or exists (
  select from private.announcements as announcements
  where announcements.id = (payload ->> 'announcement')::integer
    and (
      payload ? 'is_test'
      or private.is_announced_to((payload ->> 'user_id')::uuid, announcements.is_duty)
    )
);

create function private.announcement_numbered(announcement integer) returns private.announcements
language plpgsql set search_path = '' as $$
declare
  known private.announcements;
begin
  select * into known from private.announcements where id = announcement_numbered.announcement for update;
  perform private.stop_when(
    known.id is null, format('There is no email to all members with the number %s.', announcement_numbered.announcement)
  );
  perform private.stop_when(known.sent_at is not null, 'This email has already been sent.');
  return known;
end;
$$;

create function private.count_announced(is_duty boolean) returns integer
language sql stable set search_path = '' as $$
  select count(*)::integer
  from auth.users as users
  join private.proven_addresses as proven
    on proven.user_id = users.id and proven.address = lower(users.email)
  where is_duty or not exists (select from private.unsubscribed where user_id = users.id);
$$;

-- Adds an announcement, or changes the one with this number. After a change, the announcement has to be tested again.
create function operations.write_announcement(
  subject text, body text, is_duty boolean, announcement integer default null
) returns text
language plpgsql set search_path = '' as $$
declare
  draft private.announcements;
  -- One character above the limit, so that the check below refuses a text that is too long instead of cutting it.
  about constant text := private.clean_text(write_announcement.subject, 151);
  said constant text := private.clean_text(write_announcement.body, 8001, has_lines => true);
begin
  if announcement is null then
    insert into private.announcements (subject, body, is_duty, operator_id)
    values (about, said, write_announcement.is_duty, private.acting_operator())
    returning * into draft;
  else
    draft := private.announcement_numbered(announcement);
    update private.announcements as announcements
    set
      subject = about, body = said, is_duty = write_announcement.is_duty,
      tested_at = null, recipients = null
    where announcements.id = draft.id;
  end if;
  perform private.log_action(
    case when announcement is null then 'write_announcement' else 'edit_announcement' end, draft.id::text
  );
  return format('The draft “%s” is saved. Next: mail it to yourself and read it.', about);
end;
$$;

-- Deletes an announcement unless it has been sent.
create function operations.delete_announcement(announcement integer) returns text
language plpgsql set search_path = '' as $$
declare
  draft constant private.announcements := private.announcement_numbered(delete_announcement.announcement);
begin
  delete from private.announcements as announcements where announcements.id = draft.id;
  perform private.log_action('delete_announcement', draft.id::text);
  return format('The draft “%s” is deleted.', draft.subject);
end;
$$;

-- Emails an announcement to the operator at the desk, and returns how many members would get it.
create function operations.test_announcement(announcement integer) returns text
language plpgsql set search_path = '' as $$
declare
  known private.announcements := private.announcement_numbered(test_announcement.announcement);
  tester auth.users;
begin
  select users.* into tester
  from private.operators as operators
  join auth.users as users on users.id = operators.user_id
  where operators.id = private.acting_operator();
  perform private.stop_when(tester.id is null, 'Ask for the draft at the desk: we mail it to whoever asks there.');
  update private.announcements as announcements
  set tested_at = now(), recipients = private.count_announced(known.is_duty)
  where announcements.id = known.id
  returning * into known;
  perform private.queue_mail(
    'announcement', tester.email, jsonb_build_object('announcement', known.id, 'user_id', tester.id, 'is_test', true),
    format('announcement %s test %s', known.id, now()), 0, not_after => now() + interval '1 day'
  );
  perform private.log_action('test_announcement', known.id::text);
  return format('The draft is on its way to you. Members who would get it: %s.', known.recipients);
end;
$$;

-- Sends a tested announcement to everyone, once. The mail job queues it (public.queue_announcements).
create function operations.send_announcement(announcement integer) returns text
language plpgsql set search_path = '' as $$
declare
  known private.announcements := private.announcement_numbered(send_announcement.announcement);
begin
  perform private.stop_when(known.tested_at is null, 'Mail the draft to yourself first, and read it.');
  update private.announcements as announcements
  set sent_at = now(), recipients = private.count_announced(known.is_duty)
  where announcements.id = known.id
  returning * into known;
  perform private.log_action(
    'send_announcement', known.id::text, details => jsonb_build_object('recipients', known.recipients)
  );
  return format('The email goes to %s members.', known.recipients);
end;
$$;

-- Queues a sent announcement for up to 500 accounts. Waits while 500 of its emails are still queued, because any more
-- would be too old before their turn comes. Returns how many accounts it handled.
create function public.queue_announcements() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  at_once constant integer := 500;
  current private.announcements;
  member record;
  looked_at integer := 0;
begin
  select * into current from private.announcements
  where sent_at is not null and queued_at is null
  order by sent_at
  limit 1
  for update skip locked;
  if not found or at_once <= (
    select count(*)
    from (
      select from private.outbox
      where priority = 3 and sent_at is null and dropped_at is null and given_up_at is null
      limit at_once
    ) as waiting
  ) then
    return 0;
  end if;
  for member in
    select id, email from auth.users
    where id > coalesce(current.queued_until, '00000000-0000-0000-0000-000000000000')
    order by id
    limit at_once
  loop
    looked_at := looked_at + 1;
    current.queued_until := member.id;
    if private.is_announced_to(member.id, current.is_duty) then
      perform private.queue_mail(
        'announcement',
        member.email,
        jsonb_build_object('announcement', current.id, 'user_id', member.id),
        format('announcement %s %s', current.id, member.id),
        3,
        not_after => now() + interval '3 days'
      );
    end if;
  end loop;
  update private.announcements
  set queued_until = current.queued_until, queued_at = case when looked_at < at_once then now() end
  where id = current.id;
  return looked_at;
end;
$$;

-- Announcements and their state, newest first. Operators' own texts are shown unchanged.
create view operations.announcements with (security_invoker = true) as
select
  announcements.id as announcement, announcements.subject, announcements.body, announcements.is_duty,
  case
    when announcements.queued_at is not null then 'sent'
    when announcements.sent_at is not null then 'under way'
    when announcements.tested_at is not null then 'tested'
    else 'written'
  end as state,
  operators.name as operator, announcements.written_at, announcements.tested_at, announcements.sent_at,
  announcements.recipients
from private.announcements as announcements
left join private.operators as operators on operators.id = announcements.operator_id
order by announcements.id desc;

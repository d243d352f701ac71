-- Operators, their second factor, and the check that guards the desk (§22).

-- Emails the other owners when an operator's refunds exceed Rs 1,000 for one payment or on one day, in however many
-- parts (§22.8). Emails once per transaction, because one of these functions may call another.
create function private.tell_owners_of_money() returns trigger
language plpgsql set search_path = '' as $$
declare
  owner record;
  approved constant text := coalesce(new.details ->> 'request', new.about);
  of_payment numeric;
  of_day numeric;
begin
  select sum(requests.amount) / 100.0 into of_payment
  from private.refund_requests as own
  join private.refund_requests as requests on requests.payment_id = own.payment_id
  where own.number = approved and requests.state in ('approved', 'paying', 'paid', 'failed', 'by_transfer');
  -- A function that calls another produces two log entries, so we count requests and not entries.
  select sum(parts.rupees) into of_day
  from (
    select max((actions.details ->> 'rupees')::numeric) as rupees
    from private.actions as actions
    where actions.operator_id = new.operator_id
      and actions.at >= private.india_day(now())::timestamp at time zone 'Asia/Kolkata'
      and actions.action in ('approve_refund', 'refund_session', 'grant_discount', 'return_payment')
    group by coalesce(actions.details ->> 'request', actions.about)
  ) as parts;
  if greatest(of_payment, of_day, (new.details ->> 'rupees')::numeric) <= 1000 then
    return null;
  end if;
  for owner in
    select operators.user_id, users.email
    from private.operators as operators
    join auth.users as users on users.id = operators.user_id
    where operators.level = 'owner' and operators.ended_at is null and operators.id <> new.operator_id
  loop
    perform private.queue_mail(
      'matters',
      owner.email,
      jsonb_build_object('user_id', owner.user_id, 'lines', array[format(
        '%s approved refund %s of %s.',
        (select name from private.operators where id = new.operator_id),
        coalesce(new.details ->> 'request', new.about),
        private.said_rupees(((new.details ->> 'rupees')::numeric * 100)::bigint)
      )]),
      format('money %s %s %s', new.operator_id, now(), owner.user_id),
      0,
      not_after => now() + interval '1 day'
    );
  end loop;
  return null;
end;
$$;

create trigger actions_tell_owners after insert on private.actions
  for each row when (
    new.operator_id is not null
    and new.action in ('approve_refund', 'refund_session', 'grant_discount', 'return_payment')
    and new.details ? 'rupees'
  )
  execute function private.tell_owners_of_money();

-- When the authenticator code was entered for this token; null if it never was.
create function private.code_entered_at() returns timestamptz
language sql stable set search_path = '' as $$
  select to_timestamp(max((method ->> 'timestamp')::double precision))
  from jsonb_array_elements(coalesce((select auth.jwt()) -> 'amr', '[]')) as method
  where method ->> 'method' = 'totp';
$$;

-- Whether the authenticator code has been entered in the last 15 minutes; money and documents require this.
create function private.is_fresh() returns boolean
language sql stable set search_path = ''
return coalesce(private.code_entered_at() > now() - private.period('desk code'), false);

-- The calling operator; null for anyone else. Requires a current row that is older than the token, and a login with an
-- approved authenticator that still exists.
create function private.desk_operator() returns private.operators
language sql stable set search_path = '' as $$
  select operators.*
  from private.operators as operators
  join auth.sessions as sessions
    on sessions.user_id = operators.user_id
      and sessions.id::text = (select auth.jwt()) ->> 'session_id'
  join auth.mfa_factors as factors
    on factors.id = sessions.factor_id and factors.status::text = 'verified'
  where operators.user_id = (select auth.uid())
    and operators.ended_at is null
    and (select auth.jwt()) ->> 'aal' = 'aal2'
    and to_timestamp(((select auth.jwt()) ->> 'iat')::double precision)
      >= date_trunc('second', operators.since)
    and sessions.factor_id = any (operators.factors);
$$;

-- Records that an operator is at the desk. After an hour away, a new visit begins.
create function private.note_visit(operator integer) returns void
language sql set search_path = '' as $$
  update private.operators as operators
  set
    visited_at = case when seen_at < now() - interval '1 hour' then seen_at else visited_at end,
    seen_at = now()
  where operators.id = note_visit.operator and coalesce(seen_at < now() - interval '1 minute', true);
$$;

-- When the acting operator's previous visit ended; on a first visit and in the SQL editor, a week ago.
create function private.last_visit() returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(
    (select visited_at from private.operators where id = private.acting_operator()), now() - interval '7 days'
  );
$$;

-- Whether the caller may see money and loans. Everyone at the desk may, except helpers.
create function private.is_owner_asking() returns boolean
language sql stable set search_path = '' as $$
  select coalesce((select level = 'owner' from private.operators where id = private.acting_operator()), true);
$$;

-- The members whom the desk counts: without operators, and without the local stack's samples.
create view private.sign_ups with (security_invoker = true) as
select people.*
from private.people as people
where people.id not in (
    select operators.user_id from private.operators as operators where user_id is not null and ended_at is null
  )
  and people.email not like 'sample.member.%@members.example.com';

-- The operator with this address, even if their access has ended.
create function private.operator_at(email text) returns private.operators
language plpgsql stable set search_path = '' as $$
declare
  known private.operators;
begin
  select operators.* into known
  from private.operators as operators
  join auth.users as users on users.id = operators.user_id
  where lower(users.email) = lower(operator_at.email);
  perform private.stop_when(known.id is null, format('%s has no access to the desk.', operator_at.email), 'email');
  return known;
end;
$$;

-- Whether an operator is an owner who can open the desk: with an account and an approved authenticator.
create function private.opens_the_desk(operator private.operators) returns boolean
language sql stable set search_path = '' as $$
  select operator.level = 'owner' and operator.ended_at is null and exists (
    select from auth.mfa_factors as factors
    where factors.user_id = operator.user_id and factors.id = any (operator.factors)
      and factors.status::text = 'verified'
  );
$$;

-- Whether an operator is the only owner, or the only owner who can open the desk: without that owner, no one could let
-- anyone else in. If two owners end each other's access at the same time, the second waits and sees what the first did.
create function private.is_last_owner(known private.operators) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('owners', 0));
  return exists (
    select from private.operators as own
    where own.id = known.id and own.level = 'owner' and own.ended_at is null
  ) and not exists (
    select from private.operators as others
    where others.id <> known.id and others.level = 'owner' and others.ended_at is null and others.user_id is not null
      and (private.opens_the_desk(others) or not private.opens_the_desk(known))
  );
end;
$$;

-- Stops an action that would leave the desk without an owner.
create function private.keep_an_owner(known private.operators) returns void
language sql set search_path = '' as $$
  select private.stop_when(
    private.is_last_owner(known),
    'At least one owner with an approved authenticator must stay. Add another owner first.'
  );
$$;

-- Whether an account may be closed. The only owner's account may not (§22.30).
create function public.may_close(p_user_id uuid) returns boolean
language sql security definer set search_path = '' as $$
  select not coalesce(
    (select private.is_last_owner(operators) from private.operators as operators where user_id = p_user_id), false
  );
$$;

-- Ends an operator's access when the account is erased.
create function private.end_with_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.ended_at := coalesce(new.ended_at, now());
  new.factors := '{}';
  return new;
end;
$$;

create trigger operators_end_with_account before update of user_id on private.operators
  for each row when (new.user_id is null and old.user_id is not null)
  execute function private.end_with_account();

-- Makes a member an operator, or changes an operator's level (§22.2). The address must be confirmed and verified,
-- because anyone can sign up with a stranger's address. The new operator has to log in again.
create function operations.add_operator(email text, level text, name text default null) returns text
language plpgsql set search_path = '' as $$
declare
  person auth.users;
  made private.operators;
begin
  perform private.refuse_when(
    'not_an_address', private.is_address(add_operator.email) is not true, field => 'email'
  );
  select * into person from auth.users as users where lower(users.email) = lower(add_operator.email);
  perform private.stop_when(
    person.id is null,
    format('No one has signed up with %s. Ask the person to do that first.', add_operator.email), 'email'
  );
  perform private.stop_when(
    person.email_confirmed_at is null or not private.has_proven(person.id, person.email),
    format('%s is not verified yet. Ask the person to verify it first.', add_operator.email), 'email'
  );
  perform private.stop_when(
    private.same_name(add_operator.name) = 'the site' or exists (
      select from private.operators as others
      where others.user_id is distinct from person.id
        and private.same_name(others.name) = private.same_name(add_operator.name)
    ), 'The log shows this name for someone else. Enter another one.', 'name'
  );
  perform private.stop_when(exists (
    select from private.operators as known
    where known.user_id = person.id and known.level = add_operator.level and known.ended_at is null
      and coalesce(nullif(add_operator.name, ''), known.name) = known.name
  ), format('%s already has this level.', add_operator.email), 'level');
  if add_operator.level <> 'owner' then
    perform private.keep_an_owner(operators) from private.operators as operators where operators.user_id = person.id;
  end if;
  insert into private.operators as known (user_id, name, level)
  values (
    person.id,
    coalesce(
      nullif(add_operator.name, ''),
      left(coalesce(
        (select nullif(profiles.firstname, '') from public.profiles as profiles where profiles.id = person.id),
        split_part(person.email, '@', 1)
      ), 60)
    ),
    add_operator.level
  )
  on conflict (user_id) do update
  set level = excluded.level, ended_at = null,
    since = case when known.ended_at is null and known.level = excluded.level then known.since else now() end,
    name = case when nullif(add_operator.name, '') is null then known.name else excluded.name end,
    factors = case when known.ended_at is null then known.factors else '{}' end
  returning * into made;
  perform private.log_action('add_operator', made.id::text, made.user_id, jsonb_build_object('level', made.level));
  return format(
    '%s (%s) is %s now.%s', made.name, person.email, case made.level when 'owner' then 'an owner' else 'a helper' end,
    case when made.factors = '{}' then ' Next: approve the authenticator that they set up at the desk.' end
  );
end;
$$;

-- Ends an operator's access as of the next call.
create function operations.end_operator(email text) returns text
language plpgsql set search_path = '' as $$
declare
  known constant private.operators := private.operator_at(end_operator.email);
begin
  perform private.keep_an_owner(known);
  update private.operators as operators set ended_at = now(), factors = '{}'
  where operators.id = known.id and operators.ended_at is null;
  perform private.stop_when(not found, format('%s''s access has already ended.', known.name));
  perform private.log_action('end_operator', known.id::text, known.user_id);
  return format('%s can no longer open the desk.', known.name);
end;
$$;

-- Approves an authenticator that an operator has set up. The code, shown at the operator's desk, is the first six
-- characters of the authenticator's id. Anyone with the password can set up an authenticator, so ask the operator
-- whether it is theirs.
create function operations.approve_factor(email text, code text) returns text
language plpgsql set search_path = '' as $$
declare
  known private.operators := private.operator_at(approve_factor.email);
  found uuid[];
begin
  perform private.stop_when(known.ended_at is not null, format('%s''s access has ended.', known.name));
  found := array(
    select factors.id from auth.mfa_factors as factors
    where factors.user_id = known.user_id and factors.status::text = 'verified'
      and left(factors.id::text, 6) = lower(approve_factor.code)
      and factors.id <> all (known.factors)
  );
  perform private.stop_when(
    cardinality(found) <> 1,
    format('No authenticator of %s with this code is waiting for approval. Ask for the code again.', known.name),
    'code'
  );
  -- Deleted authenticators no longer count, so that new ones can be added.
  known.factors := array(select factors.id from auth.mfa_factors as factors where factors.id = any (known.factors));
  perform private.stop_when(
    cardinality(known.factors) >= 2, format('%s already has two authenticators. Remove one first.', known.name)
  );
  update private.operators as operators set factors = known.factors || found where operators.id = known.id;
  perform private.log_action(
    'approve_factor', known.id::text, known.user_id, jsonb_build_object('factor', left(found[1]::text, 6))
  );
  return format('%s can open the desk with this authenticator.', known.name);
end;
$$;

-- Withdraws the approval of an authenticator, for example of one on a lost phone.
create function operations.drop_factor(email text, code text) returns text
language plpgsql set search_path = '' as $$
declare
  known constant private.operators := private.operator_at(drop_factor.email);
  kept constant uuid[] := array(
    select factor from unnest(known.factors) as factor
    where left(factor::text, 6) <> lower(drop_factor.code)
  );
begin
  perform private.stop_when(
    cardinality(kept) = cardinality(known.factors),
    format('%s has no authenticator with this code. The list shows the codes.', known.name), 'code'
  );
  if kept = '{}' then
    perform private.keep_an_owner(known);
  end if;
  update private.operators as operators set factors = kept where operators.id = known.id;
  perform private.log_action(
    'drop_factor', known.id::text, known.user_id, jsonb_build_object('factor', lower(drop_factor.code))
  );
  return format('%s''s authenticator %s is removed.', known.name, lower(drop_factor.code));
end;
$$;

-- Current and former operators, with their approved and waiting authenticators.
create view operations.operators with (security_invoker = true) as
select
  operators.id as operator, operators.name, operators.level, users.email, operators.since, operators.ended_at,
  array(select left(factor::text, 6) from unnest(operators.factors) as factor) as factors,
  array(
    select left(factors.id::text, 6) from auth.mfa_factors as factors
    where factors.user_id = operators.user_id and factors.status::text = 'verified'
      and factors.id <> all (operators.factors) and operators.ended_at is null
  ) as waiting_factors
from private.operators as operators
left join auth.users as users on users.id = operators.user_id;

-- Whom or what an entry is about, by the name that it has now: a member, a mentor, a lender, a text, an email to all
-- members or an operator. Null once it no longer exists.
create function private.subject_name(act private.actions) returns text
language plpgsql stable set search_path = '' as $$
declare
  number constant integer := substring(
    coalesce(act.details ->> 'mentor', act.details ->> 'lender', act.about) from '^[0-9]{1,9}$'
  );
begin
  return case
    when act.member_id is not null then (select name from private.people where id = act.member_id)
    when number is null then null
    when act.action ~ '(_mentor|_mentor_link|_meeting_link|_slots)$' or act.details ? 'mentor'
      then (select name from private.mentors where id = number)
    when act.action ~ '_lender$' or act.details ? 'lender' then (select name from private.lenders where id = number)
    when act.action ~ '_material$' then (select title from private.material where id = number)
    when act.action ~ '_announcement$' then (select subject from private.announcements where id = number)
    when act.action ~ '_(operator|factor)$' then (select name from private.operators where id = number)
  end;
end;
$$;

-- When the session of an entry starts, and from when it was moved: 'from Tue, … to Thu, …'.
create function private.said_start(act private.actions) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select string_agg(named.said || private.india_time(slots.starts_at), ' ' order by named.said)
    from (
      values
      ('from ', act.details ->> 'before'),
      (case when act.details ? 'before' then 'to ' else '' end, coalesce(act.details ->> 'slot', act.about))
    ) as named (said, slot)
    join private.slots as slots on slots.id = private.as_uuid(named.slot)
  );
end;
$$;

-- The lender of an entry's choice or offer, or what its discount code takes off.
create function private.said_terms(act private.actions) returns text
language sql stable set search_path = ''
return case
  when act.action ~ '_code$' then (
    select coalesce(codes.percent || '%', 'Rs ' || codes.rupees) || ' off'
    from private.discount_codes as codes where codes.code = act.about
  )
  when not act.details ? 'lender' then (
    select lenders.name from private.lenders as lenders
    where lenders.id = coalesce(
      (select lender_id from private.loan_choices where id = private.as_uuid(act.about)),
      (select lender_id from private.loan_offers where id = private.as_uuid(act.about))
    )
  )
end;

-- A detail of an entry in the words of the screens; null if it says only what is usual.
create function private.said_detail(details jsonb, key text) returns text
language sql stable set search_path = ''
return case key
  when 'active' then 'members ' || case details ->> key when 'true' then 'see' else 'do not see' end || ' its offers'
  when 'ends_earlier' then case details ->> key when 'true' then 'earlier links ended' end
  when 'factor' then 'approval code ' || (details ->> key)
  when 'from' then concat_ws(
    ' to ', private.said_day((details ->> key)::date), private.said_day((details ->> 'to')::date)
  )
  when 'kind' then case
    when details ? 'opened' then concat(
      details ->> 'opened', ' ', case details ->> key when 'gd' then 'group discussion' else details ->> key end,
      case when details ->> 'opened' <> '1' then 's' end
    )
    else replace(replace(details ->> key, '-', ' '), '_', ' ')
  end
  when 'level' then details ->> key
  when 'pack' then private.said_pack(details ->> key, null)
  when 'rate' then (details ->> key) || '%'
  when 'recipients' then (details ->> key) || ' members'
  when 'sanctioned' then private.said_rupees((details ->> key)::bigint * 100)
  when 'settled' then case details ->> key when 'true' then 'resolved' end
  when 'shown' then 'visitors ' || case details ->> key when 'true' then 'see' else 'do not see' end || ' them'
  when 'until' then 'until ' || private.said_day((details ->> key)::date)
  else concat_ws(' ', replace(key, '_', ' '), details ->> key)
end;

-- An entry as a sentence without its subject: 'opened times: 4 interviews, 1 Dec 2026 to 12 Dec 2026', or what was
-- tried if it was refused. Leaves out ids and paths, because they do not tell a reader anything, but says when a
-- session is or was, and leaves out 'rupees', because it has its own column.
create function private.said_action(act private.actions) returns text
language sql stable set search_path = '' as $$
  select concat_ws(
    ': ',
    coalesce((
      select case act.outcome when 'done' then said else private.said_attempt(said) end from (
        values
      ('add_code', 'made a discount code'), ('add_large_domain', 'added a college'),
      ('add_lender', 'added a lender'), ('add_mentor', 'added a mentor'), ('add_offer', 'added an offer'),
      ('add_operator', 'gave someone access to the desk'), ('answer_message', 'recorded an answer by mail'),
      ('answer_rate_match', 'answered a better offer'), ('approve_factor', 'approved an authenticator'),
      ('approve_refund', 'approved a refund'), ('ask_for_more', 'asked for more information about a refund'),
      ('book_for', 'booked a session for a member'), ('cancel_for', 'cancelled a session for a member'),
      ('call_off_gd', 'cancelled a group discussion with too few people'),
      ('cancel_slot', 'closed a time'), ('cancel_slots', 'closed times'),
      ('decline', 'recorded that a lender rejected a loan'), ('decline_free_interview', 'declined a free interview'),
      ('decline_refund', 'declined a refund'), ('delete_announcement', 'deleted an email to all members'),
      ('delete_community', 'deleted a community link'), ('delete_material', 'deleted a text'),
      ('details_for_lender', 'read the details for a lender'), ('details_sent', 'sent details to a lender'),
      ('disburse', 'recorded that a loan was paid out'), ('document', 'opened a document'),
      ('drop_factor', 'removed an authenticator'), ('drop_mails', 'discarded held emails'),
      ('edit_announcement', 'changed an email to all members'), ('edit_lender', 'changed a lender'),
      ('edit_material', 'changed a text'), ('edit_mentor', 'changed a mentor'),
      ('end_code', 'ended a discount code'), ('end_operator', 'ended someone’s access'),
      ('end_pack', 'ended a pack'), ('find', 'searched'), ('give_session_back', 'returned a session to its pack'),
      ('grant_discount', 'gave a discount'), ('grant_free_interview', 'gave a free interview'),
      ('expire_choice', 'ended a loan choice whose offer has ended'), ('hide_material', 'hid a text'),
      ('hand_over', 'gave a pack to an account'), ('after_restore', 'held the emails of a restored copy'),
      ('lapse_free_interview', 'ended a free interview that was not booked in time'),
      ('lender_stopped', 'recorded that a lender stopped using details'),
      ('lender_withdrew', 'recorded that a lender withdrew an offer'),
      ('member_bookings', 'looked at a member’s sessions'), ('member_facts', 'looked at a member'),
      ('member_free_interview', 'looked at a member’s free interview'), ('member_loan', 'looked at a member’s loan'),
      ('member_mails', 'looked at a member’s emails'), ('member_matters', 'looked at a member'),
      ('member_messages', 'looked at a member’s messages'),
      ('member_packs', 'looked at a member’s packs'), ('member_refunds', 'looked at a member’s refunds'),
      ('mentor_came', 'rejected a report that a mentor did not join'), ('message_facts', 'looked at a message'),
      ('move_for', 'moved a session for a member'), ('new_feedback_link', 'sent a new link for feedback'),
      ('open_slots', 'opened times'), ('past_sessions', 'looked at a pack’s sessions'),
      ('pause_mentor', 'paused a mentor'), ('pay_refund', 'had a refund paid'),
      ('payment_facts', 'looked at a payment'), ('publish_material', 'published a text'),
      ('put_community', 'wrote a community link'), ('put_material', 'wrote a text'),
      ('rate_match_with_lenders', 'recorded that lenders have a better offer'), ('read', 'read the desk'),
      ('record_past_session', 'recorded a session from before launch'), ('record_purchase', 'recorded a purchase'),
      ('record_transfer', 'recorded a bank transfer'), ('refund_by_transfer', 'switched a refund to bank transfer'),
      ('refund_facts', 'looked at a refund'), ('refund_paid', 'paid a refund'),
      ('refund_session', 'refunded a session'),
      ('release_mails', 'sent held emails'), ('remove_large_domain', 'removed a college'),
      ('reopen_message', 'reopened a message'),
      ('repair_bookings', 'cancelled sessions that are no longer paid for'),
      ('replace_material', 'replaced a text'), ('replace_offer', 'replaced an offer'),
      ('replace_mentor', 'changed a session’s mentor'), ('reply_to_message', 'answered a message'),
      ('restore_material', 'restored an earlier version of a text'), ('resume_mentor', 'brought a mentor back'),
      ('retire_mentor', 'retired a mentor'), ('return_payment', 'refunded a payment'),
      ('sanction', 'recorded that a lender sanctioned a loan'), ('save_list', 'saved a list'),
      ('send_again', 'sent an email again'),
      ('send_announcement', 'sent an email to all members'),
      ('send_mentor_link', 'sent a mentor the link to their page'),
      ('send_to_lender', 'released details for a lender'), ('set_base_figure', 'changed a figure'),
      ('set_meeting_link', 'set their meeting link'),
      ('set_gd_topic', 'set a topic'), ('settle_event', 'marked a payment notification as checked'),
      ('settle_message', 'marked a message as resolved'),
      ('show_mentor', 'changed what visitors see of a mentor'), ('slot_preview', 'checked times'),
      ('start', 'switched back on'), ('stop', 'switched off'),
      ('test_announcement', 'tested an email to all members'),
      ('timeline', 'looked at a history'), ('undo_hand_over', 'took a pack back'), ('undo_move', 'undid a move'),
      ('undo_past_session', 'removed a session from before launch'),
      ('undo_purchase', 'cancelled a pack whose money never arrived'),
      ('undo_refund', 'undid the approval of a refund'), ('withdraw_offer', 'ended an offer'),
      ('write_announcement', 'wrote an email to all members')
      ) as words (action, said)
      where words.action = act.action
    ), replace(act.action, '_', ' ')),
    private.said_start(act),
    nullif(concat_ws(', ', private.said_terms(act), (
      select string_agg(
        private.said_detail(act.details, details.key), ', ' order by details.key = 'from', details.key
      )
      from jsonb_each_text(act.details) as details
      where details.key not in ('opened', 'payment', 'request', 'rupees', 'to', 'mentor', 'lender', 'path', 'type')
        and details.value !~ '^[0-9a-f]{8}-'
    )), '')
  );
$$;

-- What operators have done and read. Callers sort by id, newest first.
create view operations.log with (security_invoker = true) as
select
  actions.id, actions.at,
  private.safe_cell(coalesce(operators.name, actions.way)) as who,
  actions.way, actions.action, actions.about, actions.member_id as member,
  (actions.details ->> 'rupees')::numeric as rupees,
  actions.details - 'rupees' as details,
  actions.outcome,
  private.said_action(actions) as did, private.said_outcome(actions.outcome) as ended,
  private.subject_kind(actions) as subject,
  -- Only numbers that people use: not an id, and not where a row is in its table.
  case
    when actions.about ~ '^[0-9a-f]{8}-' or actions.about ~ '^[0-9]+$' and private.subject_kind(actions) is null
      then ''
    else actions.about
  end as number,
  actions.operator_id as operator, private.india_day(actions.at) as day, private.sort_of(actions.action) as sort,
  private.safe_cell(private.subject_name(actions)) as name
from private.actions as actions
left join private.operators as operators on operators.id = actions.operator_id;

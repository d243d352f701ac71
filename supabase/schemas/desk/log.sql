-- The operators, and the log to which the functions of `operations` add entries, whether called at the desk or in the
-- SQL editor (§22).

-- Operators are members with a row here. The right is not a claim in the token, so that it can be withdrawn from one
-- call to the next.
create table private.operators (
  id integer primary key generated always as identity,
  user_id uuid unique references auth.users (id) on delete set null,
  name text not null check (private.is_name(name) and char_length(name) between 1 and 60),
  level text not null check (level in ('owner', 'helper')),
  -- Authenticators approved by an owner or in the SQL editor.
  factors uuid[] not null default '{}' check (cardinality(factors) <= 2),
  -- Tokens issued before this time do not open the desk.
  since timestamptz not null default now(),
  ended_at timestamptz,
  -- When the operator was last at the desk, and when the previous visit ended.
  seen_at timestamptz,
  visited_at timestamptz
);

-- What operators have done and read. Entries never change.
create table private.actions (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  operator_id integer references private.operators (id),
  way text not null check (way in ('desk', 'sql', 'job', 'mentor')),
  -- The function of `operations` that was called, or a name for what was read.
  action text not null,
  -- The number or id of what the entry is about, such as R-10001, pay_… or a slot's id.
  about text not null default '',
  -- The member concerned. Once the account has been erased, the id does not identify anyone.
  member_id uuid,
  -- Does not contain anyone's name, address or words. An amount of money is in `rupees`.
  details jsonb not null default '{}',
  outcome text not null default 'done'
);

create index actions_about on private.actions (about, id desc);
create index actions_member on private.actions (member_id, id desc);
create index actions_at on private.actions (at);
-- For filtering the log by operator at the desk.
create index actions_operator on private.actions (operator_id, id desc);
create index actions_day on private.actions (private.india_day(at), id desc);

-- Whether an action only looked something up or changed something. The desk's log leaves out looks by default (§22.36).
create function private.sort_of(action text) returns text
language sql immutable set search_path = ''
return case
  when action ~ '^(member_|past_sessions$)|_facts$'
    or action in ('find', 'timeline', 'document', 'details_for_lender', 'save_list')
  then 'look'
  else 'change'
end;

create index actions_sort on private.actions (private.sort_of(action), id desc);

-- Whether an action moved money. If so, its entry is kept as long as our bookkeeping.
create function private.is_money(act private.actions) returns boolean
language sql immutable set search_path = '' return act.details ? 'rupees';

-- Refuses changes to log entries, and their deletion before time.
create function private.guard_action() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform private.forbid_when('log_only_grows', tg_op <> 'DELETE' or old.at > now() - private.keep_for(
    case when private.is_money(old) then 'action of money' else 'action' end
  ), 'entries go when their time is over');
  return old;
end;
$$;

create trigger actions_guard before update or delete on private.actions
  for each row execute function private.guard_action();

create trigger actions_keep before truncate on private.actions
  for each statement execute function private.guard_action();

-- The operator whose desk call runs this transaction; null in the SQL editor.
create function private.acting_operator() returns integer
language sql stable set search_path = '' return nullif(current_setting('desk.operator', true), '')::integer;

-- Logs an action by an operator, or by a mentor behind a link. Every function of `operations` that changes anything
-- calls this once. Returns the entry's number.
create function private.log_action(
  action text, about text default '', member uuid default null, details jsonb default '{}', outcome text default 'done'
) returns bigint
language sql set search_path = '' as $$
  insert into private.actions (operator_id, way, action, about, member_id, details, outcome)
  values (
    private.acting_operator(),
    case
      when current_setting('desk.mentor', true) <> '' then 'mentor'
      when (select auth.jwt()) ->> 'role' = 'authenticated' then 'desk'
      when (select auth.jwt()) ->> 'role' = 'service_role' then 'job'
      else 'sql'
    end,
    log_action.action,
    -- Only numbers and ids are logged, whatever was typed.
    coalesce(substring(log_action.about from '^[A-Za-z0-9_:. -]{1,100}$'), ''),
    log_action.member,
    jsonb_strip_nulls(log_action.details),
    left(log_action.outcome, 300)
  )
  returning id;
$$;

-- 'approved a refund' as what was tried: 'tried to approve a refund'.
create function private.said_attempt(said text) returns text
language sql immutable set search_path = ''
return 'tried to ' || coalesce(
  (
    select verbs.present
    from (
      values
      ('approved', 'approve'), ('brought', 'bring'), ('cancelled', 'cancel'), ('changed', 'change'),
      ('closed', 'close'), ('declined', 'decline'), ('deleted', 'delete'), ('gave', 'give'), ('had', 'have'),
      ('held', 'hold'), ('hid', 'hide'), ('made', 'make'), ('moved', 'move'), ('paused', 'pause'), ('read', 'read'),
      ('released', 'release'), ('removed', 'remove'), ('replaced', 'replace'), ('restored', 'restore'),
      ('retired', 'retire'), ('sent', 'send'), ('set', 'set'), ('stopped', 'stop'), ('took', 'take'),
      ('undid', 'undo'), ('wrote', 'write')
    ) as verbs (past, present)
    where verbs.past = split_part(said, ' ', 1)
  ),
  regexp_replace(split_part(said, ' ', 1), 'ed$', '')
) || substr(said, char_length(split_part(said, ' ', 1)) + 1);

-- When the session of an entry starts, and from when it was moved: 'from Tue, … to Thu, …'. In plpgsql, because this
-- file comes before the sessions.
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

-- An entry as a sentence without its subject: 'opened times: interview, opened 4, from 1 Dec 2026', or what was tried
-- if it was refused. Leaves out ids and paths, because they do not tell a reader anything, but says when a session is or
-- was, and leaves out 'rupees', because it has its own column.
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
      ('show_mentor', 'changed what visitors see of a mentor'), ('start', 'started again'), ('stop', 'stopped'),
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
    (
      select string_agg(
        case
          when details.value = 'gd' then 'group discussion'
          when details.key in ('kind', 'level', 'pack') then replace(details.value, '-', ' ')
          when details.value = 'true' then replace(details.key, '_', ' ')
          when details.value = 'false' then 'not ' || replace(details.key, '_', ' ')
          else concat_ws(' ', replace(details.key, '_', ' '), case
            when details.value ~ '^\d{4}-\d\d-\d\d$' then private.said_day(details.value::date)
            else details.value
          end)
        end,
        ', ' order by details.key in ('from', 'to'), details.key
      )
      from jsonb_each_text(act.details) as details
      where details.key not in ('rupees', 'request', 'payment', 'mentor', 'lender', 'path', 'type')
        and details.value !~ '^[0-9a-f]{8}-'
    )
  );
$$;

-- An action's outcome, written out; empty if it succeeded.
create function private.said_outcome(outcome text) returns text
language sql immutable set search_path = ''
return case
  when outcome = 'done' then ''
  when outcome = 'refused' then 'Refused: no right to do this'
  when outcome = 'needs code' then 'Refused: the code was too old'
  when outcome = 'too many' then 'Refused: ten refunds in an hour'
  when outcome ~ '^stopped OWNER' then concat_ws(': ', 'Refused', nullif(substr(outcome, 15), ''))
  when outcome ~ '^stopped (P0001|22003|23)' then concat_ws(
    ': ', 'Refused', nullif(replace(regexp_replace(outcome, '^stopped \w+ ?', ''), '_', ' '), '')
  )
  else concat_ws(' ', 'Failed on our side:', replace(outcome, 'stopped ', ''))
end;

-- What kind of thing an entry's number belongs to. The desk links to the matching page of Find.
create function private.subject_kind(act private.actions) returns text
language sql immutable set search_path = ''
return case
  when act.about ~ '^R-' then 'refund'
  when act.about ~ '^pay_' or act.action in ('record_purchase', 'undo_purchase') and act.about <> '' then 'payment'
  when act.action ~ 'message' and act.about ~ '^[0-9]+$' then 'message'
end;

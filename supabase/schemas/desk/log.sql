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
    or action in ('find', 'timeline', 'document', 'details_for_lender', 'save_list', 'slot_preview')
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

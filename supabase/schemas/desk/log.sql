-- Who runs the site, and the log that the functions of `operations` write, at the desk or in the SQL editor (§22).

-- An operator is a member with a row here. It is no claim in the token, so that access ends with the next call.
create table private.operators (
  id integer primary key generated always as identity,
  user_id uuid unique references auth.users (id) on delete set null,
  name text not null check (char_length(name) between 1 and 60),
  level text not null check (level in ('owner', 'helper')),
  -- Authenticators approved by an owner or in the SQL editor.
  factors uuid[] not null default '{}' check (cardinality(factors) <= 2),
  -- Tokens issued before this open nothing.
  since timestamptz not null default now(),
  ended_at timestamptz,
  -- When the operator was last at the desk, and the end of the visit before this one.
  seen_at timestamptz,
  visited_at timestamptz
);

-- What operators did and read. Entries never change.
create table private.actions (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  operator_id integer references private.operators (id),
  way text not null check (way in ('desk', 'sql', 'job', 'mentor')),
  -- A function of `operations`, or what was read.
  action text not null,
  -- The number or id of the subject, such as R-10001, pay_… or a slot's id.
  about text not null default '',
  -- The member concerned. The id leads nowhere once the account is erased.
  member_id uuid,
  -- Holds no name, address or text of a person. Money has its amount in `rupees`.
  details jsonb not null default '{}',
  outcome text not null default 'done'
);

create index actions_about on private.actions (about, id desc);
create index actions_member on private.actions (member_id, id desc);
create index actions_at on private.actions (at);

-- Whether an action moved money; such entries are kept as long as the books.
create function private.is_money(act private.actions) returns boolean
language sql immutable set search_path = '' return act.details ? 'rupees';

-- The log only grows. Entries may go once their time is over.
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

-- The operator at the desk who runs this transaction; null in the SQL editor.
create function private.acting_operator() returns integer
language sql stable set search_path = '' return nullif(current_setting('desk.operator', true), '')::integer;

-- Logs what an operator does, or a mentor behind a link. Every changing function of `operations` calls it once. Returns
-- the number of the entry.
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
    coalesce(log_action.about, ''),
    log_action.member,
    jsonb_strip_nulls(log_action.details),
    left(log_action.outcome, 300)
  )
  returning id;
$$;

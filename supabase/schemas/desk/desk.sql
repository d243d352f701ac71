-- The desk (§22). Screens reach the views and functions of `operations` through two functions that check the caller.
-- The rules are in the functions that are called, not in the desk itself.

-- Everything that a screen may read or do, at which level, and whether it needs a recent authenticator code. `pays`
-- marks what returns money, and `is_logged` what is logged when read. `keys` are the columns by which a long list is
-- split into pages, ascending, or descending with a minus before the first. `filters` are the columns that can filter
-- the list; 'from' and 'to' are days of its first key. Names are views and functions of operations;
-- tests/db/desk.test.ts compares this list with them and with the screens.
create function private.desk_entries()
returns table (
  name text, kind text, level text, needs_code boolean, pays boolean, is_logged boolean, keys text[], filters text[]
)
language sql immutable set search_path = '' as $$
  select entry.name, allowed.kind, allowed.level, allowed.needs_code,
    entry.name in ('approve_refund', 'refund_session', 'grant_discount', 'return_payment', 'pay_refund') as pays,
    entry.name in (
      'find', 'member_bookings', 'member_facts', 'member_free_interview', 'member_loan', 'member_mails',
      'member_matters', 'member_messages', 'member_packs', 'member_refunds', 'message_facts', 'past_sessions',
      'payment_facts', 'refund_facts', 'timeline'
    ) as is_logged,
    case entry.name
      when 'open_messages' then array['is_aside', 'is_answered_question', 'settle_by', 'number']
      when 'open_refunds' then array['due_since', 'request']
      when 'discount_codes' then array['made_at', 'code']
      when 'log' then array['-id']
      when 'material_versions' then array['-version']
      when 'payments' then array['-paid_at', 'payment']
      when 'members' then array['-signed_up', 'member_id']
      when 'loan_requests' then array['-joined_at', 'request']
    end as keys,
    case entry.name
      when 'payments' then array['from', 'to', 'status', 'pack']
      when 'members' then array['from', 'to']
      when 'loan_requests' then array['intake']
      when 'log' then array['about', 'day', 'operator', 'sort']
    end as filters
  from (
    values
      ('list', 'helper', false, array[
        'health', 'waiting', 'news', 'agenda', 'jobs', 'find', 'member_facts', 'member_matters', 'member_packs',
        'member_bookings', 'member_mails', 'member_messages', 'member_free_interview', 'message_facts', 'timeline',
        'future_slots', 'slot_preview', 'unfilled_gds', 'gd_topics', 'late_feedback', 'missing_mentors',
        'waiting_members', 'free_interviews', 'mentors', 'mentor_sessions', 'ratings', 'open_messages', 'mails_failed',
        'material', 'material_versions', 'community'
      ]),
      ('list', 'owner', false, array[
        'weeks', 'money_week', 'page_views_by_week', 'payments', 'members', 'referrals', 'member_refunds',
        'member_loan', 'payment_facts', 'past_sessions', 'refund_facts', 'webhook_health',
        'blocked_loads', 'large_domains', 'base_figures', 'open_orders', 'refunds_due', 'events_to_review',
        'open_refunds', 'disputes', 'discount_codes', 'loan_groups', 'loan_group_for_lenders',
        'loan_requests', 'open_choices', 'open_rate_matches', 'lender_stops', 'lenders', 'offers', 'announcements',
        'operators', 'log', 'switches', 'mails_held'
      ]),
      ('list', 'owner', true, array['details_for_lender']),
      ('action', 'helper', false, array[
        'send_again', 'add_mentor', 'edit_mentor', 'show_mentor', 'pause_mentor', 'resume_mentor', 'retire_mentor',
        'send_mentor_link', 'mentor_came', 'open_slots', 'cancel_slot', 'cancel_slots', 'replace_mentor',
        'new_feedback_link', 'set_gd_topic', 'book_for', 'move_for', 'undo_move', 'cancel_for', 'give_session_back',
        'grant_free_interview', 'decline_free_interview', 'reply_to_message', 'answer_message', 'settle_message',
        'reopen_message', 'put_material', 'restore_material', 'publish_material', 'delete_material',
        'put_community', 'delete_community'
      ]),
      ('action', 'owner', false, array[
        'record_past_session', 'undo_past_session', 'settle_event', 'decline_refund', 'ask_for_more', 'undo_refund',
        'add_large_domain', 'remove_large_domain', 'set_base_figure', 'add_lender', 'edit_lender', 'add_offer',
        'withdraw_offer', 'details_sent', 'sanction', 'disburse', 'decline', 'lender_withdrew', 'lender_stopped',
        'rate_match_with_lenders', 'answer_rate_match', 'write_announcement', 'delete_announcement', 'test_announcement'
      ]),
      ('action', 'owner', true, array[
        'hand_over', 'undo_hand_over', 'record_purchase', 'undo_purchase', 'approve_refund', 'refund_session',
        'grant_discount', 'return_payment', 'end_pack', 'pay_refund', 'refund_by_transfer', 'record_transfer',
        'add_code', 'end_code', 'send_to_lender', 'send_announcement', 'add_operator', 'end_operator',
        'approve_factor', 'drop_factor', 'stop', 'start', 'release_mails', 'drop_mails'
      ])
  ) as allowed (kind, level, needs_code, names)
  cross join unnest(allowed.names) as entry (name);
$$;

-- The entry with this name and kind, if this operator may use it.
create function private.desk_entry(operator private.operators, wanted text, of_kind text)
returns table (name text, needs_code boolean, pays boolean, is_logged boolean, keys text[], filters text[])
language sql stable set search_path = '' as $$
  select entries.name, entries.needs_code, entries.pays, entries.is_logged, entries.keys, entries.filters
  from private.desk_entries() as entries
  where entries.name = wanted and entries.kind = of_kind
    and (entries.level = 'helper' or operator.level = 'owner');
$$;

-- Builds the SQL call of a view or function of operations. Its arguments come from the JSON value $1, cleaned like form
-- input and cast to the types in the catalog; a null argument counts as not given. Returns null if the function does
-- not have an argument of that name. Raises 'missing' for a missing argument, not_<type> for one that has another form
-- than the desk's forms send, because Postgres would also read 'tomorrow' and '0x10', and out_of_range for a number
-- that no column takes.
create function private.desk_call(entry_name text, args jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  known record;
  arg record;
  fits boolean;
  passed text[] := '{}';
begin
  if to_regclass(format('operations.%I', entry_name)) is not null then
    return case when args = '{}' then format('operations.%I', entry_name) end;
  end if;
  select procs.proargnames[:procs.pronargs] as names, procs.proargtypes::oid[] as types,
    procs.pronargs - procs.pronargdefaults as required
  into strict known
  from pg_catalog.pg_proc as procs
  where procs.pronamespace = 'operations'::regnamespace and procs.proname = entry_name;
  if exists (select from jsonb_object_keys(args) as given where given <> all (coalesce(known.names, '{}'))) then
    return null;
  end if;
  for arg in
    select names.name, names.place <= known.required as is_required, types.typname,
      case types.typcategory when 'A' then '{array}' when 'S' then '{string}' else '{string,number,boolean}' end::text[]
        as kinds,
      case types.typname
        when 'bool' then '^(true|false)$'
        when 'date' then '^\d{4}-\d\d-\d\d$'
        when 'int4' then '^-?\d+$'
        when 'numeric' then '^-?\d+(\.\d{1,2})?$'
        when 'time' then '^([01]\d|2[0-3]):\d\d(:\d\d)?$'
        when 'timestamptz' then '^\d{4}-\d\d-\d\d([T ]\d\d:\d\d\S*)?$'
        else ''
      end as form,
      format(
        case
          when types.typcategory = 'A' then 'array(select jsonb_array_elements_text($1 -> %L))::%s'
          when types.typname = 'text' and names.name
            !~ '(address|code|domain|email|member|order|payment|reference|request|site|url)$'
            then 'private.clean_text($1 ->> %L, 1000000, ' || (
              names.name ~ '^(answer|body|needs|note|other_charges|penal_charges|reason|security)$'
            ) || ')::%s'
          when names.name ~ '(address|email)$' then 'private.clean_address($1 ->> %L)::%s'
          else 'private.clean_code($1 ->> %L)::%s'
        end,
        names.name, format_type(types.oid, null)
      ) as value
    from unnest(known.names) with ordinality as names (name, place)
    join pg_catalog.pg_type as types on types.oid = known.types[names.place - 1]
    order by names.place
  loop
    if args ->> arg.name is null then
      perform private.refuse_when('missing', arg.is_required, field => arg.name);
      continue;
    end if;
    fits := jsonb_typeof(args -> arg.name) = any (arg.kinds) and private.clean_code(args ->> arg.name) ~ arg.form;
    perform private.refuse_when(
      'out_of_range',
      fits and arg.typname = 'numeric'
        and args ->> arg.name ~ case when arg.name ~ '(rate|percent)$' then '\d{4}' else '\d{13}' end,
      field => arg.name
    );
    begin
      if fits then
        execute format('select %s', arg.value) using args;
      end if;
    exception when data_exception then
      fits := false;
    end;
    perform private.refuse_when('not_' || arg.typname, not fits, field => arg.name);
    passed := passed || format('%I => %s', arg.name, arg.value);
  end loop;
  return format('operations.%I(%s)', entry_name, array_to_string(passed, ', '));
end;
$$;

-- What a call is about, taken from its arguments: a number or an id, and the member. Nothing else in the arguments is
-- logged.
create function private.subject_of(args jsonb, out about text, out member uuid)
language sql stable set search_path = '' as $$
  select
    coalesce((
      select args ->> names.name
      from unnest('{request,payment,payment_reference,booking,slot,choice,match,number,subject,member}'::text[])
        with ordinality as names (name, place)
      where args ->> names.name ~ '^[A-Za-z0-9_-]{1,100}$'
      order by names.place
      limit 1
    ), ''),
    private.as_uuid(args ->> 'member');
$$;

-- Logs an attempt by someone who does not have the right, up to 20 times a day, and replies only that there is no desk.
-- Logs the name that was tried only if the desk knows it.
create function private.no_desk(tried text) returns jsonb
language plpgsql set search_path = '' as $$
begin
  if private.within_day('desk try', (select auth.uid())::text) then
    perform private.log_action(
      case
        when tried in ('read', 'document') or exists (select from private.desk_entries() where name = tried) then tried
        else 'unknown'
      end,
      member => (select auth.uid()), outcome => 'refused'
    );
  end if;
  return jsonb_build_object('refused', 'no_desk');
end;
$$;

-- A refusal as the log keeps it: unchanged if a function contains the sentence, with or without the number; otherwise
-- with … for each name and typed text in it.
create function private.kept_sentence(said text, number text) returns text
language sql stable set search_path = '' as $$
  select kept.sentence
  from pg_catalog.pg_proc as procs
  cross join lateral (
    select said as sentence
    where strpos(procs.prosrc, quote_literal(said)) > 0
      or strpos(procs.prosrc, quote_literal(replace(said, nullif(number, ''), '%s'))) > 0
    union all
    select regexp_replace(replace(found.literal[1], '''''', ''''), '%(\d\$)?s', '…', 'g')
    from regexp_matches(procs.prosrc, '''((?:[^''\n]|'''')+)''', 'g') as found (literal)
    where found.literal[1] ~ '%(\d\$)?s' and char_length(found.literal[1]) > 20
  ) as kept
  where procs.pronamespace in ('operations'::regnamespace, 'private'::regnamespace)
    and said like replace(kept.sentence, '…', '%')
  order by kept.sentence = said desc, char_length(kept.sentence) desc
  limit 1;
$$;

-- Runs a view or function of operations in a query of this form, and returns {"done": …}. If it is refused, undoes its
-- work, logs the refusal, and returns {"refused": "stopped", "entry": the number of the log entry}. `says` contains the
-- sentence for the owner; without one, `why` contains the error code or constraint whose sentence is in
-- src/domain/refusals/operators.ts. `field` is the argument that caused the refusal. No other text from Postgres leaves
-- the database. With `tries`, the work is always undone.
create function private.desk_run(
  entry_name text, args jsonb, form text, wanted jsonb default null, tries boolean default false
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  call text;
  answer jsonb;
  state text;
  said text;
  why text;
  field text;
  place text;
  subject constant record := private.subject_of(args);
begin
  call := private.desk_call(entry_name, args);
  if call is null then
    return private.no_desk(entry_name);
  end if;
  execute format(form, call) into answer using args, wanted;
  perform private.forbid_when('tried', tries, state => 'TRIED');
  return jsonb_build_object('done', answer);
exception
  when sqlstate 'TRIED' then
    return jsonb_build_object('done', answer);
  -- A concurrent transaction has changed the same rows, so the caller tries again.
  when serialization_failure or deadlock_detected then
    raise;
  when others then
    get stacked diagnostics
      state = returned_sqlstate, said = message_text, why = constraint_name, field = column_name,
      place = pg_exception_context;
    why := case state
      when 'OWNER' then ''
      when 'P0001' then said
      when '22003' then 'out_of_range'
      else why
    end;
    if field = '' then
      select arg into field
      from pg_catalog.pg_constraint as rules
      join pg_catalog.pg_attribute as columns
        on columns.attrelid = rules.conrelid and columns.attnum = any (rules.conkey)
      join pg_catalog.pg_proc as procs
        on procs.pronamespace = 'operations'::regnamespace and procs.proname = entry_name
      join unnest(procs.proargnames) as arg on columns.attname in (arg, arg || '_id', 'answer_' || arg)
      where rules.conname = why
      order by columns.attnum
      limit 1;
    end if;
    return jsonb_strip_nulls(jsonb_build_object(
      'refused', 'stopped',
      'entry', private.log_action(entry_name, subject.about, subject.member, outcome => concat_ws(
        ' ', 'stopped', state,
        case
          when state <> 'OWNER' then coalesce(nullif(why, ''), substring(place from 'function ([\w.]+)\('))
          else private.kept_sentence(said, subject.about)
        end
      )),
      'says', case when state = 'OWNER' then said end, 'why', nullif(why, ''), 'field', nullif(field, '')
    ));
end;
$$;

-- The desk's first call. Returns {state}: 'none' for everyone except current operators; 'sign_in' if the token is older
-- than the operator's row; 'enrol' without an authenticator; 'waits', with the codes of unapproved authenticators;
-- 'code' until the authenticator code is entered; or 'open', with name, level, how long the code stays valid, what the
-- operator may read and do, and how much is waiting on each screen.
create function public.desk_status() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  known private.operators;
  operator constant private.operators := private.desk_operator();
  approved boolean;
  waiting text[];
begin
  if operator.id is not null then
    return jsonb_build_object(
      'state', 'open', 'now', now(), 'name', operator.name, 'level', operator.level,
      'code_until', private.code_entered_at() + private.period('desk code'),
      'may', (
        select jsonb_object_agg(entries.name, entries.needs_code)
        from private.desk_entries() as entries
        where entries.level = 'helper' or operator.level = 'owner'
      ),
      'waiting', (
        select coalesce(jsonb_object_agg(screens.screen, screens.found), '{}')
        from (
          select waiting.screen, sum(waiting.found) as found from operations.waiting as waiting group by waiting.screen
        ) as screens
      )
    );
  end if;
  select * into known from private.operators where user_id = member and ended_at is null;
  if known.id is null then
    return jsonb_build_object('state', 'none');
  end if;
  select
    coalesce(bool_or(factors.id = any (known.factors)), false),
    coalesce(
      array_agg(left(factors.id::text, 6) order by factors.created_at)
        filter (where factors.id <> all (known.factors)),
      '{}'
    )
  into approved, waiting
  from auth.mfa_factors as factors
  where factors.user_id = member and factors.status::text = 'verified';
  return jsonb_build_object(
    'state', case
      when not approved and waiting = '{}' then 'enrol'
      when not approved then 'waits'
      when (select auth.jwt()) ->> 'aal' = 'aal2' and to_timestamp(
        ((select auth.jwt()) ->> 'iat')::double precision
      ) < date_trunc('second', known.since) then 'sign_in'
      else 'code'
    end,
    'waiting', waiting
  );
end;
$$;

-- Reads the lists of a screen in one call: [{"name": …, "args": {…}, "where": {…}, "after": {…}, "most": 50}] returns
-- [{"rows": […], "next": {…}}] in the same order. To get the following rows, send `next` as `after`. A request for more
-- than 50 rows is a download, so it is logged. Refuses the whole call with {"refused": "no_desk" | "needs_code"}, or in
-- the same way as private.desk_run. JIT is off, because compiling a query takes a hundred milliseconds, but reading a
-- page takes only a few.
create function public.desk_read(p_lists jsonb) returns jsonb
language plpgsql security definer set search_path = '' set timezone = 'Asia/Kolkata' set jit = off
as $$
declare
  operator constant private.operators := private.desk_operator();
  most integer;
  wanted jsonb;
  entry record;
  page jsonb;
  names text[];
  downwards text;
  conditions text;
  subject record;
  looked_at text[] := '{}';
  reply jsonb := '[]';
begin
  perform private.member();
  if operator.id is null or (jsonb_typeof(p_lists) = 'array') is not true or jsonb_array_length(p_lists) > 12 then
    return private.no_desk('read');
  end if;
  perform set_config('desk.operator', operator.id::text, true);
  perform private.note_visit(operator.id);
  for wanted in select * from jsonb_array_elements(p_lists) loop
    select * into entry from private.desk_entry(operator, wanted ->> 'name', 'list');
    if entry.name is null or exists (
      select from jsonb_object_keys(wanted -> 'where') as given where given <> all (coalesce(entry.filters, '{}'))
    ) then
      return private.no_desk(wanted ->> 'name');
    end if;
    subject := private.subject_of(coalesce(wanted -> 'args', '{}'));
    if entry.needs_code and not private.is_fresh() then
      perform private.log_action(entry.name, subject.about, subject.member, outcome => 'needs code');
      return jsonb_build_object('refused', 'needs_code');
    end if;
    most := least(coalesce((wanted ->> 'most')::integer, 50), 1000);
    names := string_to_array(ltrim(array_to_string(entry.keys, ','), '-'), ',');
    downwards := case when entry.keys[1] like '-%' then ' desc' else '' end;
    select concat_ws(
      ' and ',
      format('(%s) %s (', array_to_string(names, ', '), case downwards when '' then '>' else '<' end)
        || string_agg(format('($2 -> ''after'' ->> %L)::%s', known.name, known.type), ', ' order by known.place)
          filter (where known.name = any (names) and wanted ? 'after') || ')',
      string_agg(format(
        -- The log also takes a member's name, address or phone number.
        case when entry.name = 'log' and known.name = 'about'
          then '(about in ($2 -> ''where'' ->> %1$L, upper($2 -> ''where'' ->> %1$L)) or member = any (array('
            || 'select private.members_called($2 -> ''where'' ->> %1$L))))'
          else '%I = ($2 -> ''where'' ->> %1$L)::%s'
        end, known.name, known.type
      ), ' and ') filter (where wanted -> 'where' ? known.name),
      case when wanted -> 'where' ? 'from' then format('%I >= ($2 -> ''where'' ->> ''from'')::date', names[1]) end,
      case when wanted -> 'where' ? 'to' then format('%I < ($2 -> ''where'' ->> ''to'')::date + 1', names[1]) end
    )
    into conditions
    from (
      select
        columns.attname::text as name, format_type(columns.atttypid, null) as type,
        array_position(names, columns.attname::text) as place
      from pg_catalog.pg_attribute as columns
      where columns.attrelid = to_regclass(format('operations.%I', entry.name)) and columns.attnum > 0
    ) as known;
    page := private.desk_run(entry.name, coalesce(wanted -> 'args', '{}'), format(
      'select to_jsonb(array(select to_jsonb(listed) from (select * from %%s as found %s %s limit %s) as listed))',
      'where ' || nullif(conditions, ''),
      'order by ' || array_to_string(names, downwards || ', ') || downwards,
      case when names is null then 400 else most + 1 end
    ), wanted);
    if page ? 'refused' then
      return page;
    end if;
    page := page -> 'done';
    if most > 50 and not wanted ? 'after' then
      perform private.log_action('save_list', details => jsonb_build_object('kind', replace(entry.name, '_', ' ')));
    -- Reading all of one page's lists is logged as a single entry.
    elsif entry.is_logged and subject.about <> all (looked_at) then
      perform private.log_action(entry.name, subject.about, subject.member);
      looked_at := looked_at || subject.about;
    end if;
    reply := reply || jsonb_build_object(
      'rows', case when names is not null then page - most else page end,
      'next', case when names is not null and jsonb_array_length(page) > most then (
        select jsonb_object_agg(keys.name, page -> (most - 1) -> keys.name) from unnest(names) as keys (name)
      ) end
    );
  end loop;
  return reply;
end;
$$;

-- Calls a function of operations with these arguments, and returns {"done": its result} or {"refused": why}: 'no_desk'
-- without the right, 'needs_code', 'too_many' after ten payments in an hour, or the same as private.desk_run. With
-- `p_tries`, all its work is undone: the desk shows what would happen and asks for confirmation.
create function public.desk_do(p_action text, p_args jsonb default '{}', p_tries boolean default false) returns jsonb
language plpgsql security definer set search_path = '' set timezone = 'Asia/Kolkata' as $$
declare
  operator constant private.operators := private.desk_operator();
  entry record;
  subject record;
begin
  perform private.member();
  if operator.id is null or (jsonb_typeof(p_args) = 'object') is not true then
    return private.no_desk(p_action);
  end if;
  perform set_config('desk.operator', operator.id::text, true);
  perform set_config('desk.tries', coalesce(p_tries, false)::text, true);
  select * into entry from private.desk_entry(operator, p_action, 'action');
  if entry.name is null then
    return private.no_desk(p_action);
  end if;
  subject := private.subject_of(p_args);
  if entry.needs_code and not private.is_fresh() then
    perform private.log_action(entry.name, subject.about, subject.member, outcome => 'needs code');
    return jsonb_build_object('refused', 'needs_code');
  end if;
  if entry.pays then
    -- Concurrent calls wait for each other, so that none slips past the limit. A session's refund counts too, because
    -- its approval is logged.
    perform pg_advisory_xact_lock(hashtextextended('desk pays', 0));
    if (
      select count(*) from private.actions as paid
      where paid.at > now() - interval '1 hour' and paid.way = 'desk' and paid.outcome = 'done'
        and paid.action <> 'refund_session'
        and paid.action in (select entries.name from private.desk_entries() as entries where entries.pays)
    ) >= 10 then
      perform private.log_action(entry.name, subject.about, subject.member, outcome => 'too many');
      return jsonb_build_object('refused', 'too_many');
    end if;
  end if;
  return private.desk_run(entry.name, p_args, 'select to_jsonb(%s)', tries => coalesce(p_tries, false));
end;
$$;

-- A member's letter or written offer, as {path, type, purpose}, for the function that streams it; null if the caller
-- may not read it. Logs the reading.
create function public.desk_document(p_file uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  operator constant private.operators := private.desk_operator();
  kept private.files;
begin
  perform private.member();
  if operator.id is null or operator.level <> 'owner' then
    perform private.no_desk('document');
    return null;
  end if;
  if not private.is_fresh() then
    perform set_config('desk.operator', operator.id::text, true);
    perform private.log_action('document', p_file::text, outcome => 'needs code');
    return jsonb_build_object('refused', 'needs_code');
  end if;
  select * into kept from private.files
  where id = p_file and (refund_request_id is not null or rate_match_id is not null);
  if kept.id is null then
    return null;
  end if;
  perform set_config('desk.operator', operator.id::text, true);
  perform private.log_action('document', kept.id::text, kept.owner_id);
  return jsonb_build_object('path', kept.path, 'type', kept.type, 'purpose', kept.purpose);
end;
$$;

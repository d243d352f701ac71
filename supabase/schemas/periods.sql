-- How long things last, how often they may be done, and how long records are kept. Nothing else repeats these numbers.

-- The lists below are plpgsql, because SQL would plan a whole list again in every query that calls it.

-- Periods. src/domain/periods.ts explains those that pages and policies state.
create function private.period(name text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select periods.lasts
    from (
      values
        ('cancel free', interval '24 hours'), ('interview closes', '2 hours'), ('gd closes', '12 hours'),
        ('join opens', '10 minutes'), ('gd think', '2 minutes'), ('mentor files', '1 day'),
        ('mentor missing', '15 minutes'), ('mentor link', '14 days'), ('mentor page', '30 days'),
        ('mentor answer', '72 hours'), ('pack', '12 months'), ('free interview', '60 days'),
        ('given back', '30 days'), ('waiting', '60 days'), ('refund', '21 days'),
        ('acknowledgement', '48 hours'), ('old payment', '6 months'), ('offer season', '300 days'),
        ('loan answer', '5 days'), ('open payment', '24 hours'), ('late payment', '5 days'), ('complaint', '1 month'),
        ('last mail', '48 hours'), ('desk code', '15 minutes'), ('address link', '24 hours'),
        ('receipt link', '30 days'),
        -- A member is reminded a day and an hour before the start; the first reminder may come late, until this long
        -- before it. A mentor reads the sessions of a day on the evening before, this long before midnight.
        ('day reminder', '24 hours'), ('hour reminder', '1 hour'), ('late reminder', '2 hours'), ('evening', '6 hours'),
        -- After the end of a session, its mentor is reminded, and a person is told.
        ('feedback late', '24 hours'), ('feedback missing', '48 hours'),
        -- One mail in this time to a member who waits, and five for each free seat; a seat taken for less is no news.
        ('waiting pause', '1 hour'),
        -- Free times are shown this far ahead.
        ('picker', '60 days'),
        -- No session is longer, so one that began earlier is over.
        ('longest session', '5 hours'),
        -- An operator takes back a move (§22.35).
        ('undo move', '10 minutes'),
        -- An unpaid order holds a use of a code with few of them (§8.33).
        ('code held', '30 minutes'),
        -- A member's other device opens an unpaid order again instead of a second one (§8.44).
        ('payment in flight', '30 minutes'),
        -- The link in the welcome. The one in an invitation works as long as the pack.
        ('welcome link', '7 days'),
        -- Between the mail to an idle account and its end.
        ('idle notice', '7 days'),
        -- The mail job runs every minute.
        ('jobs silent', '1 hour')
    ) as periods (name, lasts)
    where periods.name = period.name
  );
end;
$$;

create function private.period_days(name text) returns integer
language sql immutable set search_path = '' return extract(day from private.period(name))::integer;

-- The last day in India on which a refund can be asked for: the 21st after the moment (§17.8).
create function private.three_weeks_after(moment timestamptz) returns date
language sql immutable set search_path = '' return private.india_day(moment) + private.period_days('refund');

-- How often a day something may be done.
create function private.daily_limit(purpose text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select limits.most
    from (
      values
        ('session change', 10), ('loan change', 10), ('refund request', 10), ('session file', 10), ('export', 10),
        ('address proof', 5), ('time opened', 3), ('email change', 5), ('second person', 5), ('message of', 3),
        -- A verified member's first link to somebody else's address, which that person's own limit does not count.
        ('address proof first', 1), ('email change first', 1),
        -- Only wrong codes count.
        ('discount code', 20),
        -- With one code of limited uses, by one person.
        ('code begun', 5),
        -- Granted automatically (§15.82), and mailed to visitors: to all together.
        ('free interviews', 100), ('confirmation', 200),
        -- What the log notes of somebody without rights.
        ('desk try', 20)
    ) as limits (purpose, most)
    where limits.purpose = daily_limit.purpose
  );
end;
$$;

-- The last moment at which a session with this start can be cancelled or moved without losing it (§15.12).
create function private.free_until(starts_at timestamptz) returns timestamptz
language sql stable set search_path = '' return starts_at - private.period('cancel free');

-- How long each kind of record is kept (§18.9). src/domain/periods.ts has those that the privacy policy states.
create function private.keep_for(kind text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select kept.lasts
    from (
      values
        ('caller', interval '1 day'), ('blocked load', '30 days'), ('log', '1 year'), ('action', '1 year'),
        ('action of money', '8 years'),
        -- From when the mail was sent, dropped or given up.
        ('recipient', '30 days'), ('mail', '1 year'), ('mail fault', '30 days'),
        -- Files, feedback, exercises, a mentor's answer: from the session's end, or the report that no mentor came.
        ('session', '1 year'),
        ('waiting', private.period('waiting')),
        -- From the last event of the member's loans, the answer to the rate match, and the end of the refund.
        ('loan', '1 year'), ('offer', '30 days'), ('letter', '30 days'),
        -- From the day it was settled. An answered question counts as settled after this pause.
        ('message', '3 years'), ('answered question', '30 days'), ('advertising', '30 days'),
        -- From when they stopped working: the person's address of a code, and links.
        ('code of a person', '1 year'), ('mailed link', '1 day'),
        -- From the end of the financial year, and from the last use.
        ('books', '8 years'), ('account', '3 years')
    ) as kept (kind, lasts)
    where kept.kind = keep_for.kind
  );
end;
$$;

-- How often a caller did something in a period. A caller is a keyed hash of a network address: the functions compute
-- it, and the key never reaches the database (§11.42).
create table private.call_counts (
  purpose text not null check (char_length(purpose) <= 40),
  caller text not null check (char_length(caller) = 64),
  began timestamptz not null,
  calls integer not null,
  primary key (purpose, caller, began)
);

create index call_counts_began on private.call_counts (began);

-- Counts one call and returns true, unless the caller has made as many as allowed in the period up to now. Each row
-- counts the calls of a 24th of the period, so the period slides in such steps.
create function private.within_limit(purpose text, caller text, most integer, stretch interval)
returns boolean
language plpgsql set search_path = '' as $$
declare
  step constant timestamptz := date_bin(stretch / 24, now(), timestamptz 'epoch');
begin
  -- A concurrent call waits here, and the sum below then sees both.
  insert into private.call_counts as counted (purpose, caller, began, calls)
  values (within_limit.purpose, within_limit.caller, step, 1)
  on conflict on constraint call_counts_pkey do update set calls = counted.calls + 1;
  if (
    select sum(calls) from private.call_counts as counted
    where counted.purpose = within_limit.purpose and counted.caller = within_limit.caller
      and counted.began > now() - stretch
  ) <= most then
    return true;
  end if;
  perform private.uncount(within_limit.purpose, within_limit.caller, stretch);
  return false;
end;
$$;

-- Undoes one call that within_limit counted in this transaction.
create function private.uncount(purpose text, caller text, stretch interval) returns void
language sql set search_path = '' as $$
  update private.call_counts as counted set calls = calls - 1
  where counted.purpose = uncount.purpose and counted.caller = uncount.caller
    and counted.began = date_bin(stretch / 24, now(), timestamptz 'epoch');
$$;

-- Counts an act against its daily limit and returns true, or false above the limit.
create function private.within_day(purpose text, who text) returns boolean
language sql set search_path = '' as $$
  select private.within_limit(
    within_day.purpose, encode(private.token_hash(who), 'hex'), private.daily_limit(within_day.purpose),
    interval '1 day'
  );
$$;

-- The same, and refuses with this word above the limit.
create function private.limit_daily(purpose text, who text, code text default 'too_many_today') returns void
language sql set search_path = '' as $$
  select private.refuse_when(limit_daily.code, private.within_day(limit_daily.purpose, who) is not true);
$$;

-- How long things last, how often they may be done, and how long records are kept. Nothing else repeats these numbers.

-- Periods that policies and pages state. In plpgsql, because SQL would plan the whole list again in every query that
-- calls it.
create function private.period(name text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return case name
    -- Before the start, a session can be cancelled or moved without losing it (§15.12).
    when 'cancel free' then interval '24 hours'
    -- Before the start, a slot can no longer be booked (§15.11), and a small discussion is called off (§15.14).
    when 'interview closes' then interval '2 hours'
    when 'gd closes' then interval '12 hours'
    when 'join opens' then interval '10 minutes'
    -- After the start of a discussion, everybody thinks about its topic (§15.101).
    when 'gd think' then interval '2 minutes'
    -- Before the start, the mentor can open the files of a session (§15.23).
    when 'mentor files' then interval '1 day'
    when 'day reminder' then interval '24 hours'
    when 'hour reminder' then interval '1 hour'
    -- After the start, a member can report that the mentor did not come (§15.22).
    when 'mentor missing' then interval '15 minutes'
    -- After the start, a mentor's link works; after the end, the mentor is reminded and a person is told.
    when 'mentor link' then interval '14 days'
    when 'feedback late' then interval '24 hours'
    when 'feedback missing' then interval '48 hours'
    -- From the mail, the link to a mentor's own page works (§15.85).
    when 'mentor page' then interval '30 days'
    -- After the report, the mentor can object; then the session is given back (§15.88).
    when 'mentor answer' then interval '72 hours'
    when 'pack' then interval '12 months'
    when 'free interview' then interval '60 days'
    -- A member is told when a time opens (§15.92).
    when 'waiting' then interval '60 days'
    -- After we gave a session back, it can be booked again.
    when 'given back' then interval '30 days'
    -- To ask for a refund, to decide on it, and to pay it (§17.8).
    when 'refund' then interval '21 days'
    -- The offer of the 100% refund may come after the interview, and the interview after a session (§17.21): less than
    -- a year, so that both belong to one admissions season, and enough for the last offers from wait lists.
    when 'offer season' then interval '300 days'
    -- Working days in which we answer a better offer, and in which a lender should have called (§16.90, §16.93).
    when 'loan answer' then interval '5 days'
    when 'refund confirmation' then interval '48 hours'
    -- The provider refunds older payments only at instant speed.
    when 'old payment' then interval '6 months'
    -- An unpaid order is shown, and can be paid (§8.28).
    when 'open payment' then interval '24 hours'
    -- An unpaid order holds a use of a code with few of them (§8.33).
    when 'code held' then interval '30 minutes'
    when 'address link' then interval '24 hours'
    -- The links in the welcome and in a receipt; the link in an invitation works as long as the pack.
    when 'welcome link' then interval '7 days'
    when 'receipt link' then interval '30 days'
    when 'complaint' then interval '1 month'
    -- After the authenticator's code was entered, money and documents need it again (§22.4).
    when 'desk code' then interval '15 minutes'
    -- Between the mail to an idle account and its end.
    when 'idle notice' then interval '7 days'
  end;
end;
$$;

create function private.period_days(name text) returns integer
language sql immutable set search_path = ''
return extract(day from private.period(name))::integer;

-- The last day in India on which a refund can be asked for: the 21st after the moment (§17.8).
create function private.three_weeks_after(moment timestamptz) returns date
language sql immutable set search_path = ''
return private.india_day(moment) + private.period_days('refund');

create function private.daily_limit(purpose text) returns integer
language sql immutable set search_path = '' as $$
  select case purpose
    when 'session change' then 10
    when 'loan change' then 10
    when 'refund request' then 10
    when 'session file' then 10
    when 'address proof' then 5
    when 'email change' then 5
    when 'second person' then 5
    when 'message of' then 3
    -- Granted automatically, to all members together (§15.82).
    when 'free interviews' then 100
    when 'export' then 10
    -- Only wrong codes count.
    when 'discount code' then 20
  end;
$$;

-- The last moment at which a session with this start can be cancelled or moved without losing it (§15.12).
create function private.free_until(starts_at timestamptz) returns timestamptz
language sql stable set search_path = ''
return starts_at - private.period('cancel free');
-- How long each kind of record is kept (§18.9).
create function private.keep_for(kind text) returns interval
language sql immutable set search_path = '' as $$
  select kept.stretch
  from (
    values
      ('caller', interval '1 day'),
      ('blocked load', interval '30 days'),
      -- From when the mail was sent, dropped or given up.
      ('recipient', interval '30 days'),
      ('mail', interval '1 year'),
      ('mail fault', interval '30 days'),
      -- From the end of the session.
      ('session file', interval '1 year'),
      ('feedback', interval '1 year'),
      ('waiting', private.period('waiting')),
      -- From the report that the mentor did not come.
      ('mentor answer', interval '1 year'),
      -- From the last event of the member's loans.
      ('loan', interval '1 year'),
      -- From the answer to the rate match, and from the end of the refund.
      ('offer', interval '30 days'),
      ('letter', interval '30 days'),
      -- From the day it was settled. An answered question counts as settled after this pause.
      ('message', interval '3 years'),
      ('answered question', interval '30 days'),
      ('advertising', interval '30 days'),
      -- From the end of the code: the person's address.
      ('code of a person', interval '1 year'),
      -- From when they stopped working.
      ('mailed link', interval '1 day'),
      ('log', interval '1 year'),
      ('action', interval '1 year'),
      ('action of money', interval '8 years'),
      -- From the end of the financial year.
      ('books', interval '8 years'),
      -- From the last use.
      ('account', interval '3 years')
  ) as kept (kind, stretch)
  where kept.kind = keep_for.kind;
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

-- Counts an act against its daily limit, and refuses with this word above the limit.
create function private.limit_daily(purpose text, who text, code text default 'too_many_today')
returns void
language sql set search_path = '' as $$
  select private.refuse_when(limit_daily.code, private.within_limit(
    limit_daily.purpose,
    encode(private.token_hash(limit_daily.who), 'hex'),
    private.daily_limit(limit_daily.purpose),
    interval '1 day'
  ) is not true);
$$;

-- Periods, daily limits, and how long records are kept. No other file repeats these numbers.

-- The functions below are written in plpgsql, because an SQL function would be planned again, with its whole list, in
-- every query that calls it.

-- Periods. src/domain/periods.ts explains those that are stated on pages and in policies.
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
        -- Members are reminded a day before and an hour before the start. The first reminder may be sent late, but no
        -- later than the 'late reminder' period before the start. Mentors get the next day's sessions in the evening,
        -- the 'evening' period before midnight.
        ('day reminder', '24 hours'), ('hour reminder', '1 hour'), ('late reminder', '2 hours'), ('evening', '6 hours'),
        -- How long after the end of a session we remind its mentor of missing feedback and tell the owner.
        ('feedback late', '24 hours'), ('feedback missing', '48 hours'),
        -- Within this time, a waiting member gets one email, and we send five emails for each free seat. If a seat was
        -- taken for less time, waiting members are not told again.
        ('waiting pause', '1 hour'),
        -- How far ahead the picker shows free times.
        ('picker', '60 days'),
        -- No session is longer than this, so a session that began earlier is over.
        ('longest session', '5 hours'),
        -- How long an operator can undo a move (§22.35).
        ('undo move', '10 minutes'),
        -- How long an unpaid order reserves a use of a code with few uses left (§8.33).
        ('code held', '30 minutes'),
        -- For how long another device of the member's reopens an unpaid order instead of starting a second one (§8.44).
        ('payment in flight', '30 minutes'),
        -- The link in the welcome mail. An invitation's link works as long as the pack can be used.
        ('welcome link', '7 days'),
        -- From the email to the owner of an idle account until the account is erased.
        ('idle notice', '7 days'),
        -- The mail job runs every minute, so if it has not run for an hour, no job is running.
        ('jobs silent', '1 hour')
    ) as periods (name, lasts)
    where periods.name = period.name
  );
end;
$$;

create function private.period_days(name text) returns integer
language sql immutable set search_path = '' return extract(day from private.period(name))::integer;

-- The last day to ask for a refund, in Indian time: the 21st day after the given time (§17.8).
create function private.three_weeks_after(moment timestamptz) returns date
language sql immutable set search_path = '' return private.india_day(moment) + private.period_days('refund');

-- How many times a day something may happen.
create function private.daily_limit(purpose text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select limits.most
    from (
      values
        ('session change', 10), ('loan change', 10), ('loan choice', 10), ('refund request', 10), ('session file', 10),
        ('export', 10), ('address proof', 5), ('time opened', 3), ('email change', 5), ('second person', 5),
        ('message of', 3),
        -- A verified member's first link of the day to an address, which does not count against that address's own
        -- limit.
        ('address proof first', 1), ('email change first', 1),
        -- Wrong discount codes; correct codes do not count.
        ('discount code', 20),
        -- Purchases that one person may begin with a code of limited uses.
        ('code begun', 5),
        -- Totals for everyone: free interviews granted automatically (§15.82), and confirmations mailed to visitors.
        ('free interviews', 100), ('confirmation', 200),
        -- Log entries about attempts by people who do not have the right.
        ('desk try', 20)
    ) as limits (purpose, most)
    where limits.purpose = daily_limit.purpose
  );
end;
$$;

-- Until when a session with this start can be cancelled or moved without losing it (§15.12).
create function private.free_until(starts_at timestamptz) returns timestamptz
language sql stable set search_path = '' return starts_at - private.period('cancel free');

-- How long each kind of record is kept (§18.9). src/domain/periods.ts contains the periods stated in the privacy
-- policy.
create function private.keep_for(kind text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select kept.lasts
    from (
      values
        ('caller', interval '1 day'), ('blocked load', '30 days'), ('log', '1 year'), ('action', '1 year'),
        ('action of money', '8 years'),
        -- Counted from when the email was sent, dropped or given up.
        ('recipient', '30 days'), ('mail', '1 year'), ('mail fault', '30 days'),
        -- Files, feedback and exercises: from the session's end. A mentor's reply: from the member's report that the
        -- mentor did not join.
        ('session', '1 year'),
        ('waiting', private.period('waiting')),
        -- 'loan': from the last event of the member's loans; 'offer': from the answer to the rate match; 'letter': from
        -- the end of the refund.
        ('loan', '1 year'), ('offer', '30 days'), ('letter', '30 days'),
        -- Counted from the day when the message was settled. An answered question counts as settled once the second
        -- period below has passed.
        ('message', '3 years'), ('answered question', '30 days'), ('advertising', '30 days'),
        -- Counted from when the code or the link stopped working.
        ('code of a person', '1 year'), ('mailed link', '1 day'),
        -- 'books': from the end of the financial year; 'account': from the account's last use.
        ('books', '8 years'), ('account', '3 years')
    ) as kept (kind, lasts)
    where kept.kind = keep_for.kind
  );
end;
$$;

-- How often a caller did something in a period. A caller is a keyed hash of a network address. The serverless functions
-- compute the hash, so the key never reaches the database (§11.42).
create table private.call_counts (
  purpose text not null check (char_length(purpose) <= 40),
  caller text not null check (char_length(caller) = 64),
  began timestamptz not null,
  calls integer not null,
  primary key (purpose, caller, began)
);

create index call_counts_began on private.call_counts (began);

-- Counts one call and returns true, or returns false if the caller has used up the limit within the period up to now.
-- Each row counts the calls in a 24th of the period, so the period slides in steps of that size.
create function private.within_limit(purpose text, caller text, most integer, stretch interval)
returns boolean
language plpgsql set search_path = '' as $$
declare
  step constant timestamptz := date_bin(stretch / 24, now(), timestamptz 'epoch');
begin
  -- A concurrent call waits here, so the sum below includes both calls.
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

-- Counts an action against its daily limit. Returns false once the limit is exceeded.
create function private.within_day(purpose text, who text) returns boolean
language sql set search_path = '' as $$
  select private.within_limit(
    within_day.purpose, encode(private.token_hash(who), 'hex'), private.daily_limit(within_day.purpose),
    interval '1 day'
  );
$$;

-- Counts an action against its daily limit, and raises this error code once the limit is exceeded.
create function private.limit_daily(purpose text, who text, code text default 'too_many_today') returns void
language sql set search_path = '' as $$
  select private.refuse_when(limit_daily.code, private.within_day(limit_daily.purpose, who) is not true);
$$;

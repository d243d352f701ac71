-- Periods, daily limits, and how long records are kept. No other file repeats these numbers.

-- The lists below are plpgsql: an SQL function would be planned again, whole list included, in every query that calls
-- it.

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
        -- Members are reminded a day and an hour before the start. The first reminder may still go out until 'late
        -- reminder' before it. Mentors get the list of a day's sessions on the evening before, 'evening' before
        -- midnight.
        ('day reminder', '24 hours'), ('hour reminder', '1 hour'), ('late reminder', '2 hours'), ('evening', '6 hours'),
        -- After the end of a session: when its mentor is reminded, and when the owner is told.
        ('feedback late', '24 hours'), ('feedback missing', '48 hours'),
        -- In this time, a waiting member gets one mail, and each free seat brings five. A seat that was taken for less
        -- time is no news.
        ('waiting pause', '1 hour'),
        -- How far ahead the picker shows free times.
        ('picker', '60 days'),
        -- No session is longer, so a session that began earlier is over.
        ('longest session', '5 hours'),
        -- For how long an operator can undo a move (§22.35).
        ('undo move', '10 minutes'),
        -- How long an unpaid order reserves a use of a code that has few left (§8.33).
        ('code held', '30 minutes'),
        -- How long a member's other device reopens an unpaid order instead of starting a second one (§8.44).
        ('payment in flight', '30 minutes'),
        -- The link in the welcome mail. A link in an invitation works as long as the pack.
        ('welcome link', '7 days'),
        -- From the mail to an idle account until the account is erased.
        ('idle notice', '7 days'),
        -- The mail job runs every minute, so an hour without it means that no job runs.
        ('jobs silent', '1 hour')
    ) as periods (name, lasts)
    where periods.name = period.name
  );
end;
$$;

create function private.period_days(name text) returns integer
language sql immutable set search_path = '' return extract(day from private.period(name))::integer;

-- The last day in India to ask for a refund: the 21st day after the moment (§17.8).
create function private.three_weeks_after(moment timestamptz) returns date
language sql immutable set search_path = '' return private.india_day(moment) + private.period_days('refund');

-- How often something may happen in a day.
create function private.daily_limit(purpose text) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select limits.most
    from (
      values
        ('session change', 10), ('loan change', 10), ('refund request', 10), ('session file', 10), ('export', 10),
        ('address proof', 5), ('time opened', 3), ('email change', 5), ('second person', 5), ('message of', 3),
        -- A verified member's first link of the day to an address, which does not count against that address's own
        -- limit.
        ('address proof first', 1), ('email change first', 1),
        -- Wrong discount codes; right codes do not count.
        ('discount code', 20),
        -- Purchases that one person may begin with a code of limited uses.
        ('code begun', 5),
        -- Totals for everyone together: free interviews granted automatically (§15.82), and confirmations mailed to
        -- visitors.
        ('free interviews', 100), ('confirmation', 200),
        -- Log entries about attempts by someone without rights.
        ('desk try', 20)
    ) as limits (purpose, most)
    where limits.purpose = daily_limit.purpose
  );
end;
$$;

-- The last moment to cancel or move a session with this start without losing it (§15.12).
create function private.free_until(starts_at timestamptz) returns timestamptz
language sql stable set search_path = '' return starts_at - private.period('cancel free');

-- How long each kind of record is kept (§18.9). src/domain/periods.ts has the periods that the privacy policy states.
create function private.keep_for(kind text) returns interval
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select kept.lasts
    from (
      values
        ('caller', interval '1 day'), ('blocked load', '30 days'), ('log', '1 year'), ('action', '1 year'),
        ('action of money', '8 years'),
        -- Counted from when the mail was sent, dropped or given up.
        ('recipient', '30 days'), ('mail', '1 year'), ('mail fault', '30 days'),
        -- Files, feedback and exercises: from the session's end. A mentor's answer: from the member's report that the
        -- mentor did not join.
        ('session', '1 year'),
        ('waiting', private.period('waiting')),
        -- 'loan': from the last event of the member's loans; 'offer': from the answer to the rate match; 'letter': from
        -- the end of the refund.
        ('loan', '1 year'), ('offer', '30 days'), ('letter', '30 days'),
        -- Counted from the day when the message was settled. An answered question counts as settled after the second
        -- period.
        ('message', '3 years'), ('answered question', '30 days'), ('advertising', '30 days'),
        -- Counted from when the code or the link stopped working.
        ('code of a person', '1 year'), ('mailed link', '1 day'),
        -- 'books': from the end of the financial year; 'account': from the last use.
        ('books', '8 years'), ('account', '3 years')
    ) as kept (kind, lasts)
    where kept.kind = keep_for.kind
  );
end;
$$;

-- How often a caller did something in a period. A caller is a keyed hash of a network address. The functions compute
-- it, so the key never reaches the database (§11.42).
create table private.call_counts (
  purpose text not null check (char_length(purpose) <= 40),
  caller text not null check (char_length(caller) = 64),
  began timestamptz not null,
  calls integer not null,
  primary key (purpose, caller, began)
);

create index call_counts_began on private.call_counts (began);

-- Counts one call and returns true, or returns false if the caller has used up the limit for the period that ends now.
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

-- Counts an act against its daily limit. Returns false above the limit.
create function private.within_day(purpose text, who text) returns boolean
language sql set search_path = '' as $$
  select private.within_limit(
    within_day.purpose, encode(private.token_hash(who), 'hex'), private.daily_limit(within_day.purpose),
    interval '1 day'
  );
$$;

-- Counts an act against its daily limit, and above the limit refuses with this code word.
create function private.limit_daily(purpose text, who text, code text default 'too_many_today') returns void
language sql set search_path = '' as $$
  select private.refuse_when(limit_daily.code, private.within_day(limit_daily.purpose, who) is not true);
$$;

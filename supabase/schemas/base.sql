-- What every subject uses: texts, days in India, periods and limits, refusals, and locks on a member's files.
-- supabase/README.md has the conventions of our SQL.

-- Helpers live in a schema that the REST API does not expose.
create schema private;

-- What operators read and call: at the desk, or in the SQL editor as the owner of the database. The REST API does not
-- expose it. Amounts are in rupees, days are days in India.
create schema operations;

-- Removes control characters, marks that reorder text, and blanks at either end, and cuts the text to max_length
-- characters. Line breaks are control characters too, unless has_lines is set.
create function private.clean_text(value text, max_length integer, has_lines boolean default false)
returns text
language sql immutable set search_path = ''
return regexp_replace(
  left(
    regexp_replace(
      -- Only the start of a huge value is worth cleaning.
      left(value, 4 * max_length),
      case when has_lines then '[\u0001-\u0009\u000b-' else '[\u0001-' end
        || '\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]',
      '', 'g'
    ),
    max_length
  ),
  '^\s+|\s+$', '', 'g'
);

-- The same for a text of several lines, up to 4000 characters. Null becomes empty.
create function private.clean_paragraphs(value text) returns text
language sql immutable set search_path = ''
return coalesce(private.clean_text(value, 4000, has_lines => true), '');

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- Whether a text looks like an e-mail address. Only a mail server can know; this keeps out what would break a mail.
create function private.is_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= 254
    and value ~ '^[^[:space:][:cntrl:]@<>(),;:"\\\[\]]{1,64}@[A-Za-z0-9.-]+\.[A-Za-z0-9-]{2,}$';
$$;

-- Identifies the person behind an address: drops a tag after '+', and dots where the provider ignores them, so that
-- all spellings of one mailbox count once. Never write to the result.
create function private.person_of_address(address text) returns text
language sql immutable set search_path = '' as $$
  select case
    when domain in ('gmail.com', 'proton.me', 'protonmail.com', 'pm.me') then replace(mailbox, '.', '')
    else mailbox
  end || '@' || domain
  from (
    select
      substring(lower(trim(address)) from '^[^+@]*') as mailbox,
      replace(substring(lower(trim(address)) from '[^@]*$'), 'googlemail.com', 'gmail.com') as domain
  ) as parts;
$$;

-- The domain that was registered for an address: its last two labels, or three below a country's 'co', 'ac' and so
-- on.
create function private.registered_domain(address text) returns text
language sql immutable set search_path = ''
return substring(
  lower(trim(address))
  from '[^.@]+\.(?:(?:ac|co|com|edu|gen|gov|ind|net|nic|org|res)\.[a-z]{2}|[^.@]+)$'
);

-- Makes a text that somebody typed safe to export: a spreadsheet runs what begins with one of these signs as a
-- formula. A phone number stays as it is.
create function private.safe_cell(value text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when value ~ '^[[:space:]]*[=+@-]' and value !~ '^[+][0-9 ()-]*$' then '''' || value else value
  end;
end;
$$;

-- An amount in paise as the pages print it: 239900 is 'Rs 2399', 143940 'Rs 1439.40', and 1500000 'Rs 15,000'.
create function private.said_rupees(paise bigint) returns text
language sql immutable set search_path = '' as $$
  select 'Rs ' || case when paise < 1000000 then whole else regexp_replace(whole, '(\d)(?=(\d\d)+\d$)', '\1,', 'g') end
    || case when paise % 100 > 0 then '.' || lpad((paise % 100)::text, 2, '0') else '' end
  from (select (paise / 100)::text as whole) as parts;
$$;

-- Refuses a request. The message is a code that src/domain has a sentence for; the detail is for the operator.
create function private.refuse(code text, detail text default '') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using message = refuse.code, detail = refuse.detail;
end;
$$;

create function private.refuse_when(code text, is_so boolean, detail text default '') returns void
language plpgsql set search_path = '' as $$
begin
  if is_so then
    perform private.refuse(refuse_when.code, refuse_when.detail);
  end if;
end;
$$;

-- Stops an operator's function with a sentence.
create function private.stop_when(is_so boolean, why text) returns void
language plpgsql set search_path = '' as $$
begin
  if is_so then
    raise exception using message = stop_when.why;
  end if;
end;
$$;

create function private.india_day(moment timestamptz) returns date
language sql immutable set search_path = ''
return (moment at time zone 'Asia/Kolkata')::date;

create function private.india_time(moment timestamptz) returns text
language sql stable set search_path = ''
return to_char(moment at time zone 'Asia/Kolkata', 'Dy, FMDD Mon YYYY, FMHH12:MI am');

create function private.month_begins(day date) returns timestamptz
language sql immutable set search_path = ''
return date_trunc('month', day::timestamp) at time zone 'Asia/Kolkata';

create function private.end_of_india_day(day date) returns timestamptz
language sql immutable set search_path = ''
return (day + 1)::timestamp at time zone 'Asia/Kolkata';

-- Counts the working days in India after a moment's day, up to today. Public holidays count as working days.
create function private.business_days_since(moment timestamptz) returns integer
language sql stable set search_path = '' as $$
  -- The difference of two counts from one Monday: five for a whole week, and at most five for the last one.
  select sum(sign * (days / 7 * 5 + least(days % 7, 5)))::integer
  from (
    values
      (1, private.india_day(now()) + 1 - date '2000-01-03'),
      (-1, private.india_day(least(moment, now())) + 1 - date '2000-01-03')
  ) as ends (sign, days);
$$;

-- The day on which this many working days (at most ten) after a moment's day in India are complete; with a negative
-- number, before it. Public holidays count as working days.
create function private.business_day_after(moment timestamptz, days integer) returns date
language sql immutable set search_path = '' as $$
  select day
  from generate_series(1, 16) as step
  cross join lateral (select private.india_day(moment) + step * sign(days)::integer as day) as near
  where extract(isodow from day) < 6
  order by step
  limit 1 offset abs(days) - 1;
$$;

-- Periods that policies and pages state; private.kept has how long records are kept. Nothing else repeats these
-- numbers. In plpgsql, because SQL would plan the whole list again in every query that calls it.
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

-- The signed-in member. Refuses anonymous callers, and log-ins that ended when the owner of the address took the
-- account back. The policies of members' rows and pictures call it too.
create function private.member() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null or exists (
    select from private.ended_sessions
    where ended_sessions.user_id = (select auth.uid())
      and ended_sessions.id::text = (select auth.jwt()) ->> 'session_id'
  ) then
    raise exception 'not_signed_in' using errcode = 'insufficient_privilege';
  end if;
  return (select auth.uid());
end;
$$;

create function private.token_hash(token text) returns bytea
language sql immutable set search_path = ''
return sha256(convert_to(token, 'UTF8'));

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

-- Locks a member's folder in a bucket until the end of the transaction, so that an upload and the erasure of the
-- account take turns.
create function private.lock_folder(bucket text, owner text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(bucket || '/' || owner || '/', 0));
$$;

-- Locks the folder of a file that is being stored, and raises if the account no longer exists: a token outlives its
-- account by up to an hour. The check comes after the lock, because an erasure may have ended while it waited.
create function private.hold_folder(bucket text, path text) returns void
language plpgsql set search_path = '' as $$
declare
  owner constant text := split_part(path, '/', 1);
begin
  perform private.lock_folder(bucket, owner);
  perform from auth.users where id = case
    when owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then owner::uuid
  end;
  if not found then
    raise exception 'there is no account for %', path using errcode = 'insufficient_privilege';
  end if;
end;
$$;

-- Pictures of the public pages, looked up by name.
create table public.home (
  imagename text primary key,
  imageurl text not null
);

alter table public.home enable row level security;

create policy "Everybody reads the home content" on public.home
  for select to anon, authenticated using (true);

-- How often a page was opened on a day in India; nothing about who.
create table public.page_views (
  path text not null check (char_length(path) <= 200),
  day date not null,
  views bigint not null default 0 check (views >= 0),
  primary key (path, day)
);

create index page_views_day on public.page_views (day);

alter table public.page_views enable row level security;

-- Counts a page view unless its caller sends too many. 600 a minute allow two for each of 300 people in a lecture
-- hall behind one address. Without a caller there is no limit. All views of a page on one day update the same row. A
-- call that has to wait for it gives up, so that a busy page cannot hold the connections that a checkout needs: a
-- lost count matters little.
create function public.count_page_view(p_path text, p_caller text default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '100ms' as $$
begin
  if p_caller is null or private.within_limit('page view', p_caller, 600, interval '1 minute') then
    insert into public.page_views as counted (path, day, views)
    values (left(p_path, 200), private.india_day(now()), 1)
    on conflict (path, day) do update set views = counted.views + 1;
  end if;
end;
$$;

-- What the content security policies of checkout pages blocked, and for how many callers on a day in India. A browser
-- extension shows up as one caller; a host that the payment window needs and our policy lacks shows up as many.
create table private.blocked_loads (
  day date not null,
  page text not null check (char_length(page) <= 200),
  directive text not null check (char_length(directive) <= 40),
  source text not null check (char_length(source) <= 200),
  callers integer not null,
  primary key (day, page, directive, source)
);

-- Counts the loads that a browser reports, as [{page, directive, source}]: each load once a day for a caller, and 30
-- loads an hour. After a thousand kinds of load on one day, new ones are counted together, so that nobody can fill
-- the table.
create function public.count_blocked_loads(p_loads jsonb, p_caller text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.india_day(now());
  is_full constant boolean := (select count(*) from private.blocked_loads where day = today) >= 1000;
  load record;
begin
  for load in
    select page, directive, source
    from jsonb_to_recordset(p_loads) as loads (page text, directive text, source text)
    order by 1, 2, 3
  loop
    continue when not private.within_limit('blocked', p_caller, 30, interval '1 hour')
      or not private.within_limit('blocked ' || md5(load::text), p_caller, 1, interval '1 day');
    update private.blocked_loads set callers = callers + 1
    where day = today and (page, directive, source) = (load.page, load.directive, load.source);
    continue when found;
    insert into private.blocked_loads as counted (day, page, directive, source, callers)
    select today, load.page, load.directive, case when is_full then 'other' else load.source end, 1
    on conflict (day, page, directive, source) do update set callers = counted.callers + 1;
  end loop;
end;
$$;

create view operations.blocked_loads with (security_invoker = true) as
select day, page, directive, source, callers
from private.blocked_loads
order by day desc, callers desc, page, directive, source;

-- Reports frequent blocks, one matter a day, so that a flood of reports hides nothing else. Ten callers are more than
-- one browser extension explains.
create function private.matters_of_pages() returns table (matter text, what text)
language sql stable set search_path = '' as $$
  select
    'blocked ' || day,
    format('A policy blocked something for %s callers on %s.', max(callers), day)
  from private.blocked_loads
  where callers >= 10 and day >= private.india_day(now()) - 1
  group by day;
$$;

-- What every subject uses: texts, days in India, refusals, and locks on a member's files.
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
language sql immutable set search_path = '' return coalesce(private.clean_text(value, 4000, has_lines => true), '');

create function private.is_blank(value text) returns boolean
language sql immutable set search_path = '' return coalesce(value, '') !~ '\S';

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

-- The domain that was registered for an address: its last two labels, or three below a country's 'co' or 'ac'.
create function private.registered_domain(address text) returns text
language sql immutable set search_path = ''
return substring(
  lower(trim(address))
  from '[^.@]+\.(?:(?:ac|co|com|edu|gen|gov|ind|net|nic|org|res)\.[a-z]{2}|[^.@]+)$'
);

-- Makes a typed text safe to export: spreadsheets run what begins with these signs. Phone numbers stay as they are.
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

-- A function says no in one of three ways (docs/decisions/desk.md). `refuse` raises a word, for which src/domain
-- has a sentence for members and one for operators. The detail is for the SQL editor, and the field is an argument of
-- the desk's action.
create function private.refuse(code text, detail text default '', field text default '') returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using message = refuse.code, detail = refuse.detail, column = refuse.field;
end;
$$;

create function private.refuse_when(code text, is_so boolean, detail text default '', field text default '')
returns void
language plpgsql set search_path = '' as $$
begin
  if is_so then
    perform private.refuse(refuse_when.code, refuse_when.detail, refuse_when.field);
  end if;
end;
$$;

-- Stops an operator's function with a sentence for the owner, about one of its arguments or none. Only what has this
-- SQLSTATE is shown at the desk as it is.
create function private.stop_when(is_so boolean, why text, field text default '') returns void
language plpgsql set search_path = '' as $$
begin
  if is_so then
    raise exception using errcode = 'OWNER', message = stop_when.why, column = stop_when.field;
  end if;
end;
$$;

-- Forbids what no page and no button can ask for, as a constraint does that looks at several rows or at what was there
-- before.
create function private.forbid_when(
  rule text, is_so boolean, why text default '', state text default 'restrict_violation'
) returns void
language plpgsql set search_path = '' as $$
begin
  if is_so then
    raise exception using errcode = forbid_when.state, constraint = forbid_when.rule,
      message = format('%s: %s', forbid_when.rule, forbid_when.why);
  end if;
end;
$$;

create function private.india_day(moment timestamptz) returns date
language sql immutable set search_path = '' return (moment at time zone 'Asia/Kolkata')::date;

create function private.india_time(moment timestamptz) returns text
language sql stable set search_path = ''
return to_char(moment at time zone 'Asia/Kolkata', 'Dy, FMDD Mon YYYY, FMHH12:MI am');

create function private.month_begins(day date) returns timestamptz
language sql immutable set search_path = '' return date_trunc('month', day::timestamp) at time zone 'Asia/Kolkata';

create function private.end_of_india_day(day date) returns timestamptz
language sql immutable set search_path = '' return (day + 1)::timestamp at time zone 'Asia/Kolkata';

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

create function private.token_hash(token text) returns bytea
language sql immutable set search_path = '' return sha256(convert_to(token, 'UTF8'));

-- A text as the id that it is; null for any other text.
create function private.as_uuid(value text) returns uuid
language sql immutable set search_path = ''
return case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;

-- Locks a member's folder in a bucket for this transaction, so that an upload and the erasure of the account take
-- turns.
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
  perform from auth.users where id = private.as_uuid(owner);
  perform private.forbid_when('folder_has_an_account', not found, path, 'insufficient_privilege');
end;
$$;

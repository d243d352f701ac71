-- Shared by every subject: texts, days in India, refusals, and locks on a member's files. supabase/README.md explains
-- our conventions for SQL.

-- Helpers and tables for our own use. The REST API does not expose this schema.
create schema private;

-- Views and functions for operators, at the desk or in the SQL editor. The REST API does not expose this schema.
-- Amounts are in rupees, and dates are India's.
create schema operations;

-- Character sets for cleaning, written for the brackets of a regular expression because Postgres has no Unicode
-- properties. src/domain/words/typed-text.ts has the same sets as properties, and a test compares the two. `mark`
-- covers the scripts used in India; for other scripts, only the browser refuses a name that consists of marks.
create function private.signs(kind text) returns text
language sql immutable set search_path = ''
return case kind
  when 'space' then '\u0009-\u000d \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'
  when 'control' then '\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f'
  when 'needless' then '\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufffc'
    || '\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001'
  when 'unseen' then '\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5'
    || '\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc'
    || '\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff'
  when 'dash' then '\u058a\u05be\u1400\u1806\u2010-\u2015\u2053\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030'
    || '\u30a0\U00010d6e\U00010ead\u02d7\u2043\u2796'
  when 'around' then '\u0301«»‹›·•‣\u2190-\u21ff\u2300-\u2bff\U0001f000-\U0001faff'
  when 'mark' then '\u0300-\u036f\u0483-\u0489\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7'
    || '\u06e8\u06ea-\u06ed\u0897-\u089f\u08ca-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962'
    || '\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70'
    || '\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2\u0ae3\u0afa-\u0b03\u0b3c\u0b3e-\u0b57'
    || '\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62\u0c63'
    || '\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2\u0ce3\u0cf3-\u0d03\u0d3b\u0d3c\u0d3e-\u0d4d\u0d57'
    || '\u0d62\u0d63\u0d81-\u0d83\u0dca-\u0ddf\u0df2\u0df3\u1ab0-\u1aeb\u1cd0-\u1cd2\u1cd4-\u1ce8'
    || '\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u2de0-\u2dff\u302a-\u302d\u3099\u309a'
    || '\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua8e0-\ua8f1\ua8ff\uaaeb-\uaaef\uaaf5\uaaf6'
    || '\uabe3-\uabea\uabec\uabed\ufe20-\ufe2f\U000101fd\U000102e0\U00010efa-\U00010eff\U0001133b'
    || '\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d182\U0001d185-\U0001d18b'
    || '\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001e08f'
end;

-- Whether a text contains anything visible.
create function private.is_visible(value text) returns boolean
language sql immutable set search_path = ''
return value ~ (
  '[^\u2800\U0001d159' || private.signs('space') || private.signs('control') || private.signs('unseen')
  || private.signs('mark') || ']'
);

-- Cleans a typed text and cuts it to max_length characters. Removes control characters, direction marks and invisible
-- characters that do not shape a letter; returns '' if nothing visible is left. Joiners stay, because names in
-- Malayalam, Marathi and Bengali need them. With has_lines, line breaks and tabs stay; otherwise each run of white
-- space becomes one space.
create function private.clean_text(value text, max_length integer, has_lines boolean default false)
returns text
language sql immutable set search_path = ''
return (
  select case when private.is_visible(cut.kept) is not false then cut.kept else '' end
  from (
    select regexp_replace(
      left(
        regexp_replace(
          case
            when has_lines then regexp_replace(bare.kept, '\r\n?|[\u0085\u2028\u2029]', E'\n', 'g')
            else regexp_replace(bare.kept, '[' || private.signs('space') || ']+', ' ', 'g')
          end,
          '^[' || private.signs('space') || ']+', ''
        ),
        max_length
      ),
      '[' || private.signs('space') || ']+$', ''
    ) as kept
    from (
      select normalize(
        regexp_replace(
          -- Cuts very long input before cleaning, to save work.
          left(value, 4 * max_length), '[' || private.signs('control') || private.signs('needless') || ']', '', 'g'
        )
      ) as kept
    ) as bare
  ) as cut
);

-- The digits of all scripts except ASCII, ten for each script, in order from zero to nine.
create function private.foreign_digits() returns text
language sql immutable set search_path = ''
return (
  select string_agg(chr(ascii(zero) + place), '' order by at, place)
  from regexp_split_to_table(
    U&'\0660\06f0\07c0\0966\09e6\0a66\0ae6\0b66\0be6\0c66\0ce6\0d66\0de6\0e50\0ed0\0f20\1040\1090\17e0\1810'
    || U&'\1946\19d0\1a80\1a90\1b50\1bb0\1c40\1c50\a620\a8d0\a900\a9d0\a9f0\aa50\abf0\+0104a0\+010d30\+010d40'
    || U&'\+011066\+0110f0\+011136\+0111d0\+0112f0\+011450\+0114d0\+011650\+0116c0\+0116d0\+0116da\+011730'
    || U&'\+0118e0\+011950\+011bf0\+011c50\+011d50\+011da0\+011de0\+011f50\+016130\+016a60\+016ac0\+016b50'
    || U&'\+016d70\+01e140\+01e2f0\+01e4f0\+01e5f1\+01e950',
    ''
  ) with ordinality as zeros (zero, at)
  cross join generate_series(0, 9) as place
);

-- Cleans a code, number or address to what can be typed on a keyboard: gives compatible letters one form, turns digits
-- of any script into 0 to 9, makes dashes and quotes plain, and removes invisible characters and copied extras such as
-- a final full stop.
create function private.clean_code(value text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  regexp_replace(
    regexp_replace(
      regexp_replace(
        translate(
          normalize(
            regexp_replace(
              left(value, 1000), '[' || private.signs('control') || private.signs('unseen') || ']', '', 'g'
            ),
            nfkc
          ),
          '‘’‚‛′ʼ“”„‟' || private.foreign_digits(),
          '''''''''''''""""' || repeat('0123456789', char_length(private.foreign_digits()) / 10)
        ),
        '[' || private.signs('dash') || ']', '-', 'g'
      ),
      '[' || private.signs('around') || ']', '*', 'g'
    ),
    '[' || private.signs('space') || ']+', ' ', 'g'
  ),
  '^[ "''`*<[{]+|[ "''`*>\]}.,;:!?।،۔]+$', '', 'g'
);

-- Extracts an email address, in the form that the account service stores, from what mail programs copy (`cleanEmail`).
create function private.clean_address(value text) returns text
language sql immutable set search_path = ''
return regexp_replace(
  regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(lower(private.clean_code(value)), '^[^@]*(?:[<(:]| [>*|])', ''), ' ?[()].*|\?[a-z]+=.*', ''
      ),
      ' ?@ ?', '@', 'g'
    ),
    '^ ?([^ <]+@[^ <]+) ?<(?:mailto:)?\1$', '\1'
  ),
  '^([ "''`./[{*>|-]|[_~](?=.*[_~][^a-z@]*$))+|[ -/:-@[-`{-~।،۔]+$', '', 'g'
);

-- Removes copied extras such as 'tel:' and 'Phone: ' from a phone number.
create function private.clean_phone(value text) returns text
language sql immutable set search_path = ''
return private.clean_code(regexp_replace(private.clean_code(value), '^[^0-9]*:', ''));

-- Whether a cleaned text can be a single phone number (§5.4).
create function private.is_phone(value text) returns boolean
language sql immutable set search_path = ''
return char_length(value) >= 10 and value ~ '^[ ()+,./-]*([0-9][ (),./-]*){8,18}$';

-- Whether a name contains a link, even one without 'https://' (`linkInName`).
create function private.has_link(value text) returns boolean
language sql immutable set search_path = ''
return value ~* '(https?://|www\.)\S|[a-z0-9]\.[a-z]{2,}/';

-- Cleans a text of several lines and cuts it to 4000 characters. Null becomes ''.
create function private.clean_paragraphs(value text) returns text
language sql immutable set search_path = '' return coalesce(private.clean_text(value, 4000, has_lines => true), '');

-- Whether a text can be the reference of a payment or a transfer: the provider's id, or the bank's UTR with its digits.
create function private.is_reference(value text) returns boolean
language sql immutable set search_path = '' return value ~ '^(?=(?:pay|rfnd)_|.*[0-9])[A-Za-z0-9_-]{6,64}$';

-- Whether a text is a link to a website, with a host that has a dot and without a name or a password.
create function private.is_link(value text) returns boolean
language sql immutable set search_path = ''
return value ~* '^https://([a-z0-9-]+[.])+[a-z][a-z0-9-]*(:[0-9]+)?([/?#][^[:space:]]*)?$';

create function private.is_blank(value text) returns boolean
language sql immutable set search_path = '' return coalesce(private.is_visible(value), false) is false;

-- A name as people compare names: without case, wide letters and invisible characters, and with single spaces.
create function private.same_name(value text) returns text
language sql immutable set search_path = ''
return lower(regexp_replace(
  trim(normalize(regexp_replace(value, '[' || private.signs('unseen') || ']', '', 'g'), nfkc)), '[[:space:]]+', ' ', 'g'
));

-- Whether a text can be a name: it has a letter and no link.
create function private.is_name(value text) returns boolean
language sql immutable set search_path = ''
return translate(value, private.foreign_digits(), '') ~ '[^[:digit:][:punct:][:space:]]'
  and not private.has_link(value);

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

-- Whether a text looks like an email address, by the same test as the forms (`emailPattern`). Only a mail server can
-- tell whether the address exists; this test keeps out what would break a mail.
create function private.is_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(value) <= 254
    and value = private.clean_code(value)
    and value !~ '[[:space:][:cntrl:]<>(),;:"*\\\[\]]'
    and value ~ '^[^@]{1,64}@[^!-,./:-@[-^`{-~]+(\.[^!-,./:-@[-^`{-~]+)+$';
$$;

-- Identifies the person behind an address, so that all spellings of one mailbox count as one. Drops a tag after '+',
-- whatever the provider ignores, Yahoo's keyword after '-', and Fastmail's subdomain. Treats a provider's domains as
-- one if a name belongs to the same person on all of them. Aliases with different names count as different people.
-- Never send mail to the result.
create function private.person_of_address(address text) returns text
language sql immutable set search_path = '' as $$
  select case
    when home = 'gmail.com' then replace(mailbox, '.', '')
    when home = 'proton.me' then translate(mailbox, '._-', '')
    when home ~ '^(yahoo|ymail|rocketmail)\.' then split_part(mailbox, '-', 1)
    else mailbox
  end || '@' || home
  from (
    select
      case when tagged is null then substring(whole from '^[^+@]*') else tagged[1] end as mailbox,
      case
        when domain = 'googlemail.com' then 'gmail.com'
        when domain in ('protonmail.com', 'protonmail.ch', 'pm.me') then 'proton.me'
        when domain in ('me.com', 'mac.com') then 'icloud.com'
        else coalesce(tagged[2], domain)
      end as home
    from lower(trim(address)) as whole
    cross join substring(whole from '[^@]*$') as domain
    -- Fastmail delivers x@name.fastmail.com to name+x@fastmail.com.
    cross join regexp_match(domain, '^([^.]+)\.(fastmail\..+)$') as tagged
  ) as parts;
$$;

-- The registered domain of an address: its last two labels, or three under suffixes such as 'co.in' and 'ac.in'.
create function private.registered_domain(address text) returns text
language sql immutable set search_path = ''
return substring(
  lower(trim(address))
  from '[^.@]+\.(?:(?:ac|co|com|edu|gen|gov|ind|net|nic|org|res)\.[a-z]{2}|[^.@]+)$'
);

-- Makes a typed text safe to export, because spreadsheets run a cell as a formula if it begins with one of these
-- characters. Phone numbers stay as they are.
create function private.safe_cell(value text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when value ~ '^[[:space:]]*[=+@-]' and value !~ '^[+][0-9 ()-]*$' then '''' || value else value
  end;
end;
$$;

-- An amount in paise as pages print it: 239900 is 'Rs 2399', 143940 'Rs 1439.40', and 1500000 'Rs 15,000'.
create function private.said_rupees(paise bigint) returns text
language sql immutable set search_path = '' as $$
  select 'Rs ' || case when paise < 1000000 then whole else regexp_replace(whole, '(\d)(?=(\d\d)+\d$)', '\1,', 'g') end
    || case when paise % 100 > 0 then '.' || lpad((paise % 100)::text, 2, '0') else '' end
  from (select (paise / 100)::text as whole) as parts;
$$;

-- A function refuses in one of three ways (docs/decisions/desk.md). `refuse` raises an error code, for which src/domain
-- has one sentence for members and one for operators. The detail is shown in the SQL editor. `field` is an argument of
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

-- Stops an operator's function with a sentence for the owner, about one argument (`field`) or none. The desk shows a
-- message unchanged only if it has this SQLSTATE.
create function private.stop_when(is_so boolean, why text, field text default '') returns void
language plpgsql set search_path = '' as $$
begin
  if is_so then
    raise exception using errcode = 'OWNER', message = stop_when.why, column = stop_when.field;
  end if;
end;
$$;

-- Refuses what no page or button can ask for. Triggers use this like a constraint, which could not compare several
-- rows, or the new row with the old one.
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

-- Whether a date is today, in Indian time, or one of the next `days` days.
create function private.is_within_days(day date, days integer) returns boolean
language sql stable set search_path = ''
return day between private.india_day(now()) and private.india_day(now()) + days;

-- Refuses a date before today in Indian time.
create function private.refuse_past(day date, field text) returns void
language sql set search_path = '' as $$
  select private.refuse_when('day_is_past', day < private.india_day(now()), field => refuse_past.field);
$$;

create function private.india_time(moment timestamptz) returns text
language sql stable set search_path = ''
return to_char(moment at time zone 'Asia/Kolkata', 'Dy, FMDD Mon YYYY, FMHH12:MI am');

create function private.said_day(day date) returns text
language sql stable set search_path = '' return to_char(day, 'FMDD Mon YYYY');

create function private.month_begins(day date) returns timestamptz
language sql immutable set search_path = '' return date_trunc('month', day::timestamp) at time zone 'Asia/Kolkata';

create function private.end_of_india_day(day date) returns timestamptz
language sql immutable set search_path = '' return (day + 1)::timestamp at time zone 'Asia/Kolkata';

-- The number of working days, in Indian time, from the day after a given time up to today. Public holidays count as
-- working days.
create function private.business_days_since(moment timestamptz) returns integer
language sql stable set search_path = '' as $$
  -- Both dates are counted from the same Monday: five days for each whole week, and up to five for the rest.
  select sum(sign * (days / 7 * 5 + least(days % 7, 5)))::integer
  from (
    values
      (1, private.india_day(now()) + 1 - date '2000-01-03'),
      (-1, private.india_day(least(moment, now())) + 1 - date '2000-01-03')
  ) as ends (sign, days);
$$;

-- The date in Indian time this many working days (up to ten) after a given time, or before that time if the number is
-- negative. Public holidays count as working days.
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

-- Converts text to a UUID; null for anything else.
create function private.as_uuid(value text) returns uuid
language sql immutable set search_path = ''
return case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;

-- Locks a member's folder in a bucket for this transaction, so that an upload and the erasure of the account take
-- turns.
create function private.lock_folder(bucket text, owner text) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(bucket || '/' || owner || '/', 0));
$$;

-- Locks the folder of a file that is being stored, and raises if the account no longer exists, because a token outlives
-- its account by up to an hour. The check comes after the lock, because an erasure may have finished in the meantime.
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

-- The owners' switches for the scheduled jobs and for new purchases (§20.41, §20.42).

-- A switch is on unless `is_off`; `since` is when it was last changed.
create table private.switches (
  name text primary key check (name in ('jobs', 'sales')),
  is_off boolean not null,
  since timestamptz not null default now()
);

create function private.is_off(switch text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((select is_off from private.switches where name = is_off.switch), false);
$$;

create view operations.switches with (security_invoker = true) as
select names.name as switch, private.is_off(names.name) as is_off, known.since
from (values ('jobs'), ('sales')) as names (name)
left join private.switches as known on known.name = names.name;

-- Sets a switch, and logs the change. Returns false if nothing changed.
create function private.turn(switch text, off boolean) returns boolean
language plpgsql set search_path = '' as $$
declare
  changes boolean;
begin
  perform private.stop_when(
    turn.switch is null or turn.switch not in ('jobs', 'sales'), 'There are two switches: jobs and sales.', 'switch'
  );
  changes := private.is_off(turn.switch) <> off;
  insert into private.switches as known (name, is_off) values (turn.switch, off)
  on conflict on constraint switches_pkey do update
  -- Starting the jobs confirms that this is the real database, even if nothing had stopped them, so `since` is renewed.
  set is_off = excluded.is_off, since = case when changes or not off then now() else known.since end;
  if changes then
    perform private.log_action(
      case when off then 'stop' else 'start' end, details => jsonb_build_object('kind', turn.switch)
    );
  end if;
  return changes;
end;
$$;

-- Stops 'jobs' or 'sales'. Without jobs, only the watch runs: nothing is mailed, refunded, cancelled or erased. Without
-- sales, no one can begin a purchase, but purchases that have begun can still be paid for.
create function operations.stop(switch text) returns text
language sql set search_path = '' as $$
  select case
    when not private.turn(switch, true) then 'This is already stopped.'
    when switch = 'jobs' then 'The scheduled work is stopped.'
    else 'Sales are stopped, and /buy says so.'
  end;
$$;

create function operations.start(switch text) returns text
language sql set search_path = '' as $$
  select case
    when not private.turn(switch, false) then 'This is already running.'
    when switch = 'jobs' then 'The scheduled work is running again.'
    else 'Sales are open again.'
  end;
$$;

-- Whether sales are stopped. /buy checks this, so that it can tell visitors before they try to buy.
create function public.sales_are_stopped() returns boolean
language sql stable security definer set search_path = '' return private.is_off('sales');

-- Whether an email is held back until an owner sends or drops it.
create function private.is_held(mail private.outbox) returns boolean
language sql immutable set search_path = ''
return mail.next_attempt = 'infinity' and num_nonnulls(mail.sent_at, mail.dropped_at, mail.given_up_at) = 0;

-- How many emails are held back, by kind.
create view operations.mails_held with (security_invoker = true) as
select kind, count(*) as mails, min(created_at) as oldest, max(created_at) as newest
from private.outbox as mails
where private.is_held(mails)
group by kind
order by kind;

-- Releases the emails that are held back, of one kind or of all kinds. An email that is no longer true is dropped when
-- its turn comes.
create function operations.release_mails(kind text default null) returns text
language plpgsql set search_path = '' as $$
declare
  released integer;
begin
  update private.outbox as mails set next_attempt = now()
  where private.is_held(mails) and coalesce(mails.kind = release_mails.kind, true);
  get diagnostics released = row_count;
  perform private.stop_when(released = 0, 'No such email is held back.', 'kind');
  perform private.log_action(
    'release_mails', details => jsonb_build_object('kind', coalesce(kind, 'all'), 'mails', released)
  );
  return format('Held emails that we now send: %s.', released);
end;
$$;

-- Drops the emails of one kind that are held back, so that no one gets them.
create function operations.drop_mails(kind text) returns text
language plpgsql set search_path = '' as $$
declare
  dropped integer;
begin
  update private.outbox as mails set dropped_at = now(), reason = 'dropped after a restore'
  where private.is_held(mails) and mails.kind = drop_mails.kind;
  get diagnostics dropped = row_count;
  perform private.stop_when(dropped = 0, 'No such email is held back.', 'kind');
  perform private.log_action('drop_mails', details => jsonb_build_object('kind', kind, 'mails', dropped));
  return format('Held emails that are discarded: %s. No one gets them.', dropped);
end;
$$;

-- The first step in a restored database: stops jobs and sales, and holds back every waiting mail, because what it says
-- may be out of date. Says how many are held back.
create function operations.after_restore() returns integer
language plpgsql set search_path = '' as $$
declare
  held integer;
begin
  perform private.turn('jobs', true), private.turn('sales', true);
  update private.outbox set next_attempt = 'infinity'
  where num_nonnulls(sent_at, dropped_at, given_up_at) = 0 and next_attempt < 'infinity';
  get diagnostics held = row_count;
  perform private.log_action('after_restore', details => jsonb_build_object('mails', held));
  return held;
end;
$$;

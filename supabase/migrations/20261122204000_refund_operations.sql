-- The operator's work on refunds in the SQL editor (docs/operations.md, 'Refunds'), and what is kept of
-- them. Only the editor may call these functions and read these views. Amounts are in rupees here.

-- A request by its number, under the lock of its order.
create function private.request_numbered(p_number text)
returns private.refund_requests
language plpgsql
set search_path = ''
as $$
declare
  request private.refund_requests;
begin
  perform from public.orders
  where id = (select order_id from private.refund_requests where number = upper(trim(p_number)))
  for no key update;
  select * into request from private.refund_requests where number = upper(trim(p_number))
  for update;
  if request.id is null then
    raise exception 'there is no request %', p_number using errcode = 'no_data_found';
  end if;
  return request;
end;
$$;

-- Refuses what was decided before.
create function private.require_undecided(request private.refund_requests)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not private.is_undecided(request) then
    perform private.refuse(
      'already_decided', format('request %s is %s', request.number, request.state)
    );
  end if;
end;
$$;

-- Approves a request; the scheduled function pays it. A 100 % refund returns what is left then, so every
-- other request for the pack must be decided before.
create function operations.approve_refund(request text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  known private.refund_requests := private.request_numbered(request);
  other text;
begin
  perform private.require_undecided(known);
  -- After a refund by hand a second payment may pay the order, whose sessions this request must not take.
  if known.payment_id is distinct from (
    select payment_id from private.settlements where order_id = known.order_id
  ) then
    raise exception 'payment % no longer pays the order: decline %', known.payment_id, known.number
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  if known.kind = 'offer' then
    select others.number into other from private.refund_requests as others
    where others.order_id = known.order_id and others.id <> known.id
      and private.is_undecided(others);
    if other is not null then
      raise exception 'decide % of the same pack first', other
        using errcode = 'object_not_in_prerequisite_state';
    end if;
    -- What was returned by hand for this request is in both sums.
    known.amount := known.amount + (
      select left_over from private.refund_money where payment_id = known.payment_id
    ) + coalesce(
      (
        select sum(refunds.amount) from private.refunds_by_hand as refunds
        where private.fits_hand_refund(known, refunds)
      ),
      0
    );
    if known.amount <= 0 then
      raise exception 'nothing is left of payment %: decline %', known.payment_id, known.number
        using errcode = 'object_not_in_prerequisite_state';
    end if;
  end if;
  update private.refund_requests set state = 'approved', amount = known.amount, problem = null
  where id = known.id;
  return format('approved: Rs %s', round(known.amount / 100.0, 2));
end;
$$;

-- Refunds one session of a pack whoever booked it, as if the buyer had asked, and also after its three
-- weeks (§17.28). Refuses otherwise as ask_session_refund does.
create function operations.refund_session(booking uuid)
returns text
language plpgsql
set search_path = ''
as $$
declare
  booked private.bookings;
  bought public.orders;
  terms private.refund_terms;
  one record;
  made private.refund_requests;
begin
  select orders.* into bought from public.orders as orders
  where orders.id = (
    select order_id from private.bookings where bookings.id = refund_session.booking
  )
  for no key update;
  select * into booked from private.bookings where bookings.id = refund_session.booking for update;
  select * into terms from private.refund_terms(array[bought.id]);
  one := private.session_refund_terms(booked, terms);
  if bought.id is null or one.gives is null then
    perform private.refuse('no_such_booking', format('booking %s', refund_session.booking));
  end if;
  if one.refusal <> 'too_late' then
    perform private.refuse(one.refusal, format('booking %s', refund_session.booking));
  end if;
  insert into private.refund_requests (
    kind, order_id, payment_id, member_id, booking_id, amount, sessions, unused
  )
  values (
    'session', bought.id, terms.payment_id, bought.user_id, booked.id,
    one.gives, 1, one.unused
  )
  returning * into made;
  return format('%s %s', made.number, operations.approve_refund(made.number));
end;
$$;

-- Declines a request; the member reads the reason. One that is held, or waits for a transfer, can still be
-- declined, because it may turn out to be paid otherwise.
create function operations.decline_refund(request text, reason text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  if known.held_at is null and known.state <> 'by_transfer' then
    perform private.require_undecided(known);
  end if;
  if coalesce(trim(decline_refund.reason), '') = '' then
    raise exception 'the member reads a reason' using errcode = 'invalid_parameter_value';
  end if;
  update private.refund_requests as requests
  set state = 'declined', reason = trim(decline_refund.reason)
  where requests.id = known.id;
  return 'declined';
end;
$$;

-- Asks the member for more, once, with a list that the member reads.
create function operations.ask_for_more(request text, needs text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  perform private.require_undecided(known);
  if coalesce(trim(ask_for_more.needs), '') = '' then
    raise exception 'the member reads a list' using errcode = 'invalid_parameter_value';
  end if;
  update private.refund_requests as requests
  set state = 'more_needed', needs = trim(ask_for_more.needs)
  where requests.id = known.id;
  return 'the member is asked';
end;
$$;

-- Lets a held request be paid after a person has looked at what was made by hand meanwhile.
create function operations.pay_refund(request text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  if known.held_at is null then
    raise exception '% is not held', known.number
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  update private.refund_requests
  set held_at = null, problem = null, released_at = now(), leased_until = '-infinity'
  where id = known.id;
  return 'paid with the next run';
end;
$$;

-- Leaves the provider out where it refuses: the money goes by transfer, unless it was returned by hand.
-- Returns the state.
create function operations.refund_by_transfer(request text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  if known.state = 'paying' and (known.refund_id is not null or known.problem is null) then
    raise exception '% is at the provider', known.number
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  update private.refund_requests set state = 'by_transfer', held_at = null where id = known.id;
  perform private.adopt_hand_refunds(known.payment_id);
  return (private.request_numbered(request)).state;
end;
$$;

-- Records the bank's reference of a transfer that was made, or the id of the refund by hand that was made
-- instead, where several requests fit it.
create function operations.record_transfer(request text, reference text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  if known.state <> 'by_transfer' then
    perform private.refuse(
      'already_decided', format('request %s is %s', known.number, known.state)
    );
  end if;
  if coalesce(trim(record_transfer.reference), '') = '' then
    raise exception 'the bank gives a reference' using errcode = 'invalid_parameter_value';
  end if;
  if exists (
    select from private.refunds_by_hand as refunds
    where refunds.id = trim(record_transfer.reference)
      and private.fits_hand_refund(known, refunds)
  ) then
    perform private.settle_refund(known.id, trim(record_transfer.reference), 'processed');
    return 'paid';
  end if;
  -- Taken for a transfer, the refund would count a second time once the provider reports it.
  if trim(record_transfer.reference) like 'rfnd\_%' then
    raise exception 'the provider has reported no refund % for %', trim(record_transfer.reference),
      known.number using errcode = 'no_data_found';
  end if;
  if private.is_disputed(known.order_id) then
    raise exception 'payment % is disputed: wait for the end of the dispute', known.payment_id
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  -- What another request sends just now is in no sum of the provider yet.
  if exists (
    select from private.refund_requests as others
    where others.payment_id = known.payment_id and others.state = 'paying'
  ) then
    raise exception 'another refund of payment % is on its way: wait until it is paid', known.payment_id
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  if (select left_over from private.refund_money where payment_id = known.payment_id) < 0 then
    raise exception '% is more than is left of payment %', known.number, known.payment_id
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  update private.refund_requests
  set state = 'paid', transfer_reference = trim(record_transfer.reference), problem = null
  where id = known.id;
  return 'paid';
end;
$$;

-- Gives a member's discount as money back that costs no session (§17.13). The reference is the payment's id.
create function operations.grant_discount(payment_reference text, rupees numeric, reason text)
returns text
language plpgsql
set search_path = ''
as $$
declare
  bought public.orders;
  made private.refund_requests;
  payment text;
begin
  select id into payment from public.payments where id = trim(payment_reference);
  select * into bought from public.orders
  where id = (select order_id from public.payments where id = payment)
  for no key update;
  if payment is null or payment is distinct from (
    select payment_id from private.settlements where order_id = bought.id
  ) then
    raise exception 'payment % pays no order', payment_reference using errcode = 'no_data_found';
  end if;
  if rupees is null or rupees <= 0 or rupees <> round(rupees, 2)
    or rupees * 100 >= (select left_over from private.refund_money where payment_id = payment)
  then
    raise exception 'a discount is less than what is left of the payment, in rupees'
      using errcode = 'invalid_parameter_value';
  end if;
  insert into private.refund_requests (
    kind, state, order_id, payment_id, member_id, amount, sessions, unused, reason, decided_at
  )
  values (
    'discount', 'approved', bought.id, payment, bought.user_id, (rupees * 100)::integer, 0, 0,
    nullif(trim(grant_discount.reason), ''), now()
  )
  returning * into made;
  return made.number;
end;
$$;

-- Enters a purchase that was paid through /pay or by a link of the provider, at a price of the catalogue
-- (§17.13). The reference is the provider's payment id, or the bank's for a transfer. The buyer's account is
-- found by the address; a buyer who has none yet claims the pack by it. `provider_order` lets later news
-- of the payment arrive.
create function operations.record_purchase(
  payment_reference text, pack text, rupees numeric, email text,
  paid_at timestamptz default now(), method text default null, provider_order text default null
)
returns text
language plpgsql
set search_path = ''
as $$
declare
  members constant uuid[] := array(
    select id from auth.users
    where lower(users.email) = lower(trim(record_purchase.email))
      -- Somebody may have signed up with a stranger's address.
      and users.email_confirmed_at is not null
  );
  new_id constant uuid := gen_random_uuid();
  made public.orders;
begin
  if trim(payment_reference) !~ '^[A-Za-z0-9_-]{6,64}$' or record_purchase.paid_at > now() then
    raise exception 'a reference has 6 to 64 letters and digits, and a payment is past'
      using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from public.payments where id = trim(payment_reference)) then
    raise exception 'payment % is recorded', payment_reference using errcode = 'unique_violation';
  end if;
  insert into public.orders (
    id, user_id, pack, amount, receipt, provider_order_id, idempotency_key, created_at
  )
  values (
    new_id, members[1], record_purchase.pack, (rupees * 100)::integer,
    'ac_' || replace(new_id::text, '-', ''), trim(record_purchase.provider_order),
    gen_random_uuid(), record_purchase.paid_at
  )
  returning * into made;
  insert into public.payments (
    id, order_id, amount, currency, status, method, email, provider_created_at
  )
  values (
    trim(payment_reference), made.id, made.amount, made.currency, 'captured',
    record_purchase.method, private.payer_address(record_purchase.email), record_purchase.paid_at
  );
  perform private.settle_order(made);
  return format('recorded for %s', case
    when members[1] is null then 'whoever proves the address' else 'the member' end);
end;
$$;

-- Requests that need somebody, the nearest promise first. Equal letters came with these other requests, and
-- one of the refunds by hand may be for this one.
create view operations.open_refunds with (security_invoker = true) as
select
  requests.number as request,
  requests.kind,
  requests.state,
  case
    when private.is_undecided(requests) then private.three_weeks_after(requests.asked_at)
    else private.three_weeks_after(requests.decided_at)
  end as promised_for,
  private.missed_promise(requests) as missed,
  round(requests.amount / 100.0, 2) as amount,
  requests.sessions,
  orders.pack,
  requests.payment_id as payment,
  profiles.email as member,
  requests.institute,
  requests.offered_on,
  requests.interviewed_on,
  array(
    select files.path from private.files as files
    where files.refund_request_id = requests.id
    order by files.created_at
  ) as letters,
  array(
    select others.number from private.refund_requests as others
    where others.id <> requests.id and others.letters && requests.letters
    order by others.number
  ) as equal_letters,
  requests.needs,
  requests.answer,
  requests.problem,
  requests.held_at is not null as held,
  array(
    select refunds.id from private.refunds_by_hand as refunds
    where refunds.payment_id = requests.payment_id
      and private.fits_hand_refund(requests, refunds)
    order by refunds.id
  ) as refunds_by_hand,
  private.is_disputed(requests.order_id) as disputed,
  requests.asked_at,
  exists (
    select from private.outbox as told
    where told.dedupe_key = 'refund_asked ' || requests.id and told.sent_at is not null
  ) as is_confirmed
from private.refund_requests as requests
join public.orders as orders on orders.id = requests.order_id
left join public.profiles as profiles on profiles.id = requests.member_id
-- In words that the index knows, instead of private.is_open.
where requests.state not in ('declined', 'taken_back', 'paid')
order by promised_for, requests.number;

create view operations.disputes with (security_invoker = true) as
select
  disputes.id as dispute,
  disputes.status,
  disputes.respond_by,
  round(disputes.amount / 100.0, 2) as amount,
  disputes.reason,
  disputes.payment_id as payment,
  orders.pack,
  profiles.email as member,
  disputes.noted_at,
  disputes.ended_at
from private.disputes as disputes
left join public.orders as orders on orders.id = disputes.order_id
left join public.profiles as profiles on profiles.id = orders.user_id
order by disputes.ended_at is not null, disputes.respond_by, disputes.noted_at;

-- What needs a person about refunds (§17.15): a promise in three days or missed, a confirmation that did not
-- leave within 48 hours, what failed, is held or goes by transfer, and disputes.
create function private.refund_matters()
returns table (matter text, what text)
language sql
stable
set search_path = ''
as $$
  select
    'refund request ' || request || ' ' || promised_for,
    format('Refund %s is promised for %s: look at operations.open_refunds.', request, promised_for)
  from operations.open_refunds
  where promised_for <= private.india_day(now()) + 3
  union all
  select
    'refund confirmation ' || request,
    format('The confirmation of refund %s has not left: look at operations.mails_failed.', request)
  from operations.open_refunds
  where kind <> 'discount' and not is_confirmed and asked_at <= now() - interval '48 hours'
  union all
  select
    format('refund trouble %s %s', request, state),
    format('Refund %s is %s: look at operations.open_refunds.', request, case
      when held then 'held' when state = 'by_transfer' then 'to be made by transfer'
      else 'not paid yet' end)
  from operations.open_refunds
  where held or problem is not null or state in ('failed', 'by_transfer')
  union all
  select
    'dispute ' || dispute,
    format('Dispute %s of payment %s is open: look at operations.disputes.', dispute, payment)
  from operations.disputes
  where ended_at is null
  union all
  select
    'refund event ' || event_id,
    format('Event %s could not be taken: %s', event_id, error)
  from private.event_faults
  union all
  select
    'refunds job ' || finished_at,
    format('The refunds job has not finished since %s UTC.', to_char(
      finished_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'
    ))
  from private.job_runs
  where job = 'refunds' and finished_at <= now() - interval '30 minutes';
$$;

-- Everything that needs a person now: the matters of before, and those of refunds.
alter function private.matters_now() rename to matters_before_refunds;

create function private.matters_now()
returns table (matter text, what text)
language sql
stable
set search_path = ''
as $$
  select matter, what from private.matters_before_refunds()
  union all
  select matter, what from private.refund_matters();
$$;

-- A new project is not warned before the first run.
insert into private.job_runs (job) values ('refunds');

-- Paths of letters of requests that were taken back, or ended more than 30 days ago (§17.17).
create function private.old_letter_paths()
returns setof text
language sql
stable
set search_path = ''
as $$
  select files.path
  from private.files as files
  join private.refund_requests as requests on requests.id = files.refund_request_id
  where requests.state = 'taken_back' or requests.ended_at < now() - interval '30 days'
  order by files.created_at, files.id
  limit 100;
$$;

-- Paths of files that nobody needs any more, a hundred at most: of sessions that ended more than a year ago
-- (§18.19), of rate matches that were taken back, answered more than 30 days ago, or are as old as the
-- member's loan (§16.61), and old letters.
create or replace function public.old_file_paths()
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select old.path
    from (
      select files.path, files.created_at, files.id
      from private.files as files
      join private.bookings as bookings on bookings.id = files.booking_id
      where bookings.ends_at < now() - interval '1 year'
      union all
      select files.path, files.created_at, files.id
      from private.files as files
      join private.rate_matches as matches on matches.id = files.rate_match_id
      where matches.state = 'taken_back'
        or matches.state in ('matched', 'bettered', 'declined')
          and matches.changed_at < now() - interval '30 days'
        or matches.member_id in (select private.stale_borrowers(100))
      union all
      select files.path, files.created_at, files.id
      from private.files as files
      where files.path in (select private.old_letter_paths())
    ) as old
    order by old.created_at, old.id
    limit 100
  );
$$;

-- What is kept about a member's refunds, for the export.
create function public.refunds_of(p_user_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.refund_json(requests) order by requests.asked_at), '[]')
  from private.refund_requests as requests where requests.member_id = p_user_id;
$$;

-- Removes what was said about the person. A refund under way goes on without the person.
create function private.forget_refunds(p_user_id uuid)
returns void
language sql
set search_path = ''
as $$
  update private.refund_requests
  set institute = null, answer = null, needs = null, reason = null
  where member_id = p_user_id;
$$;

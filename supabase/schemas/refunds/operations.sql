-- Paying refunds (§17.9 to §17.12), and operators' decisions. The provider pays once per key (request and attempt), and
-- the database records the result once, so everything else can safely be repeated.

-- Whether a payment is so old that the provider can refund it only with an instant refund.
create function private.is_old_payment(payment public.payments) returns boolean
language sql stable set search_path = ''
return coalesce(payment.provider_created_at, payment.created_at) < now() - private.period('old payment');

-- Applies the status of a refund at the provider to a request. The caller has locked the order. A failed refund leads
-- to the next attempt; every other final state is kept.
create function private.settle_refund(p_request uuid, p_refund text, p_status text) returns void
language plpgsql set search_path = '' as $$
declare
  request private.refund_requests;
begin
  select * into request from private.refund_requests where id = p_request for update;
  if p_refund = any (request.failed_refunds)
    or request.state not in ('approved', 'paying', 'failed', 'by_transfer')
  then
    return;
  end if;
  if p_status = 'failed' then
    update private.refund_requests set failed_refunds = failed_refunds || p_refund where id = request.id;
    -- Leaves the request alone if another of the provider's refunds pays it.
    update private.refund_requests
    set state = 'failed', attempt = attempt + 1, refund_id = null, sent_at = null
    where id = request.id and state = 'paying' and coalesce(refund_id, p_refund) = p_refund;
    return;
  end if;
  update private.refund_requests set state = 'paying' where id = request.id and state <> 'paying';
  update private.refund_requests
  set
    refund_id = p_refund,
    state = case when p_status = 'processed' then 'paid' else state end,
    sent_at = coalesce(sent_at, now()),
    problem = null, held_at = null
  where id = request.id;
  delete from private.refunds_by_hand where id = p_refund;
end;
$$;

-- Records which of a payment's refunds at the provider, each {id, amount, status, number, created_at}, were made by
-- hand: those that are processed and do not belong to any request. The caller has locked the order.
create function private.note_hand_refunds(p_payment text, p_refunds jsonb) returns void
language sql set search_path = '' as $$
  insert into private.refunds_by_hand (id, payment_id, amount, number, made_at)
  select
    refunds.id, payments.id, refunds.amount, refunds.number,
    coalesce(to_timestamp(refunds.created_at), now())
  from jsonb_to_recordset(p_refunds)
    as refunds (id text, amount integer, status text, number text, created_at bigint)
  join public.payments as payments on payments.id = p_payment
  where refunds.status = 'processed'
    and not exists (
      select from private.refund_requests as requests
      where requests.payment_id = payments.id
        and (
          requests.refund_id = refunds.id
          or requests.number = refunds.number and requests.amount = refunds.amount
            and private.is_open(requests) and not private.is_undecided(requests)
        )
    )
  on conflict (id) do nothing;
$$;

-- Whether a refund made by hand may belong to a request: it has the request's amount, not another request's number, and
-- was created after the request was made or released.
create function private.fits_hand_refund(
  request private.refund_requests, refund private.refunds_by_hand
) returns boolean
language sql stable set search_path = ''
return request.payment_id = refund.payment_id
  and request.amount = refund.amount and coalesce(refund.number, request.number) = request.number
  and request.refund_id is null and private.is_open(request)
  -- The provider reports times in whole seconds, so we truncate ours too.
  and refund.made_at >= date_trunc('second', coalesce(request.released_at, request.asked_at));

-- Matches each manual refund of a payment with the approved request that it pays, if exactly one fits (§17.22). The
-- caller has locked the order.
create function private.adopt_hand_refunds(p_payment text) returns void
language plpgsql set search_path = '' as $$
declare
  fitting record;
begin
  for fitting in
    select refunds.id, min(requests.id::text)::uuid as request
    from private.refunds_by_hand as refunds
    join private.refund_requests as requests
      on requests.payment_id = refunds.payment_id and private.fits_hand_refund(requests, refunds)
    where refunds.payment_id = p_payment and not private.is_undecided(requests)
    group by refunds.id
    having count(*) = 1
    order by min(refunds.made_at), refunds.id
  loop
    perform private.settle_refund(fitting.request, fitting.id, 'processed');
  end loop;
end;
$$;

-- Claims up to p_limit refunds to pay, each for two minutes, earliest decision first. A refund that the provider cannot
-- pay, or that has failed three times, becomes a bank transfer. Disputed and held refunds wait.
create function public.claim_refunds(p_limit integer default 20)
returns table (request uuid, number text, payment text, amount integer, attempt integer, speed text)
language plpgsql security definer set search_path = '' as $$
declare
  due private.refund_requests;
  paid public.payments;
begin
  for due in
    select * from private.refund_requests as requests
    where requests.state in ('approved', 'paying', 'failed') and requests.held_at is null
      and requests.leased_until <= now() and not private.is_disputed(requests.order_id)
    -- Requests that were tried most recently come last.
    order by requests.leased_until, requests.decided_at, requests.id
    limit p_limit
    for update skip locked
  loop
    select * into paid from public.payments where id = due.payment_id;
    if paid.id !~ '^pay_' or due.attempt > 3 and due.refund_id is null then
      update private.refund_requests set state = 'by_transfer' where id = due.id;
      continue;
    end if;
    update private.refund_requests
    -- The problem is cleared, because only a recent refusal lets the owner bypass the provider
    -- (operations.refund_by_transfer).
    set state = 'paying', leased_until = now() + interval '2 minutes', problem = null
    where id = due.id;
    return query select
      due.id, due.number, paid.id, due.amount, due.attempt,
      case when private.is_old_payment(paid) then 'optimum' else 'normal' end;
  end loop;
end;
$$;

-- Applies the provider's refunds of a claimed request's payment, each {id, amount, status, number, created_at}:
-- `number` is our request's number in its notes, or null. Returns 'ask' if the caller should now ask the provider to
-- pay, or else the request's state, 'waiting', 'held' or 'disputed'.
--
-- A refund without a number, made after the request and with the same amount, was made by hand for it. If the amount is
-- different, the request is held until an operator has checked the refund (operations.pay_refund).
create function public.note_refunds(p_request uuid, p_refunds jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  request private.refund_requests;
  reported record;
  why text;
begin
  perform private.lock_order((select order_id from private.refund_requests where id = p_request));
  select * into request from private.refund_requests where id = p_request for update;
  perform private.note_hand_refunds(request.payment_id, p_refunds);
  if request.state is distinct from 'paying' then
    return request.state;
  end if;
  for reported in
    select * from jsonb_to_recordset(p_refunds)
      as refunds (id text, amount integer, status text, number text)
    where refunds.number = request.number and refunds.amount = request.amount
      or refunds.id = request.refund_id
    -- A processed refund settles the request, whatever failed before it.
    order by refunds.status <> 'processed', refunds.id
  loop
    perform private.settle_refund(request.id, reported.id, reported.status);
  end loop;
  select * into request from private.refund_requests where id = p_request;
  if request.state <> 'paying' then
    return request.state;
  end if;
  if request.refund_id is not null then
    return 'waiting';
  end if;

  for reported in
    select refunds.id, refunds.amount, refunds.status
    from jsonb_to_recordset(p_refunds)
      as refunds (id text, amount integer, status text, number text, created_at bigint)
    where refunds.status <> 'failed'
      and to_timestamp(refunds.created_at)
        >= date_trunc('second', coalesce(request.released_at, request.asked_at))
      and not exists (
        select from private.refund_requests as others
        where others.number = refunds.number or others.refund_id = refunds.id
      )
    order by refunds.amount <> request.amount, refunds.id
  loop
    if reported.amount = request.amount then
      perform private.settle_refund(request.id, reported.id, reported.status);
      select * into request from private.refund_requests where id = p_request;
      return case when request.state = 'paying' then 'waiting' else request.state end;
    end if;
    why := format('Refund %s of the same payment was made in the meantime.', reported.id);
  end loop;
  if (select left_over from private.refund_money where payment_id = request.payment_id) < 0
    or request.amount + (
      select coalesce(sum(refunds.amount), 0)
      from jsonb_to_recordset(p_refunds) as refunds (amount integer, status text)
      where refunds.status <> 'failed'
    ) > (select amount from public.payments where id = request.payment_id)
  then
    why := 'This is more than what is left of the payment.';
  end if;
  if why is not null then
    update private.refund_requests set problem = why, held_at = now() where id = request.id;
    return 'held';
  end if;
  if private.is_disputed(request.order_id) then
    return 'disputed';
  end if;
  update private.refund_requests set sent_at = now() where id = request.id;
  return 'ask';
end;
$$;

-- Applies the provider's refusal of an attempt. A final refusal, for a payment older than six months, leads to a bank
-- transfer (§17.11). Any other refusal is recorded for operators, and the job tries again later. Returns the state.
create function public.note_refusal(p_request uuid, p_attempt integer, p_why text, p_is_final boolean) returns text
language plpgsql security definer set search_path = '' as $$
declare
  request private.refund_requests;
begin
  select * into request from private.refund_requests where id = p_request for update;
  if (request.state, request.attempt) is not distinct from ('paying', p_attempt)
    and request.refund_id is null
  then
    update private.refund_requests as requests
    set
      problem = left(p_why, 500),
      state = case
        when p_is_final and private.is_old_payment(payments) then 'by_transfer' else requests.state
      end
    from public.payments as payments
    where requests.id = request.id and payments.id = requests.payment_id
    returning requests.state into request.state;
  end if;
  return request.state;
end;
$$;

-- Applies a dispute event. Events may arrive late or twice, so the newest report counts, and a dispute that has ended
-- stays ended.
create function private.note_dispute(event public.payment_events) returns void
language plpgsql set search_path = '' as $$
declare
  body constant json := private.event_json(event.body);
  entity constant json := body #> '{payload,dispute,entity}';
  ends constant text[] := array['closed', 'won', 'lost'];
  reported constant text := case event.type
    when 'payment.dispute.created' then 'open'
    else substring(event.type from '^payment\.dispute\.(.*)$')
  end;
begin
  if json_typeof(entity -> 'id') is distinct from 'string'
    or (entity ->> 'amount') !~ '^[0-9]{1,9}$'
    or reported <> all (ends || array['open', 'action_required', 'under_review'])
    or event.payment_id is null
  then
    return;
  end if;
  insert into private.disputes as known (
    id, payment_id, order_id, amount, status, reason, respond_by, reported_at, ended_at
  )
  values (
    left(entity ->> 'id', 100),
    event.payment_id,
    coalesce(event.order_id, (select order_id from public.payments where id = event.payment_id)),
    (entity ->> 'amount')::integer,
    reported,
    left(entity ->> 'reason_code', 200),
    private.provider_time(entity ->> 'respond_by'),
    coalesce(private.provider_time(body ->> 'created_at'), event.received_at),
    case when reported = any (ends) then now() end
  )
  on conflict (id) do update
  set
    order_id = coalesce(known.order_id, excluded.order_id),
    amount = excluded.amount,
    status = excluded.status,
    reason = coalesce(excluded.reason, known.reason),
    respond_by = coalesce(excluded.respond_by, known.respond_by),
    reported_at = excluded.reported_at,
    ended_at = coalesce(known.ended_at, excluded.ended_at)
  where (coalesce(array_position(ends, excluded.status), 0), excluded.reported_at)
    >= (coalesce(array_position(ends, known.status), 0), known.reported_at);
end;
$$;

-- Applies a refund event to the request whose number it contains, that is waiting for it, or that an owner has paid by
-- hand.
create function private.note_refund_event(event public.payment_events) returns void
language plpgsql set search_path = '' as $$
declare
  entity constant json := private.event_json(event.body) #> '{payload,refund,entity}';
  status constant text := case event.type
    when 'refund.processed' then 'processed' when 'refund.failed' then 'failed' else 'pending'
  end;
  reported record;
  request uuid;
begin
  reported := private.read_refund(event.body);
  if reported.id is null then
    return;
  end if;
  -- If the event does not contain an order, nothing is locked yet.
  perform private.lock_order((select order_id from public.payments where id = event.payment_id));
  select requests.id into request from private.refund_requests as requests
  where requests.payment_id = event.payment_id
    and (
      requests.refund_id = reported.id
      or requests.number = private.refund_number(entity) and requests.amount = reported.amount
    );
  if request is not null then
    perform private.settle_refund(request, reported.id, status);
  end if;
  if status <> 'processed' then
    return;
  end if;
  perform private.note_hand_refunds(event.payment_id, jsonb_build_array(jsonb_build_object(
    'id', reported.id, 'amount', reported.amount, 'status', status, 'number', private.refund_number(entity),
    'created_at', extract(epoch from private.provider_time(entity ->> 'created_at'))::bigint
  )));
  perform private.adopt_hand_refunds(event.payment_id);
end;
$$;

-- Events about refunds or disputes that could not be applied. A job tries them again.
create table private.event_faults (
  event_id text primary key references public.payment_events (id) on delete cascade,
  error text,
  noted_at timestamptz not null default now()
);

-- Applies an event about refunds or disputes; returns false if that fails. Never raises, so that the payment is
-- recorded anyway (§15.10).
create function private.take_event(event public.payment_events) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_order(event.order_id);
  if event.type like 'refund.%' then
    perform private.note_refund_event(event);
  else
    perform private.note_dispute(event);
  end if;
  delete from private.event_faults where event_id = event.id;
  return true;
exception when others then
  insert into private.event_faults (event_id, error) values (event.id, left(sqlerrm, 500))
  on conflict (event_id) do update set error = excluded.error, noted_at = now();
  return false;
end;
$$;

create function private.follow_payment_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_event(new);
  return null;
end;
$$;

-- The outcome is written last, so that the payment and the order already reflect the event.
create trigger payment_events_follow after update of outcome on public.payment_events
  for each row when (new.type like 'refund.%' or new.type like 'payment.dispute.%')
  execute function private.follow_payment_event();

-- Tries up to 20 failed events again. Returns how many were applied.
create function public.repair_events() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  event public.payment_events;
  repaired integer := 0;
begin
  for event in
    select events.* from public.payment_events as events
    where events.id in (select event_id from private.event_faults order by noted_at, event_id limit 20)
  loop
    repaired := repaired + private.take_event(event)::integer;
  end loop;
  return repaired;
end;
$$;

-- A request by its number. Locks its order, then the request.
create function private.request_numbered(p_number text) returns private.refund_requests
language plpgsql set search_path = '' as $$
declare
  request private.refund_requests;
begin
  perform private.lock_order((select order_id from private.refund_requests where number = upper(p_number)));
  select * into request from private.refund_requests where number = upper(p_number) for update;
  perform private.stop_when(request.id is null, format('We have no refund %s.', p_number));
  return request;
end;
$$;

-- Raises already_decided unless `is_right`, a condition on the request's state, is true.
create function private.require_state(request private.refund_requests, is_right boolean)
returns void
language sql set search_path = '' as $$
  select private.refuse_when(
    'already_decided', not is_right, format('request %s is %s', request.number, request.state)
  );
$$;

-- A request as the desk's messages name it: 'R-10002, Rs 699, Asha Rao'.
create function private.said_refund(request private.refund_requests) returns text
language sql stable set search_path = ''
return concat_ws(', ', request.number, private.said_rupees(request.amount), coalesce(
  (select name from private.people where id = request.member_id),
  (select coalesce(email, contact) from public.payments where id = request.payment_id)
));

-- Approves a request; the scheduled function then pays it. A 100% refund returns what is left at this time, so all
-- other requests for the pack must be decided first.
create function operations.approve_refund(request text) returns text
language plpgsql set search_path = '' as $$
declare
  known private.refund_requests := private.request_numbered(request);
  other text;
begin
  perform private.require_state(known, private.is_undecided(known));
  -- After a manual refund, a second payment may count as the one that pays for the order. This request must not use up
  -- the sessions of that payment.
  perform private.stop_when(known.payment_id is distinct from (
    select payment_id from private.settlements where order_id = known.order_id
  ), 'Its payment no longer counts, because it was refunded by hand. Decline this request.');
  if known.kind = 'offer' then
    select others.number into other from private.refund_requests as others
    where others.order_id = known.order_id and others.id <> known.id
      and private.is_undecided(others);
    perform private.stop_when(other is not null, format('Decide %s of the same pack first.', other));
    -- A manual refund for this request is deducted twice, in the request's amount and on its own, so we add it back
    -- once.
    known.amount := known.amount + (
      select left_over from private.refund_money where payment_id = known.payment_id
    ) + coalesce(
      (
        select sum(refunds.amount) from private.refunds_by_hand as refunds
        where private.fits_hand_refund(known, refunds)
      ),
      0
    );
    perform private.stop_when(known.amount <= 0, 'Its whole payment has already been refunded. Decline this request.');
  end if;
  update private.refund_requests set state = 'approved', amount = known.amount, problem = null
  where id = known.id;
  perform private.log_refund('approve_refund', known);
  return format(
    'Approved: %s. You can undo this under Money until we pay the refund, within ten minutes.',
    private.said_refund(known)
  );
end;
$$;

-- Refunds one session of a pack to the buyer, whoever booked it, even after the three weeks (§17.28). Otherwise refuses
-- whatever ask_session_refund refuses.
create function operations.refund_session(booking uuid) returns text
language plpgsql set search_path = '' as $$
declare
  made private.refund_requests;
begin
  perform private.stop_when(exists (
    select from private.bookings where id = booking and state = 'booked' and starts_at > now()
  ), 'This session has not taken place yet. Cancel it instead.');
  perform private.lock_order((select order_id from private.bookings where id = booking));
  made := private.add_session_refund(booking, true);
  perform private.log_action('refund_session', booking::text, made.member_id);
  return operations.approve_refund(made.number);
end;
$$;

-- Declines a request. The member sees the reason. A request that is held or paid by transfer can still be declined,
-- because it may turn out to have been paid in another way.
create function operations.decline_refund(request text, reason text) returns text
language plpgsql set search_path = '' as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  perform private.require_state(
    known,
    known.held_at is not null or known.state = 'by_transfer' or private.is_undecided(known)
  );
  perform private.stop_when(
    private.is_blank(decline_refund.reason), 'Write a reason. The member will read it.', 'reason'
  );
  update private.refund_requests as requests
  set state = 'declined', reason = decline_refund.reason
  where requests.id = known.id;
  perform private.log_refund('decline_refund', known);
  return format('Declined: %s.', private.said_refund(known));
end;
$$;

-- Asks the member once for more information. The member sees `needs` as it is written.
create function operations.ask_for_more(request text, needs text) returns text
language plpgsql set search_path = '' as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  perform private.require_state(known, private.is_undecided(known));
  perform private.stop_when(
    known.needs is not null, 'You have already asked the member once. Approve or decline the request.'
  );
  perform private.stop_when(
    private.is_blank(ask_for_more.needs), 'Write what you need. The member will read it.', 'needs'
  );
  update private.refund_requests as requests
  set state = 'more_needed', needs = ask_for_more.needs
  where requests.id = known.id;
  perform private.log_action('ask_for_more', known.number, known.member_id);
  return format('Asked for more information: %s.', private.said_refund(known));
end;
$$;

-- Undoes an approval that the job has not picked up yet. The request is open for a decision again, or is declined if no
-- member made it. A member who was told about the approval is told about this too.
create function operations.undo_refund(request text, reason text default 'It was given by mistake.') returns text
language plpgsql set search_path = '' as $$
declare
  known private.refund_requests := private.request_numbered(request);
  news constant text := 'refund_approved ' || known.id;
  was_told boolean;
begin
  perform private.stop_when(
    known.state <> 'approved', 'You can undo an approval only until the refund is on its way.'
  );
  perform private.log_refund('undo_refund', known);
  delete from private.outbox
  where dedupe_key = news and sent_at is null and coalesce(leased_until < now(), true);
  was_told := not found;
  if private.is_unasked(known) then
    update private.refund_requests set state = 'declined', reason = undo_refund.reason where id = known.id;
    if not was_told then
      delete from private.outbox where dedupe_key = 'refund_declined ' || known.id;
    end if;
    return format('Approval undone: %s. No money is sent.', private.said_refund(known));
  end if;
  update private.refund_requests set state = 'asked' where id = known.id returning * into known;
  if was_told then
    -- So that a later approval can send its email.
    update private.outbox set dedupe_key = news || ' undone ' || gen_random_uuid() where dedupe_key = news;
    perform private.tell_of_refund('refund_reopened', known);
  end if;
  return format('Approval undone: %s. It waits for your decision again.', private.said_refund(known));
end;
$$;

-- Releases a held request after an operator has checked the manual refund.
create function operations.pay_refund(request text) returns text
language plpgsql set search_path = '' as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  perform private.stop_when(known.held_at is null, 'This refund is not held back.');
  update private.refund_requests
  set held_at = null, problem = null, released_at = now(), leased_until = '-infinity'
  where id = known.id;
  perform private.log_refund('pay_refund', known);
  return format('Released: %s. We pay it within ten minutes.', private.said_refund(known));
end;
$$;

-- Switches a request to a bank transfer if the provider refuses it, unless the money has already been returned
-- manually.
create function operations.refund_by_transfer(request text) returns text
language plpgsql set search_path = '' as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  perform private.stop_when(
    known.state = 'paying' and (known.refund_id is not null or known.problem is null),
    'This refund is at the bank. Wait until it is paid or refused.'
  );
  perform private.stop_when(known.state = 'by_transfer', 'This refund is already to be paid by bank transfer.');
  update private.refund_requests set state = 'by_transfer', held_at = null where id = known.id;
  perform private.adopt_hand_refunds(known.payment_id);
  perform private.log_refund('refund_by_transfer', known);
  return format(
    case when (private.request_numbered(request)).state = 'paid' then 'Paid: %s. A refund made by hand covers it.'
      else 'Switched to bank transfer: %s. Next: make the transfer once the member has named an account.' end,
    private.said_refund(known)
  );
end;
$$;

-- Records the bank's reference for a transfer, or the id of a manual refund that fits several requests.
create function operations.record_transfer(request text, reference text) returns text
language plpgsql set search_path = '' as $$
declare
  known private.refund_requests := private.request_numbered(request);
begin
  perform private.require_state(known, known.state = 'by_transfer');
  perform private.refuse_when(
    'not_a_reference', private.is_reference(record_transfer.reference) is not true, field => 'reference'
  );
  perform private.log_refund('record_transfer', known);
  if exists (
    select from private.refunds_by_hand as refunds
    where refunds.id = record_transfer.reference and private.fits_hand_refund(known, refunds)
  ) then
    perform private.settle_refund(known.id, record_transfer.reference, 'processed');
    return format('Paid: %s.', private.said_refund(known));
  end if;
  -- If this were recorded as a transfer, the refund would count twice once the provider reports it.
  perform private.stop_when(
    record_transfer.reference ~ '^(pay|rfnd)_',
    'Razorpay has reported no such refund for this request. Check the reference.', 'reference'
  );
  perform private.stop_when(exists (
    select from private.refund_requests as others
    where lower(others.transfer_reference) = lower(record_transfer.reference)
  ), 'Another refund was paid with this transfer. Check the reference.', 'reference');
  perform private.stop_when(
    private.is_disputed(known.order_id),
    'The buyer has disputed this payment with the bank. Wait until the dispute is settled.'
  );
  -- The provider's sums do not yet include a refund that is being sent.
  perform private.stop_when(exists (
    select from private.refund_requests as others
    where others.payment_id = known.payment_id and others.state = 'paying'
  ), 'Another refund of this payment is on its way. Wait until it is paid.');
  perform private.stop_when(
    (select left_over from private.refund_money where payment_id = known.payment_id) < 0,
    'This refund is more than what is left of its payment.'
  );
  update private.refund_requests
  set state = 'paid', transfer_reference = record_transfer.reference, problem = null
  where id = known.id;
  return format('Paid: %s.', private.said_refund(known));
end;
$$;

-- Grants a discount by returning money without using up sessions (§17.13). The reference is the payment's id. A second
-- discount of the same amount on the same day needs `again`.
create function operations.grant_discount(
  payment_reference text, rupees numeric, reason text, again boolean default false
) returns text
language plpgsql set search_path = '' as $$
declare
  bought constant public.orders := private.order_of_payment(payment_reference);
  made private.refund_requests;
begin
  perform private.stop_when(bought.id is null or payment_reference is distinct from (
    select payment_id from private.settlements where order_id = bought.id
  ), format('Payment %s did not buy a pack.', payment_reference));
  perform private.stop_when(private.is_blank(reason), 'Write a reason. The member will read it.', 'reason');
  perform private.stop_when(
    rupees is null or rupees < 1 or rupees <> round(rupees, 2)
      or rupees * 100 >= (select left_over from private.refund_money where payment_id = payment_reference),
    format('Enter Rs 1 or more, and less than the %s that is left of the payment.', (
      select private.said_rupees(left_over) from private.refund_money where payment_id = payment_reference
    )), 'rupees'
  );
  perform private.stop_when(
    not again and exists (
      select from private.refund_requests as earlier
      where earlier.payment_id = payment_reference and earlier.kind = 'discount'
        and earlier.amount = rupees * 100 and earlier.state <> 'declined'
        and private.india_day(earlier.asked_at) = private.india_day(now())
    ),
    'The same discount was already given today. To give it again, tick the box for that.', 'again'
  );
  insert into private.refund_requests (
    kind, state, order_id, payment_id, member_id, amount, sessions, unused, reason, decided_at
  )
  values (
    'discount', 'approved', bought.id, payment_reference, bought.user_id, (rupees * 100)::integer, 0, 0,
    nullif(grant_discount.reason, ''), now()
  )
  returning * into made;
  perform private.log_action(
    'grant_discount', made.number, made.member_id, jsonb_build_object('rupees', rupees, 'payment', payment_reference)
  );
  return format('Approved as a discount: %s.', private.said_refund(made));
end;
$$;

-- Money that we received by mistake, longest waiting first: neither refunded yet nor taken back by the payer's bank. We
-- do not refund anything during a dispute, because the bank may take the money back (§17.29). `request` is the request
-- that returns the money, if any (§17.32).
create view operations.refunds_due with (security_invoker = true) as
select
  payments.id as payment_id,
  round((money.left_over + coalesce(returned.amount, 0)) / 100.0, 2) as due,
  payments.currency,
  case
    when payments.review = 'duplicate_payment' then 'the order was paid twice'
    when (payments.amount, payments.currency) = (orders.amount, orders.currency)
      then case
        when exists (select from private.erased_orders where order_id = orders.id)
          then 'it came after its account was closed'
        else 'another purchase has taken the use of its code'
      end
    else 'its amount or currency differs from the order'
  end as why,
  date_trunc('minute', now() - payments.created_at) as waiting,
  orders.provider_order_id, orders.id as order_id,
  exists (
    select from private.disputes as disputes
    where disputes.payment_id = payments.id and disputes.ended_at is null
  ) as disputed,
  returned.number as request, orders.user_id as member_id
from public.payments as payments
join private.refund_money as money on money.payment_id = payments.id
join public.orders as orders on orders.id = payments.order_id
left join lateral (
  select requests.number, requests.amount
  from private.refund_requests as requests
  where requests.payment_id = payments.id
    and requests.kind = 'mistake' and private.is_open(requests)
  order by requests.number
  limit 1
) as returned on true
where payments.review is not null and payments.status = 'captured'
  and money.left_over + coalesce(returned.amount, 0) > 0
order by payments.created_at;

-- Returns a payment received by mistake (§17.32). The scheduled function pays it like a member's refund.
create function operations.return_payment(payment text) returns text
language plpgsql set search_path = '' as $$
declare
  bought constant public.orders := private.order_of_payment(return_payment.payment);
  due record;
  made private.refund_requests;
begin
  select * into due from operations.refunds_due where payment_id = return_payment.payment;
  perform private.stop_when(due.payment_id is null, 'Nothing is left to refund of this payment.');
  perform private.stop_when(
    due.request is not null, format('This payment is already being refunded: %s.', due.request)
  );
  perform private.stop_when(
    due.disputed or private.is_disputed(bought.id),
    'The buyer has disputed this payment with the bank. Wait until the dispute is settled.'
  );
  perform private.stop_when(
    due.currency <> 'INR',
    format('This payment is in %s. Refund it in Razorpay''s dashboard.', due.currency)
  );
  insert into private.refund_requests (
    kind, state, order_id, payment_id, member_id, amount, sessions, unused, decided_at
  )
  values ('mistake', 'approved', bought.id, due.payment_id, bought.user_id, (due.due * 100)::integer, 0, 0, now())
  returning * into made;
  perform private.log_action(
    'return_payment', due.payment_id, bought.user_id, jsonb_build_object('rupees', due.due, 'request', made.number)
  );
  return format('Approved: %s.', private.said_refund(made));
end;
$$;

-- Requests as operators see them. `equal_letters` lists other requests with identical letters. One of `refunds_by_hand`
-- may have paid this request.
create view private.listed_refunds with (security_invoker = true) as
select
  requests.number as request, requests.kind, requests.state,
  private.promised_for(requests) as promised_for,
  private.missed_promise(requests) as missed,
  round(requests.amount / 100.0, 2) as amount,
  requests.sessions, orders.pack, requests.payment_id as payment,
  private.safe_cell(people.email) as member,
  private.safe_cell(requests.institute) as institute,
  requests.offered_on, requests.interviewed_on,
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
  private.safe_cell(requests.went_wrong) as went_wrong,
  requests.needs,
  private.safe_cell(requests.answer) as answer,
  requests.problem,
  requests.held_at is not null as held,
  array(
    select refunds.id from private.refunds_by_hand as refunds
    where refunds.payment_id = requests.payment_id and private.fits_hand_refund(requests, refunds)
    order by refunds.id
  ) as refunds_by_hand,
  private.is_disputed(requests.order_id) as disputed,
  requests.asked_at,
  exists (
    select from private.outbox as told
    where told.dedupe_key = 'refund_asked ' || requests.id and told.sent_at is not null
  ) as is_confirmed,
  -- The files' ids, in the same order as `letters`.
  array(
    select files.id from private.files as files
    where files.refund_request_id = requests.id
    order by files.created_at
  ) as files,
  requests.member_id,
  coalesce(requests.decided_at, requests.asked_at) as due_since,
  private.safe_cell(people.name) as member_name,
  requests.reason, requests.ended_at,
  coalesce(requests.refund_id, requests.transfer_reference) as reference
from private.refund_requests as requests
join public.orders as orders on orders.id = requests.order_id
left join private.people as people on people.id = requests.member_id;

-- Open requests. The condition is spelled out so that it matches the indexes, which it would not if it called
-- private.is_open. The request with the earliest `due_since` is the most urgent.
create view operations.open_refunds with (security_invoker = true) as
select * from private.listed_refunds where state not in ('declined', 'taken_back', 'paid');

create function operations.refund_facts(request text) returns setof private.listed_refunds
language sql stable set search_path = '' as $$
  select * from private.listed_refunds as listed where listed.request = refund_facts.request;
$$;

create view operations.disputes with (security_invoker = true) as
select
  disputes.id as dispute, disputes.status, disputes.respond_by,
  round(disputes.amount / 100.0, 2) as amount,
  disputes.reason, disputes.payment_id as payment, orders.pack,
  private.safe_cell(people.email) as member,
  disputes.noted_at, disputes.ended_at, orders.user_id as member_id, private.safe_cell(people.name) as member_name
from private.disputes as disputes
left join public.orders as orders on orders.id = disputes.order_id
left join private.people as people on people.id = orders.user_id
order by disputes.ended_at is not null, disputes.respond_by, disputes.noted_at;

-- A payment's order, locked. Stops if the order has been used in any way: for a session, for a second person, or for a
-- refund.
create function private.unused_order(payment text) returns public.orders
language plpgsql set search_path = '' as $$
declare
  bought constant public.orders := private.order_of_payment(payment);
begin
  perform private.stop_when(
    exists (select from private.bookings as bookings where order_id = bought.id and private.costs_session(bookings))
    or exists (select from private.past_sessions where order_id = bought.id),
    'This pack has been used. Cancel its sessions first.'
  );
  perform private.stop_when(
    exists (select from private.second_persons where order_id = bought.id),
    'This pack has a second person, so it stays as it is.'
  );
  perform private.stop_when(
    exists (select from private.refund_requests where order_id = bought.id),
    'There is a refund or a refund request for this pack, so it stays as it is.'
  );
  return bought;
end;
$$;

-- Takes back an unused pack that operations.hand_over or a forwarded receipt has given to the wrong account. The payer
-- can then claim it.
create function operations.undo_hand_over(payment text) returns text
language plpgsql set search_path = '' as $$
declare
  bought constant public.orders := private.unused_order(payment);
begin
  perform private.stop_when(
    not private.was_handed_over(payment, bought.user_id),
    'The buyer has this pack: no one gave it to an account, and no one took it with the link in a receipt.'
  );
  update public.orders set user_id = null where id = bought.id;
  perform private.log_action('undo_hand_over', payment, bought.user_id);
  return format(
    '%s, belongs to no account now. Its payer can claim it, or you give it to an account.',
    private.said_pack(bought.pack, bought.amount)
  );
end;
$$;

-- Ends an unused pack that was entered by hand but never paid for. Does not move any money, and no figure counts the
-- purchase any more. The provider's reports about the payment then need reviewing again.
create function operations.undo_purchase(payment text) returns text
language plpgsql set search_path = '' as $$
declare
  bought public.orders := private.unused_order(payment);
  is_reported boolean;
begin
  perform private.stop_when(
    not private.was_recorded(payment), 'You can cancel only a purchase that was recorded by hand.'
  );
  update public.payments as payments set status = 'refunded', amount_refunded = amount
  where payments.id = payment and payments.status = 'captured';
  perform private.stop_when(not found, 'This purchase has already been cancelled.');
  perform private.settle_order(bought);
  update public.payments as payments set review = 'never_arrived' where payments.id = payment;
  update public.payment_events as events set settled_at = null
  where events.payment_id = payment and events.outcome = 'orphan';
  is_reported := found;
  perform private.log_action(
    'undo_purchase', payment, bought.user_id, jsonb_build_object('rupees', round(bought.amount / 100.0, 2))
  );
  return format(
    'Cancelled: %s.%s',
    concat_ws(
      ', ', private.said_pack(bought.pack, bought.amount), payment,
      coalesce(
        (select name from private.people where id = bought.user_id),
        (select payments.email from public.payments as payments where payments.id = payment)
      )
    ),
    case
      when is_reported then ' Razorpay reported this payment, so look at it under ‘Payment notifications to check’.'
    end
  );
end;
$$;

-- What operators must know about refunds (§17.15): money received by mistake; promised dates that are missed or three
-- days away; confirmations not sent within 48 hours; refunds that failed, are held or must be paid by bank transfer;
-- money refunded twice in the last week; and disputes.
create view private.matters_of_refunds (matter, what) with (security_invoker = true) as
select 'refund ' || payment_id, format('Refund %s %s of payment %s: %s.', currency, due, payment_id, why)
from operations.refunds_due
where not disputed and request is null
union all
select
  'refund request ' || request || ' ' || promised_for,
  format('Refund %s is promised by %s.', request, private.said_day(promised_for))
from operations.open_refunds
where due_since < private.end_of_india_day(private.india_day(now()) + 3 - private.period_days('refund'))
union all
select
  'refund confirmation ' || request,
  format('The email that confirms the request for refund %s has not been sent.', request)
from operations.open_refunds
where kind not in ('discount', 'mistake') and not is_confirmed
  and asked_at <= now() - private.period('acknowledgement')
union all
select
  format('refund trouble %s %s', request, state),
  format('Refund %s is %s.', request, case
    when held then 'held back' when state = 'by_transfer' then 'waiting for your bank transfer'
    else 'not paid yet' end)
from operations.open_refunds
where held or problem is not null or state in ('failed', 'by_transfer')
union all
-- A manual refund for a request that the job has also paid (§17.30).
select
  'refund twice ' || refunds.id,
  format('Refund %s was made in addition to the one that paid %s. Look at payment %s.',
    refunds.id, paid.number, refunds.payment_id)
from private.refunds_by_hand as refunds
cross join lateral (
  select requests.number
  from private.refund_requests as requests
  where requests.payment_id = refunds.payment_id and requests.state = 'paid'
    and requests.amount = refunds.amount
    and coalesce(refunds.number, requests.number) = requests.number
    and refunds.made_at
      between date_trunc('second', coalesce(requests.released_at, requests.asked_at))
        and requests.ended_at + interval '1 hour'
  order by requests.ended_at desc
  limit 1
) as paid
where refunds.made_at > now() - interval '7 days'
union all
select 'dispute ' || dispute, format('Dispute %s of payment %s is open.', dispute, payment)
from operations.disputes
where ended_at is null
union all
select 'refund event ' || event_id, format('The refund notification %s could not be read: %s', event_id, error)
from private.event_faults;

create function private.refunds_of(p_user_id uuid) returns jsonb[]
language sql stable set search_path = ''
return array(
  select private.refund_json(requests)
  from private.refund_requests as requests where requests.member_id = p_user_id
  order by requests.asked_at
);

-- Erases the texts about a person. A refund in progress continues without them.
create function private.forget_refunds(p_user_id uuid) returns void
language sql set search_path = '' as $$
  update private.refund_requests
  set institute = null, went_wrong = null, answer = null, needs = null, reason = null
  where member_id = p_user_id;
$$;

-- Who is told of what about refunds (§17.16). A trigger tells, so that a change tells whoever makes it.

-- The recipient of mails to ourselves; functions/_lib/mail/outbox.ts puts the address of support there.
create function private.support_recipient()
returns text
language sql
immutable
set search_path = ''
as $$
  select 'support@outbox.invalid';
$$;

-- What a mail says of a request.
create function private.refund_payload(request private.refund_requests)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'request', request.id,
    'order_id', request.order_id,
    'number', request.number,
    'kind', request.kind,
    'state', request.state,
    'pack', (select pack from public.orders where id = request.order_id),
    'payment', request.payment_id,
    'amount', request.amount,
    'sessions', request.sessions,
    -- What comes back where no money does. Money that went back by hand may have cost these sessions too, and
    -- is mostly why a request ends after it was approved.
    'unused', request.unused,
    'left', (private.pack_balance(request.order_id)).remaining,
    'was_approved', coalesce(request.decided_at < request.ended_at, false),
    'decide_by', private.three_weeks_after(request.asked_at),
    'pay_by', private.three_weeks_after(request.decided_at),
    'needs', request.needs,
    'reason', request.reason,
    'transfer_reference', request.transfer_reference
  );
$$;

-- Tells the member who asked, or whoever paid for an order without one.
create function private.tell_of_refund(
  kind text, request private.refund_requests, due_at timestamptz default now()
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  buyer record;
begin
  select orders.user_id, users.email, payments.email as payer, profiles.firstname into buyer
  from public.orders as orders
  join public.payments as payments on payments.id = request.payment_id
  left join auth.users as users on users.id = orders.user_id
  left join public.profiles as profiles on profiles.id = orders.user_id
  where orders.id = request.order_id;
  perform private.queue_mail(
    tell_of_refund.kind,
    case when buyer.user_id is null then buyer.payer else buyer.email end,
    private.refund_payload(request)
      || jsonb_build_object('user_id', buyer.user_id, 'name', nullif(buyer.firstname, '')),
    tell_of_refund.kind || ' ' || request.id,
    1,
    tell_of_refund.due_at
  );
end;
$$;

-- Tells support that a request waits for a decision.
create function private.tell_support_of_refund(
  request private.refund_requests, due_at timestamptz default now()
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.queue_mail(
    'refund_to_decide',
    private.support_recipient(),
    private.refund_payload(request) || jsonb_build_object('answered', request.answer is not null),
    'refund_to_decide ' || request.id || case when request.answer is null then '' else ' again' end,
    1,
    tell_support_of_refund.due_at
  );
end;
$$;

create function private.follow_refund_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- By then a request is undone if its letter could not be stored.
  soon constant timestamptz := now() + case
    when tg_op = 'INSERT' and new.kind = 'offer' then interval '2 minutes' else interval '0' end;
begin
  if tg_op = 'INSERT' then
    if new.kind = 'discount' then
      perform private.tell_of_refund('refund_approved', new);
    else
      perform private.tell_of_refund('refund_asked', new, soon);
      perform private.tell_support_of_refund(new, soon);
    end if;
  elsif new.state <> old.state then
    case new.state
      when 'more_needed' then perform private.tell_of_refund('refund_needs_more', new);
      when 'asked' then perform private.tell_support_of_refund(new);
      when 'approved' then perform private.tell_of_refund('refund_approved', new);
      when 'declined' then perform private.tell_of_refund('refund_declined', new);
      when 'taken_back' then perform private.tell_of_refund('refund_taken_back', new);
      when 'by_transfer' then perform private.tell_of_refund('refund_by_transfer', new);
      when 'paid' then perform private.tell_of_refund('refund_paid', new);
      else null;
    end case;
  end if;
  return null;
end;
$$;

create trigger refund_requests_follow after insert or update on private.refund_requests
  for each row execute function private.follow_refund_request();

-- Whether the mail about a refund still holds.
create function private.refund_mail_holds(kind text, payload jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select case
    when refund_mail_holds.kind in ('refund_asked', 'refund_to_decide', 'refund_needs_more')
    then exists (
      select from private.refund_requests as requests
      where requests.id = (payload ->> 'request')::uuid
        and requests.state <> 'taken_back'
        and (refund_mail_holds.kind = 'refund_asked' or private.is_undecided(requests))
        and (refund_mail_holds.kind <> 'refund_needs_more' or requests.state = 'more_needed')
    )
    when refund_mail_holds.kind = 'refund_by_transfer'
    then exists (
      select from private.refund_requests as requests
      where requests.id = (payload ->> 'request')::uuid and requests.state = 'by_transfer'
    )
    else true
  end;
$$;

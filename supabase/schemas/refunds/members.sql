-- What members can see of refunds, and how they ask for them.

-- A request as shown to its member. We promise a decision within three weeks, and the money within three more.
create function private.refund_json(request private.refund_requests) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_jsonb(shown) from (
      select
        request.id, request.number, request.kind, request.state, request.amount, request.sessions,
        request.institute, request.offered_on, request.interviewed_on, request.went_wrong, request.needs,
        request.answer, request.reason, request.asked_at, request.decided_at, request.ended_at,
        request.transfer_reference,
        request.order_id as "order", request.booking_id as booking,
        private.files_json(request.id) as files,
        (select method from public.payments where id = request.payment_id) as method,
        private.refunded_session(request) as "session",
        -- Whether the request ended bookings, in the transaction that created it (§17.5).
        exists (
          select from private.bookings as bookings
          where bookings.order_id = request.order_id and bookings.reason = 'refund_asked'
            and bookings.ended_at = request.asked_at
        ) as cancelled,
        case when request.state = 'paid' then request.ended_at end as paid_at,
        private.three_weeks_after(request.asked_at) as decide_by,
        private.pay_by(request) as pay_by,
        private.missed_promise(request) as late,
        private.is_undecided(request) as can_take_back,
        case when request.state = 'paid' then request.refund_id end as refund_reference,
        private.is_disputed(request.order_id) as disputed
    ) as shown
  );
end;
$$;

-- The current time, and the member's packs, newest first, each with its requests and possible refunds. `sessions`
-- contains the member's own sessions that can still be refunded. An ordinary refund's `bookings` are the member's own
-- upcoming ones; its `cancels` and `uses` count the other person's too.
create function public.my_refunds() returns jsonb
language sql stable security definer set search_path = ''
return jsonb_build_object('now', now(), 'targets', private.targets_json(private.member()), 'packs', array(
  select jsonb_build_object(
    'order', orders.id, 'pack', orders.pack, 'sold', orders.sessions, 'persons', orders.persons,
    'amount', orders.amount, 'returned', terms.returned, 'payment', terms.payment_id, 'paid_at', terms.paid_at,
    'disputed', private.is_disputed(orders.id),
    'ordinary', jsonb_build_object(
      'gives', case when terms.ordinary_refusal is null then terms.ordinary_gives else 0 end, 'sessions', terms.unused,
      'cancels', terms.cancels, 'uses', terms.uses, 'until', terms.until, 'refusal', terms.ordinary_refusal,
      'bookings', array(
        select jsonb_build_object(
          'starts_at', bookings.starts_at, 'kind', slots.kind, 'mentor', mentors.name,
          'is_used', private.free_until(bookings.starts_at) < now()
        )
        from private.bookings as bookings
        join private.slots as slots on slots.id = bookings.slot_id
        join private.mentors as mentors on mentors.id = slots.mentor_id
        where bookings.order_id = orders.id and bookings.member_id = orders.user_id
          and bookings.state = 'booked' and bookings.starts_at > now()
        order by bookings.starts_at
      )
    ),
    'offer', jsonb_build_object(
      'gives', case when terms.offer_refusal is null then terms.offer_gives else 0 end, 'refusal', terms.offer_refusal
    ),
    'sessions', array(
      select to_jsonb(shown) from (
        select
          bookings.id as booking, bookings.starts_at, slots.kind, mentors.name as mentor,
          case
            when bookings.state = 'called_off' or bookings.given_back_at is not null then 'called_off'
            else 'held'
          end as state,
          case when one.refusal is null then one.gives else 0 end as gives, one.until, one.refusal
        from private.bookings as bookings
        join private.slots as slots on slots.id = bookings.slot_id
        join private.mentors as mentors on mentors.id = slots.mentor_id
        cross join private.session_refund_terms(bookings, terms) as one
        where bookings.order_id = orders.id and bookings.member_id = orders.user_id
          and bookings.starts_at > now() - private.period('refund') - interval '2 days'
          and now() < private.end_of_india_day(one.until)
        order by bookings.starts_at desc
      ) as shown
    ),
    'requests', array(
      select private.refund_json(requests)
      from private.refund_requests as requests where requests.order_id = orders.id
      order by requests.asked_at desc, requests.number desc
    )
  )
  from public.orders as orders
  join private.refund_terms(
    array(
      select id from public.orders
      where user_id = (select private.member()) and status in ('paid', 'partially_refunded', 'refunded')
    )
  ) as terms on terms.order_id = orders.id
  order by orders.created_at desc
));

-- A paid pack that the member has bought. Locks the order and the slots of its bookings. Raises not_your_pack or
-- pack_not_paid.
create function private.lock_own_pack(p_order uuid, p_member uuid) returns public.orders
language plpgsql set search_path = '' as $$
declare
  bought public.orders;
begin
  select * into bought from public.orders where id = p_order and user_id = p_member for no key update;
  perform private.refuse_when('not_your_pack', bought.id is null);
  perform private.refuse_when('pack_not_paid', bought.status not in ('paid', 'partially_refunded', 'refunded'));
  perform from private.slots
  where id in (select slot_id from private.bookings where order_id = p_order and state = 'booked')
  order by id
  for no key update;
  return bought;
end;
$$;

-- Asks for the ordinary refund (§17.5): fixes its amount, and cancels the pack's upcoming bookings. `p_gives` is the
-- amount that the member was shown. Raises not_your_pack, pack_not_paid, pack_refunded, refund_open, too_late,
-- nothing_left, amount_changed or too_many_today. Returns the request as my_refunds does.
create function public.ask_refund(p_order uuid, p_gives integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  terms private.refund_terms;
  made private.refund_requests;
begin
  perform private.lock_own_pack(p_order, member);
  perform private.limit_daily('refund request', member::text);
  select * into terms from private.refund_terms(array[p_order]);
  perform private.refuse_when(terms.ordinary_refusal, terms.ordinary_refusal is not null);
  perform private.refuse_when('amount_changed', p_gives is distinct from terms.ordinary_gives);
  insert into private.refund_requests (kind, order_id, payment_id, member_id, amount, sessions, unused)
  values ('ordinary', p_order, terms.payment_id, member, terms.ordinary_gives, terms.unused, terms.unused)
  returning * into made;
  update private.bookings
  set
    state = case when private.free_until(starts_at) >= now() then 'called_off' else 'late' end,
    reason = 'refund_asked'
  where order_id = p_order and state = 'booked' and starts_at > now();
  return private.refund_json(made);
end;
$$;

-- Adds a request for one session's share of the price, in the name of the pack's buyer. The caller has locked the pack.
-- Refuses with no_such_booking or whatever session_refund_terms returns; `is_late` allows a request after the deadline.
-- `said` is what the member says went wrong, if anything.
create function private.add_session_refund(p_booking uuid, is_late boolean, said text default null)
returns private.refund_requests
language plpgsql set search_path = '' as $$
declare
  booked private.bookings;
  terms private.refund_terms;
  one record;
  made private.refund_requests;
begin
  select * into booked from private.bookings where id = p_booking for update;
  select * into terms from private.refund_terms(array[booked.order_id]);
  one := private.session_refund_terms(booked, terms);
  perform private.refuse_when('no_such_booking', one.gives is null, format('booking %s', p_booking));
  perform private.refuse_when(
    one.refusal, one.refusal <> case when is_late then 'too_late' else '' end, format('booking %s', p_booking)
  );
  insert into private.refund_requests (
    kind, order_id, payment_id, member_id, booking_id, amount, sessions, unused, went_wrong
  )
  select 'session', orders.id, terms.payment_id, orders.user_id, booked.id, one.gives, 1, one.unused, said
  from public.orders as orders where orders.id = booked.order_id
  returning * into made;
  return made;
end;
$$;

-- Asks for the refund of the member's own session that went wrong, its share of the price (§17.6). `p_said` is what the
-- member says went wrong; its first 500 characters are kept. Raises whatever add_session_refund raises, plus
-- amount_changed or too_many_today. Returns the request as my_refunds does.
create function public.ask_session_refund(p_booking uuid, p_gives integer, p_said text default '') returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  booked private.bookings;
  made private.refund_requests;
begin
  select * into booked from private.bookings where id = p_booking and member_id = member;
  perform private.refuse_when('no_such_booking', not exists (
    select from public.orders where id = booked.order_id and user_id = member
  ));
  perform private.lock_own_pack(booked.order_id, member);
  perform private.limit_daily('refund request', member::text);
  made := private.add_session_refund(p_booking, false, nullif(left(private.clean_paragraphs(p_said), 500), ''));
  perform private.refuse_when('amount_changed', p_gives is distinct from made.amount);
  return private.refund_json(made);
end;
$$;

-- The member's own request, if it has not been decided yet. Locks its order. Raises no_such_request or already_decided.
create function private.locked_request(p_request uuid, p_member uuid)
returns private.refund_requests
language plpgsql set search_path = '' as $$
declare
  request private.refund_requests;
begin
  perform from public.orders
  where id = (
    select order_id from private.refund_requests as requests
    where id = p_request and member_id = p_member and not private.is_unasked(requests)
  )
  for no key update;
  perform private.refuse_when('no_such_request', not found);
  select * into request from private.refund_requests where id = p_request for update;
  perform private.refuse_when('already_decided', not private.is_undecided(request));
  return request;
end;
$$;

-- Withdraws a request that has not been decided yet: returns its sessions, but does not restore its bookings (§17.5).
-- Raises no_such_request or already_decided. Returns the request as my_refunds does.
create function public.take_refund_back(p_request uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  request private.refund_requests := private.locked_request(p_request, private.member());
begin
  update private.refund_requests set state = 'taken_back' where id = request.id returning * into request;
  return private.refund_json(request);
end;
$$;

-- Answers our question about a request; its files must have been added before. Raises no_such_request, already_decided,
-- nothing_asked or answer_not_valid. Returns the request as my_refunds does.
create function public.answer_refund(p_request uuid, p_answer text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  request private.refund_requests := private.locked_request(p_request, private.member());
  said constant text := left(private.clean_paragraphs(p_answer), 2000);
begin
  perform private.refuse_when('nothing_asked', request.state <> 'more_needed');
  perform private.refuse_when('answer_not_valid', said = '');
  update private.refund_requests set state = 'asked', answer = said where id = request.id
  returning * into request;
  return private.refund_json(request);
end;
$$;

-- Adds the row of a letter's file; the caller stores the letter afterwards. Raises too_many_files or too_many_uploads.
create function private.add_letter(
  p_request private.refund_requests, p_size integer, p_type text, p_hash text
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  file constant private.files := private.add_file(
    p_request.member_id, 'letter', p_size, p_type, p_request => p_request.id
  );
begin
  update private.refund_requests set letters = letters || p_hash where id = p_request.id;
  return jsonb_build_object('id', p_request.id, 'number', p_request.number, 'file', file.id, 'path', file.path);
end;
$$;

-- Asks for the 100% refund after an offer (§17.7), and adds the row of the letter's file; the caller stores the letter
-- afterwards. `p_gives` is the amount that the member was shown. Raises not_your_pack, pack_not_paid, pack_refunded,
-- refund_open, no_session_held, amount_changed, offer_not_valid, too_late, no_session_before, too_many_today or
-- too_many_uploads. Returns {id, number, file, path}.
create function public.ask_offer_refund(
  p_user_id uuid, p_order uuid, p_gives integer, p_institute text, p_offered_on date,
  p_interviewed_on date, p_size integer, p_type text, p_hash text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.india_day(now());
  apart constant integer := private.period_days('offer season');
  named constant text := nullif(private.clean_text(p_institute, 120), '');
  terms private.refund_terms;
  made private.refund_requests;
begin
  perform private.lock_own_pack(p_order, p_user_id);
  select * into terms from private.refund_terms(array[p_order]);
  perform private.refuse_when(terms.offer_refusal, terms.offer_refusal is not null);
  perform private.refuse_when('amount_changed', p_gives is distinct from terms.offer_gives);
  perform private.refuse_when(
    'offer_not_valid',
    num_nulls(named, p_offered_on, p_interviewed_on) > 0
      or p_offered_on > today
      or p_interviewed_on not between p_offered_on - apart and p_offered_on
  );
  perform private.refuse_when('too_late', today > p_offered_on + private.period_days('refund'));
  -- We know only the interview's date, so a session on that day counts.
  perform private.refuse_when('no_session_before', not exists (
    select from private.session_days as days
    where days.order_id = p_order and days.day between p_interviewed_on - apart and p_interviewed_on
  ));
  perform private.limit_daily('refund request', p_user_id::text);
  insert into private.refund_requests (
    kind, order_id, payment_id, member_id, amount, sessions, unused, institute, offered_on, interviewed_on
  )
  values ('offer', p_order, terms.payment_id, p_user_id, terms.offer_gives, 0, 0, named, p_offered_on, p_interviewed_on)
  returning * into made;
  return private.add_letter(made, p_size, p_type, p_hash);
end;
$$;

-- Adds a file to a request for the 100% refund for which we need more information. Raises no_such_request,
-- already_decided, nothing_asked, too_many_files or too_many_uploads. Returns {id, number, file, path}.
create function public.add_refund_file(
  p_user_id uuid, p_request uuid, p_size integer, p_type text, p_hash text
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  request constant private.refund_requests := private.locked_request(p_request, p_user_id);
begin
  perform private.refuse_when('nothing_asked', request.state <> 'more_needed');
  return private.add_letter(request, p_size, p_type, p_hash);
end;
$$;

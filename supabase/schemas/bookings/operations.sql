-- Sessions behind the scenes: jobs and operators' work (docs/operations.md, 'Sessions'). Each job runs in its own
-- transaction, can safely be repeated, handles a few rows at a time, and returns how many.

create function operations.set_gd_topic(slot uuid, topic text) returns text
language plpgsql set search_path = '' as $$
declare
  -- One character above the limit, so that the check below refuses a text that is too long instead of cutting it.
  wanted constant text := private.clean_text(topic, 301);
begin
  perform private.stop_when(private.is_blank(wanted), 'Write what the group discusses.', 'topic');
  update private.slots as slots set topic = wanted
  where slots.id = slot and slots.kind = 'gd' and slots.state = 'open' and slots.starts_at > now();
  perform private.stop_when(not found, 'Only an upcoming group discussion can have a topic.');
  perform private.log_action('set_gd_topic', slot::text);
  return 'The topic is set. Members read it at the start.';
end;
$$;

-- Twelve hours before a group discussion, cancels it if too few people have booked, and returns all its sessions, even
-- those cancelled late (§15.14). Otherwise confirms the discussion, which then takes place even if people cancel.
create function public.call_off_small_gds() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  slot private.slots;
  called_off integer := 0;
begin
  for slot in
    select * from private.slots
    where state = 'open' and kind = 'gd' and confirmed_at is null
      and starts_at > now() and starts_at <= now() + private.closes_before('gd')
    order by id
    limit 50
    for no key update skip locked
  loop
    if slot.taken < slot.minimum then
      update private.slots set state = 'called_off', called_off_by = 'too_few' where id = slot.id;
      perform private.log_action(
        'call_off_gd', slot.id::text, details => jsonb_build_object('mentor', slot.mentor_id)
      );
      called_off := called_off + 1;
    else
      -- Picks a random topic from the preparation room (§15.94), if possible one that none of the members has had.
      update private.slots set confirmed_at = now(), topic = coalesce(topic, (
        select material.title
        from private.material as material
        where material.kind = 'gd' and material.published_at is not null
        order by
          exists (
            select from private.bookings as coming
            join private.bookings as earlier
              on earlier.member_id = coming.member_id and earlier.state in ('booked', 'held')
            join private.slots as had on had.id = earlier.slot_id
            where coming.slot_id = slot.id and had.topic = material.title
          ),
          random()
        limit 1
      ))
      where id = slot.id;
    end if;
  end loop;
  return called_off;
end;
$$;

-- Marks past sessions as held. Balances already count them as used.
create function public.finish_sessions() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  ended constant uuid[] := array(
    select id from private.slots
    where state = 'open' and ends_at <= now()
    order by id
    limit 200
    for no key update skip locked
  );
begin
  update private.bookings set state = 'held' where slot_id = any (ended) and state = 'booked';
  update private.slots set state = 'done' where id = any (ended);
  return cardinality(ended);
end;
$$;

-- Ends free interviews that were not booked in time, so that other people can have them (§15.31).
create function public.lapse_free_interviews() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  free private.free_grants;
  lapsed integer := 0;
begin
  for free in
    select * from private.free_grants as grants
    where grants.lapsed_at is null and grants.lapses_at <= now()
      and private.free_interview_ends(grants.id) <= now() and not private.is_grant_used(grants.id)
    order by grants.id
    limit 50
    for update skip locked
  loop
    -- The member may have booked the interview just before the lock.
    continue when private.is_grant_used(free.id);
    update private.free_grants set lapsed_at = now() where id = free.id;
    perform private.log_action('lapse_free_interview', member => free.member_id);
    lapsed := lapsed + 1;
    perform private.tell_account(
      'free_interview_lapsed', free.member_id, jsonb_build_object('grant', free.id), free.id::text
    );
  end loop;
  return lapsed;
end;
$$;

-- Cancels bookings that are no longer paid for, latest session first, and tells everyone concerned: bookings of closed
-- accounts, and of orders that were refunded, lost their owner, or have too few sessions left. This is left to the job,
-- so that a cancellation cannot make a payment event fail (§15.10).
create function public.repair_bookings() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  source public.orders;
  ended integer;
  repaired integer := 0;
begin
  for source in
    select * from public.orders as orders
    where orders.id in (
        select bookings.order_id from private.bookings as bookings
        where bookings.state = 'booked' and bookings.starts_at > now()
      )
      and (
        orders.user_id is null
        or orders.status = 'refunded'
        or (
          orders.status = 'partially_refunded'
          or exists (
            select from private.refund_requests as requests
            where requests.order_id = orders.id and requests.state = 'paid'
          )
          or exists (
            select from private.disputes as disputes
            where disputes.order_id = orders.id and disputes.status = 'lost'
          )
        ) and (private.pack_balance(orders.id)).remaining < 0
      )
    order by orders.id
    limit 50
    for no key update skip locked
  loop
    ended := private.call_off_bookings(
      array(
        select id from private.bookings
        where order_id = source.id and state = 'booked' and starts_at > now()
        order by starts_at desc, id
        -- Null, which means no limit, if the pack has no owner or was refunded.
        limit case
          when source.user_id is not null and source.status <> 'refunded'
          then -(private.pack_balance(source.id)).remaining
        end
      ),
      case when source.user_id is null then 'account_closed' else 'refunded' end
    );
    perform private.log_action(
      'repair_bookings', member => source.user_id, details => jsonb_build_object('sessions', ended)
    ) where ended > 0;
    repaired := repaired + ended;
  end loop;
  return repaired + private.call_off_bookings(
    array(
      select id from private.bookings
      where member_id is null and state = 'booked' and starts_at > now()
      limit 100
    ),
    'account_closed'
  );
end;
$$;

-- Returns sessions if the mentor was reported missing and did not object within 72 hours (§15.88).
create function public.settle_missing_mentors() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  reported constant uuid[] := array(
    select bookings.id from private.bookings as bookings
    where bookings.no_mentor_at <= now() - private.period('mentor answer') and bookings.given_back_at is null
      and private.awaits_mentor(bookings)
    order by bookings.id
    limit 50
    for no key update skip locked
  );
begin
  perform private.return_missed(reported);
  return cardinality(reported);
end;
$$;

create function private.sessions_of(p_user_id uuid) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object(
  'bookings', array(
    select private.booking_json(bookings) || jsonb_build_object(
      'mentor_answer', bookings.mentor_answer,
      'all_feedback', array(
        select to_jsonb(feedback) - 'mentor_id'
        from private.feedback as feedback where feedback.booking_id = bookings.id
        order by version
      )
    )
    from private.bookings as bookings where bookings.member_id = p_user_id
    order by bookings.starts_at
  ),
  'proven_addresses', array(
    select to_jsonb(proven) - 'user_id'
    from private.proven_addresses as proven where proven.user_id = p_user_id
    order by proven_at
  ),
  'second_person_named', array(
    select to_jsonb(second) - 'member_id'
    from private.second_persons as second
    join public.orders as orders on orders.id = second.order_id
    where orders.user_id = p_user_id
    order by named_at
  ),
  'second_person_of', array(
    select jsonb_build_object('order', order_id, 'accepted_at', accepted_at)
    from private.second_persons where member_id = p_user_id
  ),
  'free_interview', private.free_json(p_user_id), 'waiting_times', private.waiting_times_json(p_user_id),
  'targets', private.targets_json(p_user_id)
);

-- Cancels the upcoming sessions of an erased account and those of the second persons on its packs, and erases
-- everything written about the member. Our bookkeeping keeps the fact that a session took place.
create function private.forget_bookings(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  own constant text := (select lower(email) from auth.users where id = p_user_id);
begin
  -- Orders are locked before slots, and the erasure writes to the orders too.
  perform from public.orders
  where user_id = p_user_id
    or id in (select order_id from private.bookings where member_id = p_user_id)
  order by id
  for no key update;
  perform private.call_off_bookings(
    array(
      select id from private.bookings
      where state = 'booked' and starts_at > now()
        and (member_id = p_user_id or order_id in (select id from public.orders where user_id = p_user_id))
    ),
    'account_closed'
  );
  delete from private.feedback
  where booking_id in (select id from private.bookings where member_id = p_user_id);
  delete from private.exercises
  where booking_id in (select id from private.bookings where member_id = p_user_id);
  update private.ratings set word = ''
  where booking_id in (select id from private.bookings where member_id = p_user_id);
  update private.ended_packs set reason = null
  where order_id in (select id from public.orders where user_id = p_user_id);
  update private.bookings set institute = '', mentor_answer = '', name_shown_at = null where member_id = p_user_id;
  update private.second_persons set address = null
  where member_id = p_user_id
    or address = own
    or address in (select private.own_addresses(p_user_id))
    or order_id in (select id from public.orders where user_id = p_user_id);
end;
$$;

-- Books a slot for a member on this payment's pack, or by default on the free interview, or else on the pack that
-- expires first. The same rules apply as for members, except the daily limit. Refuses whatever private.book_slot
-- refuses.
create function operations.book_for(member uuid, slot uuid, payment text default null) returns text
language plpgsql set search_path = '' as $$
declare
  wanted private.slots;
  source uuid;
  made private.bookings;
begin
  select * into wanted from private.slots where id = slot;
  if nullif(payment, '') is null then
    select sources.order_id into source from private.sources_of(member, wanted.kind) as sources
    where wanted.starts_at < sources.before
    -- The free interview comes first, because its row has no order.
    order by sources.order_id is not null, sources.before
    limit 1;
    perform private.stop_when(
      not found, 'The member has no session left for this time. Choose an earlier time, or look at the packs.', 'slot'
    );
  else
    select payments.order_id into source from public.payments as payments where payments.id = payment;
    perform private.stop_when(not found, format('There is no payment %s.', payment));
  end if;
  made := private.book_slot(member, slot, source, '');
  perform private.log_action('book_for', made.id::text, member, jsonb_build_object('slot', slot));
  return format(
    'Booked for %s: %s, %s%s.%s', (select people.name from private.people as people where people.id = member),
    private.said_session(slot), private.india_time(made.starts_at),
    case when source is null then ', as the free interview' end,
    case when wanted.kind = 'gd'
      then format(
        ' It is cancelled unless %s people have booked it by %s.', wanted.minimum,
        private.india_time(made.starts_at - private.closes_before('gd'))
      )
    end
  );
end;
$$;

create function private.member_of(booking uuid) returns uuid
language plpgsql stable set search_path = '' as $$
declare
  member uuid;
begin
  select bookings.member_id into member from private.bookings as bookings where bookings.id = booking;
  perform private.stop_when(member is null, 'This booking no longer exists, or its member has closed the account.');
  return member;
end;
$$;

-- 'an interview with Meera'
create function private.said_session(slot uuid) returns text
language sql stable set search_path = '' as $$
  select case slots.kind when 'gd' then 'a group discussion' else 'an interview' end || ' with ' || mentors.name
  from private.slots as slots
  join private.mentors as mentors on mentors.id = slots.mentor_id
  where slots.id = said_session.slot;
$$;

-- Moves a booking for its member, says whether the kind or the mentor changes, and warns if the new time is too soon to
-- cancel for free. Refuses whatever private.move_booking refuses.
create function operations.move_for(booking uuid, slot uuid) returns text
language plpgsql set search_path = '' as $$
declare
  before constant uuid := (select bookings.slot_id from private.bookings as bookings where bookings.id = booking);
  moved constant private.bookings := private.move_booking(private.member_of(booking), booking, slot);
begin
  perform private.log_action(
    'move_for', booking::text, moved.member_id, jsonb_build_object('slot', slot, 'before', before)
  );
  return format(
    'The session is moved to %s.%s%s You can undo the move for ten minutes.', private.india_time(moved.starts_at), case
    when private.said_session(slot) <> private.said_session(before)
      then format(' It is now %s instead of %s.', private.said_session(slot), private.said_session(before))
  end, case
    when private.free_until(moved.starts_at) < now()
      then ' It starts within 24 hours, so the member can no longer move it, and loses it by cancelling.'
  end);
end;
$$;

-- The slot from which an operator has just moved a booking, as long as the move can be undone (§22.35).
create function private.moved_from(booking private.bookings) returns uuid
language sql stable set search_path = '' as $$
  select (last.details ->> 'before')::uuid
  from (
    select actions.at, actions.details from private.actions as actions
    where actions.about = booking.id::text and actions.action in ('move_for', 'undo_move')
    order by actions.id desc
    limit 1
  ) as last
  where last.at > now() - private.period('undo move') and last.details ->> 'slot' = booking.slot_id::text
    and last.details ? 'before' and booking.state = 'booked';
$$;

-- Undoes an operator's move of a booking, even if it is too late for other moves. Otherwise refuses whatever
-- private.move_booking refuses.
create function operations.undo_move(booking uuid) returns text
language plpgsql set search_path = '' as $$
declare
  known private.bookings;
  before uuid;
begin
  select * into known from private.bookings as bookings where bookings.id = booking;
  before := private.moved_from(known);
  perform private.stop_when(before is null, 'A move can be undone only for ten minutes.');
  known := private.locked_booking(booking, known.member_id, before);
  perform private.require_open_for_booking(before);
  update private.bookings as bookings set slot_id = before where bookings.id = booking returning * into known;
  perform private.log_action('undo_move', booking::text, known.member_id, jsonb_build_object('slot', before));
  return format('The session is moved back to %s.', private.india_time(known.starts_at));
end;
$$;

-- Cancels a booking for its member, and says whether the session was returned. Refuses whatever private.cancel_booking
-- refuses.
create function operations.cancel_for(booking uuid) returns text
language plpgsql set search_path = '' as $$
declare
  ended constant private.bookings := private.cancel_booking(private.member_of(booking), booking, false);
begin
  perform private.log_action('cancel_for', booking::text, ended.member_id, jsonb_build_object('slot', ended.slot_id));
  return case ended.state
    when 'cancelled' then 'The session is cancelled and returns to its pack.'
    else 'The session is cancelled. It was too late to keep it, so it is used up.'
  end;
end;
$$;

-- Returns a used session that was cancelled too late or went wrong.
create function operations.give_session_back(booking uuid) returns text
language plpgsql set search_path = '' as $$
declare
  known private.bookings;
begin
  -- Slots are locked before bookings, and finish_sessions may be changing this booking right now.
  perform from private.slots
  where id = (select slot_id from private.bookings where id = booking)
  for no key update;
  select * into known from private.bookings where id = booking for update;
  if known.state = 'booked' and known.ends_at <= now() then
    update private.bookings set state = 'held' where id = booking;
  end if;
  update private.bookings set given_back_at = now()
  where id = booking and state in ('late', 'held') and given_back_at is null;
  perform private.stop_when(
    not found, 'There is nothing to return: the session was not used, or has already returned to its pack.'
  );
  perform private.log_action('give_session_back', booking::text, known.member_id);
  return 'The session has returned to its pack.';
end;
$$;

-- Settles a report of a missing mentor: the mentor was there, so the session still counts as used (§15.88).
create function operations.mentor_came(booking uuid) returns text
language plpgsql set search_path = '' as $$
declare
  known private.bookings;
begin
  update private.bookings as bookings set mentor_came_at = now()
  where bookings.id = booking and private.is_reported(bookings)
  returning * into known;
  perform private.stop_when(known.id is null, 'This report has been settled already.');
  perform private.log_action('mentor_came', booking::text, known.member_id);
  return 'The report is rejected. The session counts as used.';
end;
$$;

-- Records a session agreed by mail before the site took bookings (§15.41). The reference is the payment's id. A second
-- session of the same kind on the same day needs `again`. Does not send any email.
create function operations.record_past_session(
  payment_reference text, kind text, held_on date, again boolean default false
) returns text
language plpgsql set search_path = '' as $$
declare
  source public.orders;
begin
  select * into source from public.orders
  where id = (
    select order_id from public.payments
    where id = payment_reference and status in ('captured', 'refunded') and review is null
  )
  for no key update;
  perform private.stop_when(source.id is null, format('Payment %s did not buy a pack.', payment_reference));
  perform private.stop_when(
    held_on > private.india_day(now()), 'This day has not come yet. Enter the day of the session.', 'held_on'
  );
  perform private.stop_when(
    held_on < private.india_day((private.pack_balance(source.id)).paid_at),
    'The pack was not paid for on this day. Enter the day of the session.', 'held_on'
  );
  perform private.stop_when(
    not again and exists (
      select from private.past_sessions as sessions
      where sessions.order_id = source.id and sessions.kind = record_past_session.kind
        and sessions.held_on = record_past_session.held_on
    ),
    'A session on this day is already recorded. To record another one, '
    || 'tick ''It was the member’s second one that day''.',
    'again'
  );
  perform private.stop_when((private.pack_balance(source.id)).remaining < 1, 'This pack has no sessions left.');
  insert into private.past_sessions (order_id, kind, held_on)
  values (source.id, record_past_session.kind, record_past_session.held_on);
  perform private.log_action(
    'record_past_session', payment_reference, source.user_id,
    jsonb_build_object('kind', record_past_session.kind, 'held_on', record_past_session.held_on)
  );
  return format('The session is recorded. Sessions left on the pack: %s.', (private.pack_balance(source.id)).remaining);
end;
$$;

-- The past sessions that an operator recorded for a pack (operations.record_past_session), newest first.
create function operations.past_sessions(payment text)
returns table (session uuid, kind text, held_on date, recorded_at timestamptz)
language sql stable set search_path = '' as $$
  select sessions.id, sessions.kind, sessions.held_on, sessions.recorded_at
  from public.payments as payments
  join private.past_sessions as sessions on sessions.order_id = payments.order_id
  where payments.id = past_sessions.payment
  order by sessions.held_on desc, sessions.recorded_at desc;
$$;

-- Deletes a session that operations.record_past_session entered, and returns it to the pack.
create function operations.undo_past_session(session uuid) returns text
language plpgsql set search_path = '' as $$
declare
  source public.orders;
  undone private.past_sessions;
begin
  select orders.* into source
  from private.past_sessions as sessions
  join public.orders as orders on orders.id = sessions.order_id
  where sessions.id = session
  for no key update of orders;
  delete from private.past_sessions as sessions where sessions.id = session returning * into undone;
  perform private.stop_when(undone.id is null, 'This session has been removed already.');
  perform private.log_action(
    'undo_past_session', (private.pack_balance(source.id)).payment_id, source.user_id,
    jsonb_build_object('kind', undone.kind, 'held_on', undone.held_on)
  );
  return format('The session is removed. Sessions left on the pack: %s.', (private.pack_balance(source.id)).remaining);
end;
$$;

-- Ends a pack now, by agreement or after misuse (§17.33): no more sessions can be booked, upcoming ones are cancelled,
-- and everyone concerned is told. Does not move any money. The reason is for our records.
create function operations.end_pack(payment text, reason text) returns text
language plpgsql set search_path = '' as $$
declare
  bought constant public.orders := private.order_of_payment(end_pack.payment);
  ended integer;
begin
  perform private.stop_when(end_pack.payment is distinct from (
    select payment_id from private.settlements where order_id = bought.id
  ), format('Payment %s did not buy a pack.', end_pack.payment));
  perform private.stop_when(
    private.is_blank(end_pack.reason), 'Write a reason. We keep it with the pack.', 'reason'
  );
  insert into private.ended_packs (order_id, reason)
  values (bought.id, end_pack.reason)
  on conflict (order_id) do nothing;
  perform private.stop_when(not found, 'This pack has already ended.');
  ended := private.call_off_bookings(
    array(select id from private.bookings where order_id = bought.id and state = 'booked' and starts_at > now()),
    'pack_ended'
  );
  perform private.log_action('end_pack', end_pack.payment, bought.user_id, jsonb_build_object('bookings', ended));
  return format('The pack has ended. %s cancelled.', case ended
    when 0 then 'No session was' when 1 then '1 session was' else ended || ' sessions were'
  end);
end;
$$;

create function operations.set_base_figure(figure text, value integer) returns text
language plpgsql set search_path = '' as $$
begin
  update private.base_figures as base set value = set_base_figure.value
  where base.figure = set_base_figure.figure;
  perform private.stop_when(not found, 'There is no such figure. Choose one from the list.', 'figure');
  perform private.stop_when(
    set_base_figure.figure in ('rating_sum', 'ratings') and (
      select sum(base.value * case base.figure when 'ratings' then 5 else -1 end)
      from private.base_figures as base where base.figure in ('rating_sum', 'ratings')
    ) < 0, 'The sum of the ratings can be up to five times their number.', 'value'
  );
  perform private.log_action('set_base_figure', figure, details => jsonb_build_object('value', set_base_figure.value));
  return format('The figure “%s” is now %s.', replace(figure, '_', ' '), set_base_figure.value);
end;
$$;

create view operations.base_figures with (security_invoker = true) as
select figure, value from private.base_figures order by figure;

-- The true figures behind the rounded ones that pages print, and the average rating.
create view operations.figures with (security_invoker = true) as
with counted as (
  select figure, value + case figure
    when 'students' then (select count(*) from public.profiles)
    when 'bookings' then (select count(*) from private.past_sessions) + (
      select count(*) from private.bookings where state not in ('cancelled', 'called_off')
    )
    when 'free_interviews' then (select count(*) from private.free_grants where lapsed_at is null)
    when 'sessions' then (select count(*) from private.past_sessions) + (
      select count(*) from private.bookings
      where state in ('booked', 'held') and ends_at <= now() and given_back_at is null
    )
    when 'ratings' then (select count(*) from private.ratings)
    when 'rating_sum' then (select coalesce(sum(score), 0) from private.ratings)
  end as value
  from private.base_figures
)
select figure, value from counted
union all
select 'rating', round(
  max(value) filter (where figure = 'rating_sum')::numeric
    / nullif(max(value) filter (where figure = 'ratings'), 0), 1
)
from counted;

create view private.listed_slots with (security_invoker = true) as
select
  slots.id as slot, slots.starts_at as starts, slots.minutes, slots.kind, mentors.name as mentor, slots.mentor_id,
  slots.state, slots.taken, slots.seats, slots.minimum, slots.topic,
  array(
    select private.safe_cell(people.name)
    from private.bookings as bookings
    join private.people as people on people.id = bookings.member_id
    where bookings.slot_id = slots.id and bookings.state in ('booked', 'held')
    order by bookings.booked_at
  ) as members
from private.slots as slots
join private.mentors as mentors on mentors.id = slots.mentor_id;

-- The next 300 open slots. Booked slots take precedence, so that none of them is left out. With `month`, all slots in
-- that month, in Indian time, and with `week`, all slots in the seven days from that date: past slots too, and
-- cancelled slots that had bookings. `show` limits the list to slots with bookings or with a free seat. The query goes
-- mentor by mentor, so that it can use the index.
create function operations.future_slots(
  mentor integer default null, month date default null, show text default null, week date default null
) returns setof private.listed_slots
language sql stable set search_path = '' as $$
  select listed.*
  from private.listed_slots as listed
  where listed.slot in (
    select times.id
    from private.mentors as mentors
    cross join lateral (
      select slots.id, slots.starts_at, slots.taken > 0 as is_booked
      from private.slots as slots
      where slots.mentor_id = mentors.id
        and case future_slots.show
          when 'booked' then slots.taken > 0
          when 'free' then slots.taken < slots.seats
          else true
        end
        and slots.starts_at >= coalesce(private.month_begins(month), private.end_of_india_day(week - 1), now())
        and slots.starts_at < coalesce(
          private.month_begins((month + interval '1 month')::date), private.end_of_india_day(week + 6), 'infinity'
        )
        and (
          slots.state = 'open' or coalesce(month, week) is not null and (
            slots.state = 'done'
            or exists (select from private.bookings as bookings where bookings.slot_id = slots.id)
          )
        )
      order by slots.taken > 0 desc, slots.starts_at
      limit case when coalesce(future_slots.month, future_slots.week) is null then 300 end
    ) as times
    where future_slots.mentor is null or mentors.id = future_slots.mentor
    order by times.is_booked desc, times.starts_at, times.id
    limit case when coalesce(future_slots.month, future_slots.week) is null then 300 end
  )
  order by listed.starts, listed.slot;
$$;

-- Every mentor. `upcoming` and `held_this_month` count booked sessions, the latter for the current month in Indian
-- time. `missed` counts sessions that the mentor is reported to have missed, unless an operator found otherwise or the
-- mentor can still answer.
create view operations.mentors with (security_invoker = true) as
select
  mentors.id as mentor, mentors.name, mentors.institute, mentors.email, mentors.meeting_url,
  case
    when mentors.retired_at is not null then 'retired'
    when mentors.paused_until >= private.india_day(now())
      then 'paused until ' || private.said_day(mentors.paused_until)
    else 'active'
  end as state,
  mentors.is_public, mentors.batch, mentors.work, mentors.asks, mentors.languages,
  (
    select count(*)::integer from private.slots as slots
    where slots.mentor_id = mentors.id and slots.state = 'open' and slots.taken > 0
      and slots.starts_at > now()
  ) as upcoming,
  (
    select count(*)::integer from private.slots as slots
    where slots.mentor_id = mentors.id and slots.state <> 'called_off' and slots.taken > 0
      and slots.starts_at >= private.month_begins(private.india_day(now())) and slots.ends_at <= now()
  ) as held_this_month,
  round(mentors.rating_sum::numeric / nullif(mentors.ratings, 0), 1) as rating,
  mentors.ratings,
  (
    select count(distinct slots.id)::integer
    from private.slots as slots
    join private.bookings as bookings on bookings.slot_id = slots.id
    where slots.mentor_id = mentors.id and bookings.no_mentor_at is not null
      and bookings.mentor_came_at is null and not private.awaits_mentor(bookings)
  ) as missed
from private.mentors as mentors
order by mentors.retired_at is not null, mentors.name, mentors.id;

-- What each mentor did in a calendar month, in Indian time: the sessions held and their total length in minutes,
-- members' late cancellations, and sessions for which the mentor owes feedback.
create function operations.mentor_sessions(month date)
returns table (mentor text, kind text, held integer, late_cancelled integer, feedback_missing integer, minutes integer)
language sql stable set search_path = '' as $$
  select
    mentors.name, slots.kind,
    (count(*) filter (where slots.taken > 0))::integer,
    sum(late.bookings)::integer,
    (count(*) filter (where slots.taken > 0 and lacking.bookings > 0))::integer,
    coalesce(sum(slots.minutes) filter (where slots.taken > 0), 0)::integer
  from private.slots as slots
  join private.mentors as mentors on mentors.id = slots.mentor_id
  cross join lateral (
    select count(*) as bookings from private.bookings as cancelled
    where cancelled.slot_id = slots.id and cancelled.state = 'late'
  ) as late
  cross join lateral (
    select count(*) as bookings from private.lacking_feedback as missing
    where missing.slot_id = slots.id and not missing.awaits_answer
  ) as lacking
  where slots.state <> 'called_off' and slots.ends_at <= now()
    and slots.starts_at >= private.month_begins(mentor_sessions.month)
    and slots.starts_at < private.month_begins((mentor_sessions.month + interval '1 month')::date)
    and (slots.taken > 0 or late.bookings > 0)
  group by mentors.id, slots.kind
  order by mentors.name, mentors.id, slots.kind;
$$;

create view private.listed_ratings with (security_invoker = true) as
select
  ratings.rated_at, ratings.score,
  private.safe_cell(ratings.word) as word,
  mentors.name as mentor, slots.mentor_id, slots.kind
from private.ratings as ratings
join private.bookings as bookings on bookings.id = ratings.booking_id
join private.slots as slots on slots.id = bookings.slot_id
join private.mentors as mentors on mentors.id = slots.mentor_id;

-- The newest hundred ratings with their comments, for all mentors or for one.
create function operations.ratings(mentor integer default null) returns setof private.listed_ratings
language sql stable set search_path = '' as $$
  select *
  from private.listed_ratings as listed
  where ratings.mentor is null or listed.mentor_id = ratings.mentor
  order by listed.rated_at desc
  limit 100;
$$;

-- Group discussions that will be cancelled within three days unless more people book.
create view operations.unfilled_gds with (security_invoker = true) as
select
  slots.starts_at as starts,
  date_trunc('minute', slots.starts_at - private.closes_before('gd') - now()) as decided_in,
  slots.taken, slots.minimum, mentors.name as mentor, slots.id as slot
from private.slots as slots
join private.mentors as mentors on mentors.id = slots.mentor_id
where slots.state = 'open' and slots.kind = 'gd' and slots.taken < slots.minimum
  and slots.starts_at > now() and slots.confirmed_at is null
  and slots.starts_at < now() + private.closes_before('gd') + interval '3 days'
order by slots.starts_at;

-- Sessions for which the mentor still owes some feedback a day after they ended (§15.21).
create view operations.late_feedback with (security_invoker = true) as
select
  slots.starts_at as starts,
  date_trunc('hour', now() - slots.ends_at) as waiting,
  slots.kind, mentors.name as mentor, mentors.email, slots.ends_at, slots.id as slot
from private.slots as slots
join private.mentors as mentors on mentors.id = slots.mentor_id
where slots.state <> 'called_off' and slots.taken > 0
  and slots.ends_at <= now() - private.period('feedback late')
  and slots.starts_at > now() - private.period('mentor link')
  and (
    select count(*) from private.lacking_feedback as lacking
    where lacking.slot_id = slots.id and not lacking.awaits_answer
  ) > 0
order by slots.ends_at;

-- Open reports of a missing mentor. The mentor may answer until `comes_back_at`; if there is no answer by then, the
-- session is returned automatically. If the mentor has answered, an operator decides.
create view operations.missing_mentors with (security_invoker = true) as
select
  bookings.no_mentor_at as reported_at,
  case
    when private.awaits_mentor(bookings) then private.answer_until(bookings)
  end as comes_back_at,
  case
    when bookings.mentor_answered_at is not null then private.safe_cell(bookings.mentor_answer)
    when not private.awaits_mentor(bookings) then 'gave feedback'
  end as answer,
  slots.starts_at as starts,
  mentors.name as mentor,
  private.safe_cell(profiles.email) as member,
  slots.id as slot, bookings.id as booking, bookings.member_id,
  private.session_gives(bookings) as gives
from private.bookings as bookings
join private.slots as slots on slots.id = bookings.slot_id
join private.mentors as mentors on mentors.id = slots.mentor_id
left join public.profiles as profiles on profiles.id = bookings.member_id
where bookings.no_mentor_at is not null and bookings.given_back_at is null
  and private.is_reported(bookings)
order by bookings.no_mentor_at desc;

-- Requests for a free interview: waiting, granted and declined, each newest first; had_phone and had_address as in
-- private.free_json. `of_domain` counts all requests from the address's domain, unless the domain is large.
create view operations.free_interviews with (security_invoker = true) as
select
  asked.state, asked.asked_at,
  private.safe_cell(profiles.email) as member,
  private.safe_cell(trim(concat_ws(' ', profiles.firstname, profiles.lastname))) as name,
  private.safe_cell(profiles.phonenumber) as phonenumber,
  case
    when asked.domain_hash is not null then count(*) over (partition by asked.domain_hash)
  end as of_domain,
  asked.member_id
from (
  select
    case when had is not null then 'had_' || had when declined_at is null then 'waiting' else 'declined' end as state,
    member_id, asked_at, domain_hash
  from private.free_requests
  union all
  select 'given' as state, member_id, granted_at, domain_hash from private.free_grants
) as asked
left join public.profiles as profiles on profiles.id = asked.member_id
order by asked.state = 'waiting' desc, asked.state = 'given' desc, asked.asked_at desc;

-- A member's free interview, as shown on the dashboard; no row if the member has never asked for one.
create function operations.member_free_interview(member uuid)
returns table (email text, state text, book_until timestamptz)
language sql stable set search_path = '' as $$
  select private.safe_cell(profiles.email), free.state, free.book_until
  from public.profiles as profiles
  cross join lateral jsonb_to_record(private.free_json(profiles.id)) as free (state text, book_until timestamptz)
  where profiles.id = member_free_interview.member and free.state <> 'none';
$$;

-- The colleges among the large domains: without mail providers, which the desk must not remove.
create view operations.large_domains with (security_invoker = true) as
select domain from private.large_domains where is_college order by domain;

-- Adds a large domain: the registered domain of a college that we know.
create function operations.add_large_domain(domain text) returns text
language plpgsql set search_path = '' as $$
declare
  named constant text := private.registered_domain('x@' || add_large_domain.domain);
begin
  perform private.refuse_when(
    'not_a_domain',
    (
      trim(add_large_domain.domain)
        ~* '^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$'
    ) is not true,
    field => 'domain'
  );
  perform private.stop_when(
    named is distinct from private.registered_domain('x@x.' || named),
    format('Many colleges share the ending %s. Enter the whole domain of one college, such as iimb.ac.in.', named),
    'domain'
  );
  insert into private.large_domains (domain) values (named) on conflict do nothing;
  perform private.stop_when(
    not found,
    case
      when (select is_college from private.large_domains as large where large.domain = named)
        then format('%s is already on the list.', named)
      else format('%s is a mail provider, not a college, and has no limit anyway.', named)
    end,
    'domain'
  );
  perform private.log_action('add_large_domain', named);
  return format('Addresses at %s no longer count towards the limit on free interviews.', named);
end;
$$;

create function operations.remove_large_domain(domain text) returns text
language plpgsql set search_path = '' as $$
begin
  delete from private.large_domains as large where large.domain = remove_large_domain.domain and large.is_college;
  perform private.stop_when(not found, format('%s is not on the list.', left(remove_large_domain.domain, 40)));
  perform private.log_action('remove_large_domain', remove_large_domain.domain);
  return format('Addresses at %s count towards the limit on free interviews again.', remove_large_domain.domain);
end;
$$;

-- This member's request for a free interview, found by address. Locks all free interviews.
create function private.free_request_of(member text) returns private.free_requests
language plpgsql set search_path = '' as $$
declare
  asked private.free_requests;
begin
  perform pg_advisory_xact_lock(hashtextextended('free interviews', 0));
  select requests.* into asked
  from private.free_requests as requests
  join public.profiles as profiles on profiles.id = requests.member_id
  where lower(profiles.email) = lower(member);
  perform private.stop_when(
    asked.member_id is null, format('%s is not waiting for a free interview. Reload the list.', left(member, 40))
  );
  return asked;
end;
$$;

-- Grants a free interview that was requested above a limit (§15.82), even after it was declined, or to a member who
-- shares a phone number or an address with someone who has had one. Refuses whatever grant_free_interview refuses.
create function operations.grant_free_interview(member text) returns text
language plpgsql set search_path = '' as $$
declare
  asked constant private.free_requests := private.free_request_of(member);
begin
  perform private.give_free_interview(asked, true);
  perform private.log_action('grant_free_interview', member => asked.member_id);
  return format('%s has a free interview now.', member);
end;
$$;

-- Declines a request. The dashboard tells the member, who cannot ask again.
create function operations.decline_free_interview(member text) returns text
language plpgsql set search_path = '' as $$
declare
  asked constant private.free_requests := private.free_request_of(member);
begin
  update private.free_requests set declined_at = now() where member_id = asked.member_id and declined_at is null;
  perform private.stop_when(not found, format('The free interview for %s is already declined.', member));
  perform private.log_action('decline_free_interview', member => asked.member_id);
  return format('The free interview for %s is declined.', member);
end;
$$;

-- §15.21, §15.22, §15.82
create view private.matters_of_bookings (matter, what) with (security_invoker = true) as
select 'feedback ' || slot, format(
  'The feedback on the %s of %s is missing.',
  case kind when 'gd' then 'group discussion' else kind end, private.india_time(starts)
)
from operations.late_feedback
where ends_at <= now() - private.period('feedback missing')
union all
select
  case when answer is null then 'no mentor ' else 'mentor says otherwise ' end || booking,
  format('A member says that the mentor did not join on %s%s', private.india_time(starts), case
    when answer is null then '.' else ', and the mentor says otherwise. Please decide.' end)
from operations.missing_mentors
union all
select
  'free interviews wait ' || max(private.india_day(asked_at)),
  format('Free interviews waiting for your decision: %s.', count(*))
from private.free_requests
where declined_at is null
having count(*) > 0
union all
select
  'free interviews given ' || private.india_day(now()),
  format('Free interviews given within the last hour: %s. Check that they are real people.', count(*))
from private.free_grants
where granted_at > now() - interval '1 hour' and not by_hand
having count(*) >= 30;

-- What a pack has left, the rules for slots and bookings, and the emails about each change.

-- The rules for a slot, whoever writes to it (§15.9). The state only moves forward. Once a slot has bookings, only its
-- mentor and its state may change, and follow_slot tells everyone concerned.
create function private.guard_slot() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  away text;
begin
  new.seats := coalesce(new.seats, case new.kind when 'gd' then 10 else 1 end);
  new.minimum := coalesce(new.minimum, case new.kind when 'gd' then least(4, new.seats) else 1 end);
  new.ends_at := new.starts_at + make_interval(mins => new.minutes);

  if tg_op = 'INSERT' or new.mentor_id <> old.mentor_id then
    select private.why_away(mentors, private.india_day(new.starts_at)) into away
    from private.mentors as mentors where mentors.id = new.mentor_id;
    perform private.stop_when(away is not null, away || '. Choose another mentor, or another day.', 'mentor');
  end if;
  if tg_op = 'INSERT' then
    perform private.forbid_when('slot_is_not_open', new.state <> 'open', 'a new slot is open');
    new.taken := 0;
    return new;
  end if;

  perform private.forbid_when(
    'slot_is_not_open', old.state <> new.state and old.state <> 'open', format('slot %s is %s', old.id, old.state)
  );
  perform private.forbid_when(
    'slot_is_booked',
    (new.id, new.kind, new.starts_at, new.minutes, new.seats, new.minimum)
      is distinct from (old.id, old.kind, old.starts_at, old.minutes, old.seats, old.minimum)
      and exists (select from private.bookings as bookings where bookings.slot_id = old.id),
    format('call slot %s off, and open another one instead', old.id)
  );
  if new.mentor_id <> old.mentor_id then
    perform private.forbid_when(
      'slot_is_not_open', old.state <> 'open' or new.state <> 'open' or old.starts_at <= now(),
      format('slot %s has started or ended', old.id)
    );
    new.feedback_version := old.feedback_version + 1;
    -- A new room, because the previous mentor knows the old one.
    new.room := replace(gen_random_uuid()::text, '-', '');
  end if;
  perform private.forbid_when('version_only_rises', new.feedback_version < old.feedback_version);
  new.taken := (
    select count(*) from private.bookings as bookings
    where bookings.slot_id = new.id and bookings.state in ('booked', 'held')
  );
  if old.taken < old.seats and new.taken >= new.seats then
    new.full_since := now();
  elsif old.taken >= old.seats and new.taken < new.seats
    and old.full_since <= now() - private.period('waiting pause') then
    -- Only if the seat was taken for a while; otherwise, waiting members have been told about it already.
    new.free_since := now();
  end if;
  if new is distinct from old then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end;
$$;

create trigger slots_guard before insert or update on private.slots
  for each row execute function private.guard_slot();

-- What a pack has left, and the last day, in Indian time, on which a session can start (§15.5 to §15.7). `remaining` is
-- negative if the refunded sessions were already used or booked. Also the payment that paid for the pack, and its sums
-- from refund_money. An unpaid pack has neither a payment nor a last day.
create type private.pack_balance as (
  order_id uuid, persons integer, sold integer, used integer, booked integer, given_back integer,
  remaining integer, valid_until date,
  payment_id text, paid_at timestamptz, price integer, returned integer, left_over integer
);

-- The balances of packs. Refund requests say which sessions were refunded. For money returned by hand, the number of
-- sessions is its share of the price, rounded up (§17.12). The plan is cached, because planning takes longer than
-- running.
create function private.pack_balances(p_order_ids uuid[]) returns setof private.pack_balance
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return query select
    orders.id,
    orders.persons, orders.sessions,
    counted.used + past.sessions,
    counted.booked, refunded.sessions,
    orders.sessions - counted.used - counted.booked - refunded.sessions - past.sessions,
    least(
      greatest((private.india_day(paying.paid_at) + private.period('pack'))::date, counted.extended_until),
      private.india_day(ended.ended_at) - 1
    ),
    paying.payment_id, paying.paid_at, money.price, money.returned, money.left_over
  from public.orders as orders
  left join private.settlements as paying on paying.order_id = orders.id
  left join private.refund_money as money on money.payment_id = paying.payment_id
  left join private.ended_packs as ended on ended.order_id = orders.id
  cross join lateral (
    select count(*)::integer as sessions from private.past_sessions where order_id = orders.id
  ) as past
  cross join lateral (
    select
      count(*) filter (
        where private.costs_session(bookings) and bookings.state <> 'booked'
          or bookings.state = 'booked' and bookings.ends_at <= now()
      )::integer as used,
      count(*) filter (where bookings.state = 'booked' and bookings.ends_at > now())::integer as booked,
      max(private.extended_until(bookings)) as extended_until
    from private.bookings as bookings
    where bookings.order_id = orders.id
  ) as counted
  cross join lateral (
    select case
      when money.is_whole then orders.sessions
      when paying.payment_id is not null then money.unused
        + ceil(money.by_hand::numeric * orders.sessions / greatest(money.price, 1))::integer
      else 0
    end as sessions
  ) as refunded
  where orders.id = any (p_order_ids);
end;
$$;

create function private.pack_balance(p_order_id uuid) returns private.pack_balance
language sql stable set search_path = '' as $$ select * from private.pack_balances(array[p_order_id]); $$;

-- The paid packs on which a member may book, as their buyer or their second person.
create function private.packs_of(p_member uuid) returns setof uuid
language sql stable set search_path = '' as $$
  select id from public.orders
  where status in ('paid', 'partially_refunded', 'refunded')
    and id in (
      select id from public.orders where user_id = p_member
      union
      select order_id from private.second_persons where member_id = p_member
    );
$$;

-- The time by which a free interview must be booked: the end of the day, in Indian time, 60 days after the grant or 30
-- days after we cancelled or returned the interview.
create function private.free_interview_ends(p_grant_id uuid) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(
    grants.lapses_at,
    (
      select private.end_of_india_day(max(private.extended_until(bookings))) - interval '1 second'
      from private.bookings as bookings
      where bookings.grant_id = grants.id
    )
  )
  from private.free_grants as grants
  where grants.id = p_grant_id;
$$;

-- Refuses unless this member may use this pack or grant for a slot of this kind that starts then. A booking that is
-- being moved already has its session. During a refund or a dispute, no session of the pack can be booked (§17.5,
-- §17.14).
create function private.require_source(
  order_id uuid, grant_id uuid, member_id uuid, kind text, starts_at timestamptz, is_move boolean
) returns void
language plpgsql set search_path = '' as $$
declare
  source public.orders;
  free private.free_grants;
  balance record;
begin
  if require_source.order_id is not null then
    select * into source from public.orders where id = require_source.order_id;
    perform private.refuse_when('not_your_pack', source.user_id is null or (
      source.user_id is distinct from require_source.member_id
      and not exists (
        select from private.second_persons as second
        where second.order_id = source.id and second.member_id = require_source.member_id
      )
    ));
    perform private.refuse_when('pack_refunded', source.status = 'refunded');
    perform private.refuse_when('pack_not_paid', source.status not in ('paid', 'partially_refunded'));
    if not is_move then
      perform private.refuse_when('refund_open', (private.pack_refund(source.id)).id is not null);
      perform private.refuse_when('disputed', private.is_disputed(source.id));
    end if;
    balance := private.pack_balance(source.id);
    perform private.refuse_when(
      'pack_expired',
      balance.valid_until is null
        or require_source.starts_at >= private.end_of_india_day(balance.valid_until),
      balance.valid_until::text
    );
    perform private.refuse_when('nothing_left', balance.remaining < (case when is_move then 0 else 1 end));
  else
    select * into free from private.free_grants where id = require_source.grant_id;
    perform private.refuse_when('no_free_interview', free.member_id is distinct from require_source.member_id);
    perform private.refuse_when('free_is_an_interview', require_source.kind <> 'interview');
    if not is_move then
      perform private.refuse_when(
        'free_interview_lapsed',
        free.lapsed_at is not null or private.free_interview_ends(free.id) <= now()
      );
      perform private.refuse_when('nothing_left', private.is_grant_used(free.id));
    end if;
  end if;
end;
$$;

-- Locks everything that a booking touches, always in this order: order, free interview, member, slots by id (§15.8).
-- The lock on the order still allows new foreign keys to it, because cancelling a slot adds one while the slot is
-- locked.
create function private.lock_booking(order_id uuid, grant_id uuid, member_id uuid, slot_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_order(lock_booking.order_id);
  perform from private.free_grants where id = lock_booking.grant_id for no key update;
  perform pg_advisory_xact_lock(hashtextextended('member/' || lock_booking.member_id, 0));
  perform from private.slots where id = any (slot_ids) order by id for no key update;
end;
$$;

-- The rules for a booking, whoever writes to it (§15.9).
create function private.guard_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  slot private.slots;
begin
  if tg_op = 'DELETE' then
    perform private.forbid_when('booking_is_active', old.state = 'booked', 'cancel it first');
    return old;
  end if;

  if tg_op = 'UPDATE' then
    perform private.forbid_when(
      'booking_is_fixed',
      (new.id, new.order_id, new.grant_id, new.booked_at)
        is distinct from (old.id, old.order_id, old.grant_id, old.booked_at)
        or (new.member_id is not null and new.member_id is distinct from old.member_id),
      'its member and its source never change'
    );
    if new.state <> old.state then
      perform private.refuse_when(
        'booking_has_ended',
        not (old.state = 'booked' or (old.state = 'late' and new.state = 'called_off')),
        format('booking %s is %s', old.id, old.state)
      );
      new.ended_at := now();
      new.sequence := old.sequence + 1;
    end if;
    if new.given_back_at is distinct from old.given_back_at then
      perform private.forbid_when(
        'session_is_not_used', old.given_back_at is not null or new.state not in ('late', 'held'),
        format('booking %s is %s', new.id, new.state)
      );
      -- A session with a refund request cannot be returned as well (§17.6).
      perform private.refuse_when(
        'already_returned', (private.session_refund(new.id)).id is not null, format('booking %s', new.id)
      );
    end if;
    if new.slot_id = old.slot_id then
      return new;
    end if;
    perform private.refuse_when(
      'booking_has_ended', (old.state, new.state) <> ('booked', 'booked') or old.starts_at <= now()
    );
    new.sequence := old.sequence + 1;
    -- The consent to show the first name applied to the old group.
    new.name_shown_at := null;
  elsif new.state <> 'booked' or new.member_id is null then
    perform private.refuse('booking_has_ended', 'a new booking is booked');
  end if;

  perform private.lock_booking(new.order_id, new.grant_id, new.member_id, array[new.slot_id]);
  select * into slot from private.slots where id = new.slot_id;
  perform private.refuse_when('slot_closed', slot.id is null or slot.state <> 'open' or slot.starts_at <= now());
  perform private.refuse_when('already_booked', exists (
    select from private.bookings as bookings
    where bookings.slot_id = slot.id and bookings.member_id = new.member_id
      and bookings.state = 'booked' and bookings.id <> new.id
  ));
  perform private.refuse_when('slot_full', slot.taken >= slot.seats);
  perform private.refuse_when('overlaps', exists (
    select from private.bookings as bookings
    where bookings.member_id = new.member_id and bookings.state = 'booked' and bookings.id <> new.id
      and bookings.starts_at < slot.ends_at and bookings.ends_at > slot.starts_at
  ));
  perform private.require_source(
    new.order_id, new.grant_id, new.member_id, slot.kind, slot.starts_at, tg_op = 'UPDATE'
  );
  new.starts_at := slot.starts_at;
  new.ends_at := slot.ends_at;
  new.institute := coalesce(private.clean_text(new.institute, 120), '');
  return new;
end;
$$;

create trigger bookings_guard before insert or update or delete on private.bookings
  for each row execute function private.guard_booking();

-- The next slot of this kind that the picker shows for a mentor, strictly between two times.
create function private.slot_to_show(
  mentor integer, kind text, after timestamptz, until timestamptz
) returns setof private.slots
language sql stable set search_path = '' as $$
  select slots.*
  from private.slots as slots
  where slots.mentor_id = mentor and slots.state = 'open' and slots.kind = slot_to_show.kind
    and slots.starts_at > after and slots.starts_at < until
    and (slots.taken < slots.seats or slots.kind = 'gd')
  order by slots.starts_at
  limit 1;
$$;

-- Slots that can be booked now, and full group discussions, between two times up to 62 days apart, by default in the
-- next 60 days (§15.4). Shows how many seats are taken, never by whom. Until `free_until`, cancelling returns the
-- session. Visitors see only mentors who have agreed to be shown (§4.27). Returns up to 500 slots, taking each mentor's
-- earliest first, then each mentor's second, and so on (§15.102).
create function public.open_slots(p_kind text, p_from timestamptz default null, p_to timestamptz default null)
returns table (
  id uuid, kind text, starts_at timestamptz, minutes integer, mentor text, institute text, seats integer, taken integer,
  minimum integer, closes_at timestamptz, free_until timestamptz, mine boolean, mentor_id integer
)
language sql stable security definer set search_path = '' set jit = off as $$
  with recursive shown (viewer, earliest, latest) as (
    select
      case when auth.uid() is not null then private.member() end,
      greatest(p_from, now() + private.closes_before(p_kind)),
      least(
        coalesce(p_to, now() + private.period('picker')),
        coalesce(p_from, now()) + private.period('picker') + interval '2 days'
      )
  ),
  -- Each round adds every mentor's next slot. The limit of 500 below ends the rounds.
  turns as (
    (
      select first.*
      from shown
      cross join private.mentors as mentors
      cross join private.slot_to_show(
        mentors.id, p_kind, shown.earliest - interval '1 microsecond', shown.latest
      ) as first
      where mentors.is_public or shown.viewer is not null
      order by first.starts_at, first.id
    )
    union all
    select following.*
    from turns
    cross join shown
    cross join private.slot_to_show(turns.mentor_id, p_kind, turns.starts_at, shown.latest) as following
  )
  select
    slots.id, slots.kind, slots.starts_at, slots.minutes, mentors.name, mentors.institute,
    slots.seats, slots.taken, slots.minimum,
    -- With subqueries, Postgres computes these once and not for each of 500 slots.
    slots.starts_at - (select private.closes_before(p_kind)),
    slots.starts_at - (select private.period('cancel free')),
    exists (
      select from private.bookings as bookings
      where bookings.slot_id = slots.id
        and bookings.member_id = (select shown.viewer from shown)
        and bookings.state = 'booked'
    ),
    slots.mentor_id
  from (select * from turns limit 500) as slots
  join private.mentors as mentors on mentors.id = slots.mentor_id
  order by slots.starts_at, slots.id;
$$;

-- The next interview with a mentor who has agreed to be shown, or, if there is none, the time of another mentor's next
-- interview; and the current time (§4.18). Visitors can read this, so it does not reveal anything else.
create function public.next_free_time()
returns table (
  slot uuid, starts_at timestamptz, mentor_id integer, mentor text, institute text, "now" timestamptz
)
language sql stable security definer set search_path = '' as $$
  select
    case when mentors.is_public then slots.id end, slots.starts_at, mentors.id, mentors.name, mentors.institute, now()
  from private.slots as slots
  left join private.mentors as mentors on mentors.id = slots.mentor_id and mentors.is_public
  where slots.state = 'open' and slots.kind = 'interview'
    and slots.starts_at >= now() + private.closes_before('interview')
    and slots.taken < slots.seats
  order by mentors.id is null, slots.starts_at, slots.id
  limit 1;
$$;

-- Counts a mentor's ratings. The average that visitors see is updated with every fifth rating (§4.22).
create function private.follow_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  rated private.mentors;
begin
  update private.mentors as mentors
  set
    ratings = mentors.ratings + (tg_op = 'INSERT')::integer,
    rating_sum = mentors.rating_sum + new.score - coalesce(old.score, 0)
  where mentors.id = (
    select slots.mentor_id from private.bookings as bookings
    join private.slots as slots on slots.id = bookings.slot_id
    where bookings.id = new.booking_id
  )
  returning * into rated;
  if tg_op = 'INSERT' and rated.ratings % 5 = 0 then
    update private.mentors set rating = round(rated.rating_sum::numeric / rated.ratings, 1) where id = rated.id;
  end if;
  return null;
end;
$$;

create trigger ratings_follow after insert or update of score on private.ratings
  for each row execute function private.follow_rating();

-- Emails a member about a session. The booking's id is the calendar entry's UID.
create function private.tell_member(
  kind text, booking private.bookings, more jsonb default '{}',
  due_at timestamptz default now(), not_after timestamptz default null
) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.tell_account(
    tell_member.kind,
    booking.member_id,
    private.slot_json(slots) || jsonb_build_object(
      'booking', booking.id, 'sequence', booking.sequence, 'free_until', private.free_until(slots.starts_at),
      'mentor', mentors.name, 'institute', mentors.institute, 'is_free', booking.grant_id is not null,
      'reason', booking.reason, 'minimum', slots.minimum,
      'is_buyer', exists (
        select from public.orders as orders
        where orders.id = booking.order_id and orders.user_id = booking.member_id
      )
    ) || more,
    format('%s %s', booking.id, booking.sequence),
    0, tell_member.due_at, tell_member.not_after
  )
  from private.slots as slots
  join private.mentors as mentors on mentors.id = slots.mentor_id
  where slots.id = booking.slot_id;
end;
$$;

-- Queues the reminders for a day before and an hour before the start, unless those times have passed.
create function private.remind_member(booking private.bookings) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.tell_member(reminder.kind, booking, '{}', booking.starts_at - reminder.before, reminder.not_after)
  from (
    values
      ('reminder_day', private.period('day reminder'), booking.starts_at - private.period('late reminder')),
      ('reminder_hour', private.period('hour reminder'), booking.starts_at)
  ) as reminder (kind, before, not_after)
  where booking.starts_at - reminder.before > now();
end;
$$;

-- Queues an email to a slot's mentor. The email's links are made from slot, mentor_id and version.
create function private.tell_mentor(
  kind text, slot private.slots, news text, more jsonb default '{}',
  due_at timestamptz default now(), not_after timestamptz default null
) returns void
language plpgsql set search_path = '' as $$
declare
  mentor private.mentors;
begin
  select * into mentor from private.mentors where id = slot.mentor_id;
  perform private.queue_mail(
    tell_mentor.kind,
    mentor.email,
    private.slot_json(slot) || jsonb_build_object(
      'slot', slot.id, 'mentor_id', slot.mentor_id, 'version', slot.feedback_version, 'sequence', slot.sequence,
      'name', mentor.name, 'seats', slot.seats, 'taken', slot.taken, 'meeting_url', private.meeting_url(slot.id)
    ) || more,
    format('%s %s %s %s', tell_mentor.kind, slot.id, slot.feedback_version, news),
    0, tell_mentor.due_at, tell_mentor.not_after
  );
end;
$$;

-- Queues the emails to a slot's mentor: on the evening before, one email about all the day's sessions; and, at the
-- start and a day after the end, the feedback link. If the session has already begun, the link is sent now and again a
-- day later.
create function private.plan_mentor_mails(slot private.slots) returns void
language plpgsql set search_path = '' as $$
declare
  closes constant timestamptz := slot.starts_at + private.period('mentor link');
  day constant date := private.india_day(slot.starts_at);
  evening constant timestamptz := private.end_of_india_day(day - 1) - private.period('evening');
begin
  if evening > now() then
    perform private.queue_mail(
      'mentor_day', mentors.email, jsonb_build_object('mentor_id', mentors.id, 'day', day, 'name', mentors.name),
      format('mentor_day %s %s', mentors.id, day), 0, evening, evening + interval '12 hours'
    )
    from private.mentors as mentors where mentors.id = slot.mentor_id;
  end if;
  perform private.tell_mentor('mentor_feedback', slot, '', '{}', greatest(slot.starts_at, now()), closes);
  perform private.tell_mentor(
    'mentor_feedback_late', slot, '', '{}', greatest(slot.ends_at, now()) + private.period('feedback late'), closes
  );
end;
$$;

-- Redirects emails that have not been sent yet to the mentor's new address, because each contains a link to the
-- mentor's page. Revokes the page links mailed to the earlier address.
create function private.follow_mentor_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.outbox
  set recipient = new.email
  where kind ^@ 'mentor_' and payload ->> 'mentor_id' = new.id::text
    and sent_at is null and dropped_at is null and given_up_at is null;
  new.page_version := old.page_version + 1;
  return new;
end;
$$;

create trigger mentors_follow before update of email on private.mentors
  for each row when (new.email <> old.email) execute function private.follow_mentor_address();

create function private.member_payload(booking private.bookings) returns jsonb
language sql stable set search_path = ''
return jsonb_build_object(
  'user_id', booking.member_id, 'booking', booking.id, 'member', private.first_name(booking.member_id),
  'member_institute', nullif(booking.institute, '')
);

-- Recounts the seats of the slots that a changed booking involves, and emails everyone concerned.
create function private.follow_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  news constant text := new.id || ' ' || new.sequence;
  -- With what identifies the email in which the mentor was told of the booking.
  ended constant jsonb := private.member_payload(new) || jsonb_build_object('booked_as', old.sequence);
  slot private.slots;
  earlier private.slots;
begin
  if tg_op = 'INSERT' or (new.slot_id, new.state) is distinct from (old.slot_id, old.state) then
    update private.slots set taken = taken where id = new.slot_id or id = old.slot_id;
  end if;
  select * into slot from private.slots where id = new.slot_id;

  if tg_op = 'INSERT' then
    delete from private.waiting_times where member_id = new.member_id and kind = slot.kind;
    perform private.tell_member('session_booked', new);
    perform private.remind_member(new);
    perform private.tell_mentor('mentor_booked', slot, news, private.member_payload(new));
    perform private.plan_mentor_mails(slot);

  elsif new.slot_id <> old.slot_id then
    select * into earlier from private.slots where id = old.slot_id;
    perform private.tell_member(
      'session_moved', new, jsonb_build_object('from_starts_at', old.starts_at, 'from_ends_at', old.ends_at)
    );
    perform private.remind_member(new);
    if earlier.mentor_id = slot.mentor_id then
      perform private.tell_mentor(
        'mentor_moved', slot, news,
        private.member_payload(new) || jsonb_build_object('from', private.slot_json(earlier)
          || jsonb_build_object('slot', earlier.id, 'sequence', earlier.sequence, 'taken', earlier.taken))
      );
    else
      perform private.tell_mentor('mentor_cancelled', earlier, news, ended);
      perform private.tell_mentor('mentor_booked', slot, news, private.member_payload(new));
    end if;
    perform private.plan_mentor_mails(slot);

  elsif new.state <> old.state and new.state in ('cancelled', 'late') then
    perform private.tell_member(
      'session_cancelled', new,
      jsonb_build_object(
        'session_returned', new.state = 'cancelled',
        'lapses', coalesce(private.free_interview_ends(new.grant_id) <= now(), false)
      )
    );
    perform private.tell_mentor('mentor_cancelled', slot, news, ended);

  elsif new.state <> old.state and new.state = 'called_off' then
    perform private.tell_member('session_called_off', new);
    -- The mentor gets one email about a cancelled slot, not one for each booking.
    if slot.state = 'open' then
      perform private.tell_mentor(
        'mentor_cancelled', slot, news,
        case
          when new.reason = 'account_closed' then '{}'::jsonb else ended
        end
      );
    end if;

  elsif old.given_back_at is null and new.given_back_at is not null then
    perform private.tell_member(
      'session_given_back', new,
      jsonb_build_object('no_mentor', new.no_mentor_at is not null, 'book_until', private.extended_until(new))
    );
    -- This session did not take place after all, so it no longer counts in the total that visitors see (§4.25).
    update private.mentors set held = held - 1
    where id = slot.mentor_id and slot.state = 'done' and new.no_mentor_at is not null
      and not exists (
        select from private.bookings as others
        where others.slot_id = slot.id and others.state = 'held' and others.given_back_at is null
      );
  end if;
  return null;
end;
$$;

create trigger bookings_follow after insert or update on private.bookings
  for each row execute function private.follow_booking();

-- Cancels the bookings of a cancelled slot. If the mentor changes, tells everyone.
create function private.follow_slot() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  booking private.bookings;
  earlier private.slots := old;
begin
  -- Calendar programs ignore an update unless its number is higher than before.
  earlier.sequence := new.sequence;
  if new.state = 'called_off' and old.state <> 'called_off' then
    if old.taken > 0 then
      perform private.tell_mentor(
        'mentor_called_off', earlier, '', jsonb_build_object('called_off_by', new.called_off_by)
      );
    end if;
    update private.bookings set state = 'called_off', reason = new.called_off_by
    where slot_id = new.id and state in ('booked', 'late');

  elsif new.mentor_id <> old.mentor_id and new.taken > 0 then
    perform private.tell_mentor('mentor_replaced', earlier, '');
    for booking in
      update private.bookings set sequence = sequence + 1
      where slot_id = new.id and state = 'booked'
      returning *
    loop
      perform private.tell_member('session_mentor_changed', booking);
      perform private.remind_member(booking);
      perform private.tell_mentor(
        'mentor_booked', new, booking.id || ' ' || booking.sequence, private.member_payload(booking)
      );
    end loop;
    perform private.plan_mentor_mails(new);

  elsif new.feedback_version > old.feedback_version and new.starts_at <= now()
    and new.taken > 0
  then
    perform private.plan_mentor_mails(new);

  elsif new.state = 'done' and old.state <> 'done' and new.taken > 0 then
    update private.mentors set held = held + 1
    where id = new.mentor_id and exists (
      select from private.bookings as bookings
      where bookings.slot_id = new.id and bookings.state = 'held' and bookings.given_back_at is null
    );
  end if;
  return null;
end;
$$;

create trigger slots_follow after update on private.slots for each row execute function private.follow_slot();

-- Whether a report of a missing mentor is still undecided (§15.88).
create function private.is_reported(booking private.bookings) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return booking.no_mentor_at is not null
    and num_nonnulls(booking.given_back_at, booking.mentor_came_at) = 0
    and (private.session_refund(booking.id)).id is null;
end;
$$;

-- Until when the mentor can answer a report; without an answer, the session is then returned (§15.88).
create function private.answer_until(booking private.bookings) returns timestamptz
language sql stable set search_path = ''
return booking.no_mentor_at + private.period('mentor answer');

-- Whether a report still needs the mentor's answer, because the mentor has neither answered nor given feedback.
create function private.awaits_mentor(booking private.bookings) returns boolean
language sql stable set search_path = ''
return private.is_reported(booking)
  and booking.mentor_answered_at is null
  and not exists (select from private.feedback as feedback where feedback.booking_id = booking.id);

-- Bookings that lack feedback, were not returned, and whose member still has an account. For many slots, compare a
-- count with 0, because the planner could turn `exists` into a join that reads all feedback ever given.
create view private.lacking_feedback with (security_invoker = true) as
select
  bookings.slot_id, bookings.member_id, bookings.booked_at,
  -- The mentor has yet to answer the member's report, so this feedback is not late (§15.88).
  bookings.no_mentor_at is not null and private.awaits_mentor(bookings) as awaits_answer
from private.bookings as bookings
where bookings.member_id is not null and bookings.state in ('booked', 'held') and bookings.given_back_at is null
  and not exists (select from private.feedback as feedback where feedback.booking_id = bookings.id);

-- Returns sessions that the mentor did not join (§15.88).
create function private.return_missed(booking_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  booking_id uuid;
begin
  -- One by one, so that only a session's last booking takes the session from the mentor's total.
  foreach booking_id in array booking_ids loop
    update private.bookings set state = 'held', given_back_at = now() where id = booking_id;
  end loop;
  perform private.log_action('give_session_back', id::text, member_id)
  from private.bookings where id = any (booking_ids);
end;
$$;

-- A mentor's booked sessions that are not over.
create function private.coming_of(mentor integer) returns setof private.slots
language sql stable set search_path = '' as $$
  select *
  from private.slots as slots
  where slots.mentor_id = mentor and slots.state = 'open' and slots.taken > 0 and slots.ends_at > now()
    and slots.starts_at > now() - private.period('longest session')
  order by slots.starts_at;
$$;

-- A mentor's sessions that lack feedback on a member, while it can still be given, without members whose report the
-- mentor has yet to answer.
create function private.missing_of(mentor integer) returns setof private.slots
language sql stable set search_path = '' as $$
  select *
  from private.slots as slots
  where slots.mentor_id = mentor and slots.state <> 'called_off' and slots.taken > 0
    and slots.ends_at <= now() and slots.starts_at > now() - private.period('mentor link')
    and (
      select count(*) from private.lacking_feedback as lacking
      where lacking.slot_id = slots.id and not lacking.awaits_answer
    ) > 0
  order by slots.starts_at;
$$;

-- Data for an email to a mentor that is known only when it is sent: the version of the page link, the meeting link,
-- and, on the evening before, the day's sessions.
create function private.mentor_news(kind text, payload jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('page_version', mentors.page_version)
    || coalesce(
      (
        select jsonb_build_object('meeting_url', private.meeting_url(slots.id))
        from private.slots as slots
        where slots.id = (payload ->> 'slot')::uuid and slots.mentor_id = mentors.id
      ),
      '{}'
    )
    || case
      when mentor_news.kind = 'mentor_day' then jsonb_build_object('sessions', array(
        select private.slot_json(coming) || jsonb_build_object('taken', coming.taken, 'seats', coming.seats)
        from private.coming_of(mentors.id) as coming
        where private.india_day(coming.starts_at) = (payload ->> 'day')::date
      ))
      else '{}'
    end
  from private.mentors as mentors
  where mentors.id = (payload ->> 'mentor_id')::integer;
$$;

create function private.booking_mail_holds(kind text, payload jsonb) returns boolean
language sql stable set search_path = '' as $$
  select case
    when kind in ('session_booked', 'session_moved', 'session_mentor_changed', 'reminder_day',
      'reminder_hour')
    then exists (
      select from private.bookings as bookings
      where bookings.id = (payload ->> 'booking')::uuid
        -- If the sequence has gone up, the booking has been moved or ended since.
        and bookings.sequence = (payload ->> 'sequence')::integer
    )
    -- An email about a move is always sent, because it removes the earlier time from the mentor's calendar.
    when kind = 'mentor_booked'
    then exists (
      select from private.bookings as bookings
      join private.slots as slots on slots.id = bookings.slot_id
      where bookings.id = (payload ->> 'booking')::uuid and bookings.state = 'booked'
        and slots.id = (payload ->> 'slot')::uuid
        and slots.feedback_version = (payload ->> 'version')::integer
    )
    -- A mentor who was never told of a booking is not told of its end.
    when kind = 'mentor_cancelled'
    then not exists (
      select from private.outbox as told
      cross join jsonb_to_record(booking_mail_holds.payload) as ended (
        slot text, version text, booking text, booked_as text
      )
      where told.dropped_at is not null
        and told.dedupe_key = format(
          'mentor_booked %s %s %s %s', ended.slot, ended.version, ended.booking, ended.booked_as
        )
    )
    when kind in ('mentor_feedback', 'mentor_feedback_late')
    then exists (
      select from private.slots as slots
      where slots.id = (payload ->> 'slot')::uuid and slots.state <> 'called_off'
        and slots.taken > 0 and slots.feedback_version = (payload ->> 'version')::integer
        -- Qualified, because a bare `kind` would mean the slot's.
        and (
          booking_mail_holds.kind = 'mentor_feedback'
          or exists (select from private.lacking_feedback as lacking where lacking.slot_id = slots.id)
        )
    )
    when kind = 'mentor_day'
    then exists (
      select from private.coming_of((payload ->> 'mentor_id')::integer) as coming
      where private.india_day(coming.starts_at) = (payload ->> 'day')::date
    )
    when kind in ('mentor_reported', 'session_reported')
    then exists (
      select from private.bookings as bookings
      where bookings.id = (payload ->> 'booking')::uuid and private.awaits_mentor(bookings)
    )
    when kind = 'second_person_named'
    then exists (
      select from private.second_persons as second
      where second.order_id = (payload ->> 'order_id')::uuid
        and second.address = payload ->> 'address' and second.member_id is null and second.declined_at is null
    )
    when kind = 'second_person_joined'
    then exists (
      select from private.second_persons as second
      where second.order_id = (payload ->> 'order_id')::uuid and second.member_id is not null
    )
    when kind = 'free_interview_granted'
    then exists (
      select from private.free_grants as grants
      where grants.id = (payload ->> 'grant')::uuid and grants.lapsed_at is null
        and not exists (
          select from private.bookings as bookings
          where bookings.grant_id = grants.id and private.costs_session(bookings)
        )
    )
    else true
  end;
$$;

-- Cancels these bookings for this reason, locking their slots in order. Returns how many.
create function private.call_off_bookings(booking_ids uuid[], reason text) returns integer
language plpgsql set search_path = '' as $$
declare
  called_off integer;
begin
  perform from private.slots
  where id in (select slot_id from private.bookings where id = any (booking_ids))
  order by id
  for no key update;
  update private.bookings
  set state = 'called_off', reason = call_off_bookings.reason
  where id = any (booking_ids) and state = 'booked';
  get diagnostics called_off = row_count;
  return called_off;
end;
$$;

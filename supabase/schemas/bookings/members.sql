-- What mentors do on the pages behind their links (§15.16 to §15.20), and what members do with sessions: view, book,
-- move, cancel and rate. A mentor's link contains a signature over slot, mentor and version. The serverless functions
-- check the signature first, so the key never reaches the database.

-- A booking's newest feedback and what came of its exercise, for the member and for the next mentor.
create function private.feedback_json(p_booking uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select to_jsonb(feedback) - array['booking_id', 'mentor_id', 'read_at'] || jsonb_build_object(
      'first_given_at', min(feedback.given_at) over (), 'read', feedback.read_at is not null,
      'exercise_done_at', exercises.done_at, 'exercise_note', coalesce(exercises.note, '')
    )
    from private.feedback as feedback
    left join private.exercises as exercises on exercises.booking_id = feedback.booking_id
    where feedback.booking_id = p_booking
    order by feedback.version desc
    limit 1
  );
end;
$$;

-- The exercise from a member's last feedback, unless it is done (§15.107).
create function private.open_exercise(p_member uuid) returns text
language sql stable set search_path = '' as $$
  select last.feedback ->> 'exercise'
  from (
    select feedback
    from private.bookings as bookings
    cross join lateral private.feedback_json(bookings.id) as feedback
    where bookings.member_id = p_member and exists (
      select from private.feedback as feedback where feedback.booking_id = bookings.id and feedback.attended
    )
    order by (feedback ->> 'first_given_at')::timestamptz desc, bookings.starts_at desc
    limit 1
  ) as last
  where last.feedback ->> 'exercise' <> '' and last.feedback ->> 'exercise_done_at' is null;
$$;

-- The slot that a mentor's link is for. Raises link_not_valid if the link was replaced, not_open_yet, with the
-- start, until `p_early` before it, and link_expired 14 days after the start.
create function private.slot_for_feedback(
  p_slot uuid, p_mentor integer, p_version integer, p_early interval default interval '0'
) returns private.slots
language plpgsql stable set search_path = '' as $$
declare
  slot private.slots;
begin
  select * into slot from private.slots
  where id = p_slot and mentor_id = p_mentor and feedback_version = p_version
    and state <> 'called_off';
  perform private.refuse_when('link_not_valid', slot.id is null);
  perform private.refuse_when('not_open_yet', slot.starts_at - p_early > now(), slot.starts_at::text);
  perform private.refuse_when('link_expired', slot.starts_at + private.period('mentor link') <= now());
  return slot;
end;
$$;

-- What the feedback page shows: the session, and each member's first name, target institute, files for this session,
-- and feedback from this and earlier sessions, the latest feedback first, because it has the exercise (§15.99). Only
-- later mentors see what came of an exercise (§15.103). Each member has the mentor's deadline for answering a report,
-- or null without a report to answer (§15.88). Also counts the mentor's other sessions that lack feedback.
create function public.feedback_page(p_slot uuid, p_mentor integer, p_version integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.slot_json(slot) || jsonb_build_object(
    'now', now(), 'mentor', (select name from private.mentors where id = slot.mentor_id), 'topic', slot.topic,
    'has_begun', slot.starts_at <= now(), 'closes_at', slot.starts_at + private.period('mentor link'),
    'others', (select count(*) from private.missing_of(slot.mentor_id) as missing where missing.id <> slot.id),
    'members', array(
      select jsonb_build_object(
        'booking', bookings.id,
        'name', coalesce(nullif(profiles.firstname, ''), 'Member'),
        'institute', bookings.institute, 'files', private.files_json(bookings.id),
        'is_returned', bookings.given_back_at is not null,
        'report_until', case when private.awaits_mentor(bookings) then private.answer_until(bookings) end,
        'feedback', private.feedback_json(bookings.id) - array['exercise_done_at', 'exercise_note'],
        'earlier', array(
          select feedback || jsonb_build_object('starts_at', earlier.starts_at, 'kind', slots.kind)
          from private.bookings as earlier
          join private.slots as slots on slots.id = earlier.slot_id
          cross join lateral private.feedback_json(earlier.id) as feedback
          where earlier.member_id = bookings.member_id and earlier.starts_at < slot.starts_at
            and exists (
              select from private.feedback as feedback
              where feedback.booking_id = earlier.id and feedback.attended
            )
          order by (feedback ->> 'first_given_at')::timestamptz desc, earlier.starts_at desc
        )
      )
      from private.bookings as bookings
      join public.profiles as profiles on profiles.id = bookings.member_id
      where bookings.slot_id = slot.id and bookings.state in ('booked', 'held')
      order by bookings.booked_at, bookings.id
    )
  )
  from private.slot_for_feedback(p_slot, p_mentor, p_version, private.period('mentor files')) as slot;
$$;

-- The path of a file on a mentor's feedback page. Raises whatever feedback_page raises, plus no_such_file.
create function public.file_for_mentor(p_slot uuid, p_mentor integer, p_version integer, p_file uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  slot constant private.slots := private.slot_for_feedback(p_slot, p_mentor, p_version, private.period('mentor files'));
  shown private.files;
begin
  select files.* into shown
  from private.files as files
  join private.bookings as bookings on bookings.id = files.booking_id
  where files.id = p_file and bookings.slot_id = slot.id and bookings.state in ('booked', 'held');
  perform private.refuse_when('no_such_file', shown.id is null);
  return jsonb_build_object('path', shown.path, 'type', shown.type, 'purpose', shown.purpose);
end;
$$;

-- Stores feedback on one member as the next version (§15.17, §15.19); only the first version is mailed. `p_given` has
-- `booking` and columns of private.feedback, without scores if the member did not attend. Raises whatever feedback_page
-- raises, plus no_such_booking, session_returned or feedback_not_valid. Returns the version.
create function public.give_feedback(p_slot uuid, p_mentor integer, p_version integer, p_given jsonb)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  slot constant private.slots := private.slot_for_feedback(p_slot, p_mentor, p_version);
  booking private.bookings;
  given private.feedback;
begin
  -- The lock makes concurrent corrections wait for each other, so that each becomes a version.
  select * into booking from private.bookings
  where id = (p_given ->> 'booking')::uuid and slot_id = slot.id and state in ('booked', 'held')
  for no key update;
  perform private.refuse_when('no_such_booking', booking.id is null);
  perform private.refuse_when('session_returned', booking.given_back_at is not null);
  begin
    insert into private.feedback (
      booking_id, version, mentor_id, attended, content, structure, communication, presence,
      went_well, to_work_on, exercise
    )
    select
      booking.id,
      (select coalesce(max(version), 0) + 1 from private.feedback where booking_id = booking.id),
      slot.mentor_id, attended, content, structure, communication, presence,
      private.clean_paragraphs(went_well), private.clean_paragraphs(to_work_on), private.clean_paragraphs(exercise)
    from jsonb_populate_record(null::private.feedback, p_given)
    returning * into given;
  exception when check_violation or not_null_violation then
    perform private.refuse('feedback_not_valid', sqlerrm);
  end;
  -- If the exercise is changed, it counts as not done, and the note says that it is older (§15.103).
  update private.exercises set done_at = null, note = case
    when note = '' or note like 'On the earlier exercise: %' or char_length(note) > 475 then note
    else 'On the earlier exercise: ' || note
  end
  where booking_id = booking.id and given.exercise is distinct from (
    select earlier.exercise from private.feedback as earlier
    where earlier.booking_id = booking.id and earlier.version = given.version - 1
  );
  if given.version = 1 then
    perform private.tell_member('feedback_ready', booking, jsonb_build_object(
      'attended', given.attended,
      -- Also while the member asks for the session's refund.
      'is_reported', booking.no_mentor_at is not null and booking.mentor_came_at is null
    ));
  end if;
  return given.version;
end;
$$;

-- What a mentor's cancellation link shows before the mentor confirms. Raises link_not_valid or slot_has_started.
create function public.cancel_page(p_slot uuid, p_mentor integer, p_version integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  slot private.slots;
begin
  select * into slot from private.slots
  where id = p_slot and mentor_id = p_mentor and feedback_version = p_version;
  perform private.refuse_when('link_not_valid', slot.id is null);
  perform private.refuse_when('slot_has_started', slot.state <> 'called_off' and slot.starts_at <= now());
  return private.slot_json(slot) || jsonb_build_object(
    'taken', slot.taken, 'mentor', (select name from private.mentors where id = slot.mentor_id),
    'is_called_off', slot.state = 'called_off'
  );
end;
$$;

-- Cancels a slot for its mentor: each member is mailed and gets the session back. Can safely be repeated. Raises and
-- returns the same as cancel_page.
create function public.cancel_by_mentor(p_slot uuid, p_mentor integer, p_version integer)
returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.slots where id = p_slot for no key update;
  perform public.cancel_page(p_slot, p_mentor, p_version);
  update private.slots set state = 'called_off', called_off_by = 'mentor' where id = p_slot and state = 'open';
  return public.cancel_page(p_slot, p_mentor, p_version);
end;
$$;

-- The mentor behind a page link (§15.85) that was made at this second. Raises link_not_valid if the link was revoked,
-- and page_link_expired after 30 days. From here on, log entries name the mentor.
create function private.mentor_of_link(p_mentor integer, p_version integer, p_made bigint)
returns private.mentors
language plpgsql set search_path = '' as $$
declare
  known private.mentors;
begin
  select * into known from private.mentors where id = p_mentor and page_version = p_version;
  perform private.refuse_when('link_not_valid', known.id is null);
  perform private.refuse_when('page_link_expired', to_timestamp(p_made) + private.period('mentor page') <= now());
  perform set_config('desk.mentor', known.id::text, true);
  return known;
end;
$$;

-- A session as shown on its mentor's page. The page's function includes the version when it signs the links.
create function private.mentor_session_json(slot private.slots) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.slot_json(slot) || jsonb_build_object(
    'slot', slot.id, 'version', slot.feedback_version, 'taken', slot.taken, 'seats', slot.seats, 'topic', slot.topic
  );
end;
$$;

-- What a mentor's own page shows (§15.85): the current time, reports to answer, sessions without feedback, upcoming
-- sessions with their members, the last five sessions with their ratings, topics to choose from, free times, meeting
-- link, pause, and how many members are waiting for a time. Raises whatever private.mentor_of_link raises.
create function public.mentor_page(p_mentor integer, p_version integer, p_made bigint) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known constant private.mentors := private.mentor_of_link(p_mentor, p_version, p_made);
begin
  return jsonb_build_object(
    'now', now(), 'name', known.name, 'has_left', known.retired_at is not null,
    'paused_until', case when known.paused_until >= private.india_day(now()) then known.paused_until end,
    'meeting_url', known.meeting_url, 'has_rooms', exists (select from private.room_service),
    'reports', array(
      select private.mentor_session_json(slots)
        || jsonb_build_object(
          'until', min(private.answer_until(bookings)),
          'members', jsonb_agg(
            jsonb_build_object('name', nullif(profiles.firstname, '')) order by bookings.booked_at, bookings.id
          )
        )
      from private.bookings as bookings
      join private.slots as slots on slots.id = bookings.slot_id
      left join public.profiles as profiles on profiles.id = bookings.member_id
      where slots.mentor_id = known.id and bookings.no_mentor_at is not null and bookings.member_id is not null
        and private.awaits_mentor(bookings)
      group by slots.id
      order by slots.starts_at
    ),
    'missing', array(
      select private.mentor_session_json(missing) || jsonb_build_object('members', array(
        select jsonb_build_object('name', nullif(profiles.firstname, ''))
        from private.lacking_feedback as lacking
        left join public.profiles as profiles on profiles.id = lacking.member_id
        where lacking.slot_id = missing.id and not lacking.awaits_answer
        order by lacking.booked_at, lacking.member_id
      ))
      from private.missing_of(known.id) as missing
    ),
    'coming', array(
      select private.mentor_session_json(coming) || jsonb_build_object(
        'meeting_url', private.meeting_url(coming.id), 'has_begun', coming.starts_at <= now(),
        'members', array(
          select jsonb_build_object('name', nullif(profiles.firstname, ''), 'institute', bookings.institute)
          from private.bookings as bookings
          left join public.profiles as profiles on profiles.id = bookings.member_id
          where bookings.slot_id = coming.id and bookings.state in ('booked', 'held')
          order by bookings.booked_at, bookings.id
        )
      )
      from private.coming_of(known.id) as coming
    ),
    -- Ratings appear only after the mentor's feedback, so that they cannot influence it (§15.108).
    'past', array(
      select private.mentor_session_json(slots) || jsonb_build_object('said', array(
        select jsonb_build_object('score', ratings.score, 'word', ratings.word)
        from private.bookings as bookings
        join private.ratings as ratings on ratings.booking_id = bookings.id
        where bookings.slot_id = slots.id
          and exists (select from private.feedback as feedback where feedback.booking_id = bookings.id)
        order by ratings.rated_at
      ), 'outcome', (
        select case
          when bool_and(bookings.given_back_at is not null) then 'returned'
          when bool_and((private.feedback_json(bookings.id) ->> 'attended')::boolean is false) then 'absent'
        end
        from private.bookings as bookings
        where bookings.slot_id = slots.id and bookings.state in ('booked', 'held')
      ))
      from private.slots as slots
      where slots.mentor_id = known.id and slots.state <> 'called_off' and slots.taken > 0 and slots.ends_at <= now()
      order by slots.starts_at desc
      limit 5
    ),
    'topics', array(select topic from operations.gd_topics order by used, topic),
    'free', array(
      select private.mentor_session_json(slots)
      from private.slots as slots
      where slots.mentor_id = known.id and slots.state = 'open' and slots.taken = 0
        and slots.starts_at > now()
      order by slots.starts_at
      limit 500
    ),
    -- Mentors see only the number of waiting members, without those who have a free time on one of their days (§15.93).
    -- The count stops at a hundred, because every mentor's page asks for it.
    'waiting', array(
      select jsonb_build_object('kind', kinds.kind, 'members', counted.members)
      from (
        select asked.kind, coalesce(bit_or(free.day), 0) as days
        from unnest(array['interview', 'gd']) as asked (kind)
        left join private.free_times as free on free.kind = asked.kind
        group by asked.kind
      ) as kinds
      cross join lateral (
        select count(*) as members
        from (
          -- Every set of weekdays that has no free time, so that an index finds the members waiting for these days.
          select from generate_series(1, 127) as choice (days)
          join private.waiting_times as waiting on waiting.kind = kinds.kind and waiting.days = choice.days
          where choice.days & kinds.days = 0
          limit 100
        ) as first
      ) as counted
      where counted.members > 0
    )
  );
end;
$$;

-- Carries out an action from the mentor's own page. `act` is the action, and the other keys are its arguments, which
-- the page's function has already checked. Raises whatever private.mentor_of_link raises, plus act_not_valid. A preview
-- returns [{starts, clash}]; opening returns the number of opened times.
create function public.act_by_mentor(p_mentor integer, p_version integer, p_made bigint, p_act jsonb)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  known private.mentors := private.mentor_of_link(p_mentor, p_version, p_made);
  asked record;
  own uuid[];
begin
  select * into asked from jsonb_to_record(p_act) as asked (
    act text, kind text, weekdays text[], at time, minutes integer, from_day date, to_day date,
    slots uuid[], url text, until date, slot uuid, text text, topic text
  );
  perform private.refuse_when('act_not_valid', asked.to_day > private.india_day(now()) + 366);
  case asked.act
    -- The times of a weekly pattern, each with the reason why it cannot be opened, if any (§15.86).
    when 'preview' then
      return to_jsonb(array(
        select to_jsonb(times)
        from private.slot_times(
          known, asked.kind, asked.weekdays, asked.at, asked.minutes, asked.from_day, asked.to_day
        ) as times
      ));

    -- Opens those times of a pattern that can be opened. Raises mentor_has_left.
    when 'open' then
      -- Fetched again under the lock, because the mentor may have paused or retired in the meantime.
      known := private.mentor_numbered(known.id);
      perform private.refuse_when('mentor_has_left', known.retired_at is not null);
      return to_jsonb(private.open_times(
        known, asked.kind, asked.weekdays, asked.at, asked.minutes, asked.from_day, asked.to_day, null, null
      ));

    -- Closes free slots, either all of them or none. Raises slot_not_free if a slot is another mentor's, is booked or
    -- has begun.
    when 'close' then
      perform from private.slots where id = any (asked.slots) and mentor_id = known.id order by id for no key update;
      own := array(
        select id from private.slots
        where id = any (asked.slots) and mentor_id = known.id and state = 'open' and taken = 0 and starts_at > now()
      );
      perform private.refuse_when('slot_not_free', not asked.slots <@ own);
      update private.slots set state = 'called_off', called_off_by = 'mentor' where id = any (own);
      perform private.log_action(
        'cancel_slots', known.id::text, details => jsonb_build_object('slots', cardinality(own))
      );

    -- Stores the mentor's own meeting link. Without one, each session gets its own room (§15.89). Raises
    -- meeting_link_taken if another mentor uses this link.
    when 'meeting' then
      perform private.refuse_when(
        'meeting_link_taken', private.mentor_with_link(private.clean_code(asked.url), known.id) is not null
      );
      update private.mentors set meeting_url = nullif(private.clean_code(asked.url), '') where id = known.id;
      perform private.log_action('set_meeting_link', known.id::text);

    -- Pauses the mentor's times until the end of the given day in Indian time; with no day, ends the pause (§15.83).
    -- Raises mentor_has_left.
    when 'pause' then
      perform private.refuse_when('mentor_has_left', known.retired_at is not null);
      if asked.until is not null then
        perform private.refuse_when('act_not_valid', asked.until - private.india_day(now()) not between 0 and 366);
        perform operations.pause_mentor(known.id, asked.until);
      elsif known.paused_until is not null then
        perform operations.resume_mentor(known.id);
      end if;

    -- Records what the mentor says about the reports that they did not join; an operator then decides (§15.88).
    -- Raises nothing_to_answer.
    when 'answer' then
      update private.bookings as bookings
      set mentor_answered_at = now(), mentor_answer = private.clean_text(asked.text, 500, has_lines => true)
      where bookings.slot_id = (select id from private.slots where id = asked.slot and mentor_id = known.id)
        and private.awaits_mentor(bookings);
      perform private.refuse_when('nothing_to_answer', not found);

    -- The mentor confirms a report, so the members who reported get the session back right away (§15.88).
    -- Raises nothing_to_answer.
    when 'missed' then
      -- Slots are locked before bookings, and finish_sessions may be changing these bookings right now.
      perform from private.slots where id = asked.slot and mentor_id = known.id for no key update;
      perform private.refuse_when('nothing_to_answer', not found);
      own := array(
        select id from private.bookings as bookings
        where bookings.slot_id = asked.slot and bookings.no_mentor_at is not null and private.awaits_mentor(bookings)
        order by id
        for no key update
      );
      perform private.refuse_when('nothing_to_answer', own = '{}');
      perform private.return_missed(own);

    -- Sets the topic of a group discussion before it starts (§15.94). Raises no_topic_to_set.
    when 'topic' then
      update private.slots set topic = coalesce(private.clean_text(asked.topic, 300), '')
      where id = asked.slot and mentor_id = known.id and kind = 'gd' and state = 'open' and starts_at > now();
      perform private.refuse_when('no_topic_to_set', not found);
      perform private.log_action('set_gd_topic', asked.slot::text);

    else
      perform private.refuse('act_not_valid');
  end case;
  return null;
exception when check_violation then
  perform private.refuse('act_not_valid', sqlerrm);
end;
$$;

-- A booking as shown to its member, with its refund request, if any.
create function private.booking_json(booking private.bookings) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select private.slot_json(slots) || jsonb_build_object(
      'id', booking.id, 'slot', slots.id, 'minutes', slots.minutes,
      'mentor', jsonb_build_object('id', mentors.id, 'name', mentors.name, 'institute', mentors.institute),
      'state', private.state_of(booking), 'reason', booking.reason, 'sequence', booking.sequence,
      'order', booking.order_id, 'is_free', booking.grant_id is not null, 'institute', booking.institute,
      'free_until', private.free_until(slots.starts_at),
      'join_from', slots.starts_at - private.period('join opens'), 'taken', slots.taken, 'minimum', slots.minimum,
      'takes_place', slots.confirmed_at is not null,
      'topic', case when slots.starts_at <= now() then slots.topic end,
      'shows_name', booking.name_shown_at is not null, 'given_back', booking.given_back_at is not null,
      'no_mentor_reported', booking.no_mentor_at is not null, 'report_is_open', private.is_reported(booking),
      'answer_until', case when private.awaits_mentor(booking) then private.answer_until(booking) end,
      'files', private.files_json(booking.id), 'feedback', private.feedback_json(booking.id),
      'rating', (
        select jsonb_build_object('score', ratings.score, 'word', ratings.word)
        from private.ratings as ratings where ratings.booking_id = booking.id
      ),
      'refund', (
        select jsonb_build_object('number', asked.number, 'state', asked.state)
        from private.session_refund(booking.id) as asked where asked.id is not null
      )
    )
    from private.slots as slots
    join private.mentors as mentors on mentors.id = slots.mentor_id
    where slots.id = booking.slot_id
  );
end;
$$;

-- A member's booking. Locks everything that it touches, and also `p_slot` if given. Raises no_such_booking or
-- booking_has_ended.
create function private.locked_booking(p_booking uuid, p_member uuid, p_slot uuid default null)
returns private.bookings
language plpgsql set search_path = '' as $$
declare
  found_booking private.bookings;
begin
  select * into found_booking from private.bookings where id = p_booking and member_id = p_member;
  perform private.refuse_when('no_such_booking', found_booking.id is null);
  perform private.lock_booking(found_booking.order_id, found_booking.grant_id, found_booking.member_id, '{}');
  -- From here on, no one can move the booking, so we know its slot for certain.
  select * into found_booking from private.bookings where id = p_booking;
  perform private.lock_booking(
    found_booking.order_id, found_booking.grant_id, found_booking.member_id, array[found_booking.slot_id, p_slot]
  );
  select * into found_booking from private.bookings where id = p_booking for update;
  perform private.refuse_when('booking_has_ended', found_booking.state <> 'booked' or found_booking.starts_at <= now());
  return found_booking;
end;
$$;

create function private.require_open_for_booking(p_slot uuid) returns void
language sql set search_path = '' as $$
  select private.refuse_when('slot_closed', not exists (
    select from private.slots as slots
    where slots.id = p_slot and slots.state = 'open'
      and slots.starts_at - private.closes_before(slots.kind) >= now()
  ));
$$;

-- Books a slot for a member on a pack, or on the free interview if no pack is named (§15.8). Raises slot_closed,
-- slot_full, already_booked, overlaps, not_your_pack, pack_not_paid, pack_refunded, refund_open, disputed,
-- pack_expired, nothing_left, no_free_interview, free_is_an_interview or free_interview_lapsed.
create function private.book_slot(p_member uuid, p_slot uuid, p_order uuid, p_institute text)
returns private.bookings
language plpgsql set search_path = '' as $$
declare
  free_id uuid;
  made private.bookings;
begin
  if p_order is null then
    select id into free_id from private.free_grants where member_id = p_member;
    perform private.refuse_when('no_free_interview', free_id is null);
  end if;
  perform private.lock_booking(p_order, free_id, p_member, array[p_slot]);
  perform private.require_open_for_booking(p_slot);
  insert into private.bookings (member_id, slot_id, order_id, grant_id, institute)
  values (p_member, p_slot, p_order, free_id, p_institute)
  returning * into made;
  return made;
end;
$$;

-- Moves a member's booking to another slot, as long as cancelling would still return the session (§15.12). If the move
-- fails, the booking stays unchanged. Raises whatever book_slot raises, plus no_such_booking, booking_has_ended or
-- too_late_to_move.
create function private.move_booking(p_member uuid, p_booking uuid, p_slot uuid)
returns private.bookings
language plpgsql set search_path = '' as $$
declare
  moved private.bookings := private.locked_booking(p_booking, p_member, p_slot);
begin
  perform private.refuse_when('too_late_to_move', private.free_until(moved.starts_at) < now());
  perform private.refuse_when('already_booked', moved.slot_id = p_slot);
  perform private.require_open_for_booking(p_slot);
  update private.bookings set slot_id = p_slot where id = p_booking returning * into moved;
  return moved;
end;
$$;

-- Cancels a member's booking. Until private.free_until, the session is returned; after that, it counts as used (§15.12,
-- §15.13). `p_returns` is what the member was shown: we refuse the call if it would use up a session that the member
-- expects back. Raises no_such_booking, booking_has_ended or no_longer_free.
create function private.cancel_booking(p_member uuid, p_booking uuid, p_returns boolean)
returns private.bookings
language plpgsql set search_path = '' as $$
declare
  ended private.bookings := private.locked_booking(p_booking, p_member);
begin
  perform private.refuse_when('no_longer_free', p_returns and private.free_until(ended.starts_at) < now());
  update private.bookings
  set state = case when private.free_until(starts_at) >= now() then 'cancelled' else 'late' end
  where id = p_booking
  returning * into ended;
  return ended;
end;
$$;

-- Returns the logged-in member, and counts this call towards the member's daily limit of changes. Counts before it
-- locks anything else, so that a member's calls wait for one another here. Raises too_many_today.
create function private.member_who_changes() returns uuid
language plpgsql set search_path = '' as $$
declare
  member constant uuid := private.member();
begin
  perform private.limit_daily('session change', member::text);
  return member;
end;
$$;

-- Books a slot for the logged-in member, and stores the target school and its interview day (§15.104). Raises whatever
-- private.book_slot and private.keep_target raise, plus too_many_today. Returns the booking as my_sessions does.
create function public.book_slot(
  p_slot uuid, p_order uuid default null, p_institute text default null, p_interview_on date default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member_who_changes();
  made constant private.bookings := private.book_slot(member, p_slot, p_order, p_institute);
begin
  perform private.keep_target(member, made.institute, p_interview_on);
  return private.booking_json(made);
end;
$$;

-- Moves the logged-in member's booking. Raises whatever private.move_booking raises, plus too_many_today.
create function public.move_booking(p_booking uuid, p_slot uuid) returns jsonb
language sql security definer set search_path = ''
return private.booking_json(private.move_booking(private.member_who_changes(), p_booking, p_slot));

-- Cancels the logged-in member's booking. `session_returned` is true if the session was returned. Raises whatever
-- private.cancel_booking raises, plus too_many_today.
create function public.cancel_booking(p_booking uuid, p_returns boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ended constant private.bookings := private.cancel_booking(private.member_who_changes(), p_booking, p_returns);
begin
  return private.booking_json(ended)
    || jsonb_build_object('session_returned', ended.state = 'cancelled');
end;
$$;

-- The meeting link, from ten minutes before the start until the end. Raises no_such_booking, booking_has_ended,
-- too_early or no_link_yet.
create function public.join_session(p_booking uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  booked private.bookings;
  url text;
begin
  select * into booked from private.bookings where id = p_booking and member_id = member;
  perform private.refuse_when('no_such_booking', booked.id is null);
  perform private.refuse_when('booking_has_ended', booked.state not in ('booked', 'held') or booked.ends_at <= now());
  perform private.refuse_when('too_early', booked.starts_at - private.period('join opens') > now());
  url := private.meeting_url(booked.slot_id);
  perform private.refuse_when('no_link_yet', url is null);
  return url;
end;
$$;

-- A group discussion's room, from ten minutes before the start until the end (§15.101): the current time, so that all
-- pages count down together; once it has started, the topic; and the first names of the others who have agreed to show
-- theirs (§15.100). Raises no_such_booking, too_early or booking_has_ended.
create function public.gd_room(p_booking uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  booked constant private.bookings := private.own_session(p_booking);
begin
  perform private.refuse_when('no_such_booking', not exists (
    select from private.slots where id = booked.slot_id and kind = 'gd'
  ));
  perform private.refuse_when('too_early', booked.starts_at - private.period('join opens') > now());
  perform private.refuse_when('booking_has_ended', booked.ends_at <= now());
  return jsonb_build_object(
    'now', now(),
    'topic', (select topic from private.slots where id = booked.slot_id and starts_at <= now()),
    'people', array(
      select private.first_name(others.member_id)
      from private.bookings as others
      where others.slot_id = booked.slot_id and others.id <> booked.id
        and others.state in ('booked', 'held') and others.name_shown_at is not null
        and private.first_name(others.member_id) is not null
      order by others.booked_at, others.id
    )
  );
end;
$$;

-- Shows or hides the member's first name in a group discussion. Raises no_such_booking.
create function public.show_name(p_booking uuid, p_shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
begin
  update private.bookings
  set name_shown_at = case when p_shown then coalesce(name_shown_at, now()) end
  where id = p_booking and member_id = member and state = 'booked' and ends_at > now();
  perform private.refuse_when('no_such_booking', not found);
end;
$$;

-- The logged-in member's booking, unless it was cancelled. Raises no_such_booking.
create function private.own_session(p_booking uuid) returns private.bookings
language plpgsql stable set search_path = '' as $$
declare
  member constant uuid := private.member();
  booked private.bookings;
begin
  select * into booked from private.bookings
  where id = p_booking and member_id = member and state in ('booked', 'held');
  perform private.refuse_when('no_such_booking', booked.id is null);
  return booked;
end;
$$;

-- Rates a session that has ended: 1 to 5, and a comment. A later rating replaces an earlier one. Raises
-- no_such_booking, not_over_yet or rating_not_valid.
create function public.rate_session(p_booking uuid, p_score integer, p_word text default null)
returns void
language sql security definer set search_path = '' as $$
  select private.refuse_when('not_over_yet', (private.own_session(p_booking)).ends_at > now());
  select private.refuse_when('rating_not_valid', p_score is null or p_score not between 1 and 5);
  insert into private.ratings as ratings (booking_id, score, word)
  values (p_booking, p_score, coalesce(private.clean_text(p_word, 500), ''))
  on conflict (booking_id) do update
  set score = excluded.score, word = excluded.word, rated_at = now();
$$;

-- Records that the member has opened the newest feedback (§15.71). Raises no_such_booking or not_over_yet.
create function public.read_feedback(p_booking uuid) returns void
language sql security definer set search_path = '' as $$
  select private.refuse_when('not_over_yet', (private.own_session(p_booking)).ends_at > now());
  update private.feedback set read_at = now() where booking_id = p_booking and read_at is null;
$$;

-- Records whether the member has done the feedback's exercise, with a note to the next mentor (§15.103). Raises
-- no_such_booking or no_exercise.
create function public.do_exercise(p_booking uuid, p_done boolean, p_note text default null) returns void
language sql security definer set search_path = '' as $$
  select private.refuse_when(
    'no_exercise', coalesce(private.feedback_json((private.own_session(p_booking)).id) ->> 'exercise', '') = ''
  );
  insert into private.exercises as exercises (booking_id, done_at, note)
  values (
    p_booking, case when p_done then now() end, coalesce(private.clean_text(p_note, 500, has_lines => true), '')
  )
  on conflict (booking_id) do update
  set done_at = case when p_done then coalesce(exercises.done_at, now()) end, note = excluded.note;
$$;

-- Records a report that the mentor did not join (§15.22). Allowed from 15 minutes after the start until the end of the
-- 21st day after it. Tells the mentor and the owner, and confirms it to the member. Returns the mentor's deadline for
-- an answer, or null if the mentor has answered (§15.88). Raises no_such_booking, too_early or too_late_to_report.
create function public.report_no_mentor(p_booking uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  booked private.bookings := private.own_session(p_booking);
  deadline jsonb;
begin
  perform private.refuse_when('too_early', booked.starts_at + private.period('mentor missing') > now());
  perform private.refuse_when(
    'too_late_to_report',
    now() >= private.end_of_india_day(private.three_weeks_after(booked.starts_at))
  );
  update private.bookings set no_mentor_at = now()
  where id = p_booking and no_mentor_at is null
  returning * into booked;
  if found then
    deadline := jsonb_build_object('answer_until', private.answer_until(booked));
    perform private.tell_mentor(
      'mentor_reported', slots, p_booking::text, jsonb_build_object('booking', p_booking) || deadline
    )
    from private.slots as slots where slots.id = booked.slot_id;
    perform private.tell_member('session_reported', booked, deadline);
  end if;
  booked := private.own_session(p_booking);
  return case when private.awaits_mentor(booked) then private.answer_until(booked) end;
end;
$$;

-- Whether a pack's second person has ever booked a session (§15.26).
create function private.second_has_booked(p_order uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.bookings as bookings
    join public.orders as orders on orders.id = bookings.order_id
    where bookings.order_id = p_order and bookings.member_id is distinct from orders.user_id
  );
end;
$$;

-- How many times a pack's buyer can still name the second person (§15.26). src/domain/periods.ts has the same limit.
create function private.namings_left(used integer) returns integer
language sql immutable set search_path = '' return 3 - coalesce(used, 0);

-- Packs for their buyer or second person, newest first, each with the reason why it cannot be booked on, if any. Leaves
-- out packs without an owner. Only the buyer sees the second person, and the requests to refund single sessions. Once
-- the invitation is accepted, both see the other's first name, and how many sessions the other has booked, used and
-- reported (§15.28).
create function private.packs_json(p_order_ids uuid[], p_member uuid) returns jsonb[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select jsonb_build_object(
      'order', orders.id, 'pack', orders.pack, 'status', orders.status,
      'role', case when orders.user_id = p_member then 'buyer' else 'second' end,
      'other', (
        select nullif(profiles.firstname, '') from public.profiles as profiles
        where profiles.id in (orders.user_id, second.member_id) and profiles.id <> p_member
      ),
      'sold', balance.sold,
      'used', balance.used, 'booked', balance.booked, 'given_back', balance.given_back,
      'reported', counted.reported, 'theirs', counted.theirs,
      'remaining', greatest(balance.remaining, 0), 'valid_until', balance.valid_until,
      'is_valid', balance.valid_until is not null
        and now() < private.end_of_india_day(balance.valid_until)
        and orders.status in ('paid', 'partially_refunded'),
      'second', case
        when balance.persons = 2 and orders.user_id = p_member then jsonb_build_object(
          'address', second.address,
          'state', case
            when second.address is null then 'none'
            when second.declined_at is not null then 'declined'
            when second.member_id is null then 'named'
            else 'accepted'
          end,
          'namings_left', private.namings_left(second.namings),
          'replaceable', private.namings_left(second.namings) > 0
            and not private.second_has_booked(orders.id)
        )
      end,
      -- The second person learns only whether we have decided.
      'refund', (
        select private.refund_standing(standing) || case
          when orders.user_id = p_member then '{}'
          else jsonb_build_object(
            'state', case when standing.state in ('asked', 'more_needed') then 'asked' else 'approved' end,
            'amount', null, 'decided_at', null, 'pay_by', null, 'late', null
          )
        end
        from private.pack_refund(orders.id) as standing
        where standing.id is not null
      ),
      'other_refunds', array(
        select private.refund_standing(requests)
        from private.refund_requests as requests
        where requests.order_id = orders.id and orders.user_id = p_member
          and case requests.state
            when 'taken_back' then false
            -- For two weeks, also a request for the whole pack.
            -- While a later request is open, only the refunds page shows the decline.
            when 'declined' then requests.ended_at > now() - interval '14 days' and not exists (
              select from private.refund_requests as later
              where later.order_id = orders.id and later.ended_at is null and later.asked_at > requests.ended_at
            )
            when 'paid' then requests.kind = 'session' or requests.ended_at > now() - interval '14 days'
            else requests.kind = 'session'
          end
        order by requests.ended_at desc, requests.asked_at desc, requests.number desc
      ),
      'disputed', private.is_disputed(orders.id)
    )
    from private.pack_balances(p_order_ids) as balance
    join public.orders as orders on orders.id = balance.order_id
    left join private.second_persons as second on second.order_id = orders.id
    cross join lateral (
      select
        count(*) filter (where is_reported) as reported,
        jsonb_build_object(
          'booked', count(*) filter (where is_theirs and is_booked),
          'used', count(*) filter (where is_theirs and not is_booked),
          'reported', count(*) filter (where is_theirs and is_reported)
        ) as theirs
      from (
        select
          bookings.member_id is distinct from p_member as is_theirs,
          bookings.state = 'booked' and bookings.ends_at > now() as is_booked,
          -- A report can be made while the session is still running.
          (bookings.state <> 'booked' or bookings.ends_at <= now()) and private.is_reported(bookings) as is_reported
        from private.bookings as bookings
        where bookings.order_id = orders.id and private.costs_session(bookings)
      ) as bookings
    ) as counted
    where orders.user_id is not null
    order by orders.created_at desc
  );
end;
$$;

-- Shows an invitation to the member who opened its link. Raises link_not_valid if someone else has since been named or
-- has accepted, and other_account for the buyer.
create function private.open_invitation(p_order uuid, address text, member uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.refuse_when('other_account', exists (
    select from public.orders where id = p_order and user_id = member
  ));
  update private.second_persons as second set opened_by = member
  where second.order_id = p_order and second.address = open_invitation.address
    and (second.member_id is null or second.member_id = member);
  perform private.refuse_when('link_not_valid', not found);
end;
$$;

-- Whether an order's last payment is known to have failed and no payment window has been opened since (§8.28). The
-- times are equal if the report of the failure was what changed the order.
create function private.has_failed(target public.orders) returns boolean
language sql stable set search_path = ''
return target.status = 'attempted' and exists (
  select from public.payments as payments
  where payments.order_id = target.id
  having every(payments.status = 'failed')
    and bool_or(payments.created_at = target.updated_at or payments.provider_created_at >= target.updated_at)
);

-- What a member has to deal with or is waiting for, besides sessions (§15.70): the open refund request, first one that
-- needs more information; the last session that we or its mentor cancelled or that we returned, until the member books
-- again, for up to a week; the latest order if it can still be paid for; the loan's progress, amount (what the lender
-- sanctioned, if less, beside what the member asked for) and lender, and the lender that declined the last choice or
-- withdrew, with its reason and the number of other open offers; the better offer that the member sent, with our answer
-- for two weeks, unless the member has chosen or a lender has ended a choice since; and the next free interview, or
-- within a week after it one with a mentor from a target school.
create function private.waiting_json(p_member uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  choice private.loan_choices;
begin
  select choices.* into choice
  from private.loan_requests as requests
  join private.loan_choices as choices on choices.request_id = requests.id
  where requests.member_id = p_member and (
    requests.left_at is null and private.is_active_choice(choices.state)
    -- A loan that was paid out stays one after the member has left the group, until they join again.
    or choices.state = 'disbursed' and not exists (
      select from private.loan_requests as open
      where open.member_id = p_member and open.left_at is null and open.id <> requests.id
    )
  )
  order by choices.chosen_at desc
  limit 1;
  return jsonb_build_object(
    'refund', (
      select private.refund_standing(requests)
      from private.refund_requests as requests
      where requests.member_id = p_member and private.is_open(requests)
      order by requests.state <> 'more_needed', requests.asked_at
      limit 1
    ),
    'returned', (
      select returned.id
      from private.bookings as returned
      cross join lateral (select coalesce(returned.given_back_at, returned.ended_at) as at) as back
      where returned.member_id = p_member
        and (returned.reason in ('mentor', 'too_few', 'us') or returned.given_back_at is not null)
        and greatest(returned.starts_at, returned.given_back_at) > now() - interval '7 days'
        and not exists (
          select from private.bookings as later
          where later.member_id = p_member and later.booked_at > back.at
        )
      order by back.at desc, returned.starts_at
      limit 1
    ),
    'payment', (
      select jsonb_build_object('order', latest.id, 'pack', latest.pack, 'failed', private.has_failed(latest))
      from (select * from public.orders where user_id = p_member order by created_at desc limit 1) as latest
      where latest.status in ('created', 'attempted')
        and latest.created_at > now() - private.period('open payment')
        and not private.money_goes_back(latest)
    ),
    'loan', coalesce(
      private.shown_state(choice),
      (
        select case
          when not private.has_proven_account(p_member) then 'not counted'
          when offers_left = 1 then 'one offer'
          when offers_left > 1 then 'to choose'
          -- The member can ask the lender again.
          when open.fits and (
            select state from private.loan_choices where request_id = requests.id order by chosen_at desc limit 1
          ) in ('declined', 'withdrawn') then 'to choose'
          when not open.fits then 'none fits'
          else 'in group'
        end
        from private.loan_requests as requests
        cross join private.offers_left(requests) as offers_left
        -- Null without an open offer.
        cross join lateral (
          select bool_or(private.offer_fits(offers.offer, requests.amount, requests.term_months)) as fits
          from private.open_offers as offers
          where offers.intake_year = requests.intake_year and offers.valid_until >= private.india_day(now())
        ) as open
        where requests.member_id = p_member and requests.left_at is null
      ),
      'none'
    ),
    'loan_amount', coalesce(
      choice.sanctioned,
      (
        select requests.amount from private.loan_requests as requests
        where requests.member_id = p_member and requests.left_at is null
      ),
      choice.amount
    ),
    'loan_asked', case when choice.sanctioned is not null then choice.amount end,
    'lender', (select lenders.name from private.lenders as lenders where lenders.id = choice.lender_id),
    'declined', (
      select jsonb_build_object(
        'lender', lenders.name, 'withdrew', case when latest.state = 'withdrawn' then
          case when private.was_sanctioned(latest.id) then 'loan' else 'offer' end
        end,
        'reason', latest.reason,
        'others', private.offers_left(requests)
      )
      from (
        select * from private.loan_choices where member_id = p_member order by chosen_at desc limit 1
      ) as latest
      join private.loan_requests as requests on requests.id = latest.request_id and requests.left_at is null
      join private.lenders as lenders on lenders.id = latest.lender_id
      where latest.state in ('declined', 'withdrawn') and latest.changed_at >= requests.changed_at
    ),
    'better', (
      select jsonb_build_object(
        'lender', matches.lender,
        'answer', case when matches.state not in ('sent', 'with_lenders') then matches.state end,
        'rate', matches.answer_rate,
        'answer_by', private.business_day_after(matches.created_at, private.period_days('loan answer'))
      )
      from private.rate_matches as matches
      join private.loan_requests as requests on requests.id = matches.request_id and requests.left_at is null
      where matches.member_id = p_member and choice.state is distinct from 'disbursed' and (
        matches.state in ('sent', 'with_lenders')
        or matches.state <> 'taken_back' and matches.changed_at > now() - interval '14 days' and not exists (
          select from private.loan_choices as choices
          where choices.member_id = p_member and matches.changed_at < case
            when choices.state in ('declined', 'withdrawn') then choices.changed_at
            else choices.chosen_at
          end
        )
      )
      order by matches.created_at desc
      limit 1
    ),
    'next_time', (
      select coalesce(
        (
          select jsonb_build_object(
            'slot', own.id, 'starts_at', own.starts_at, 'mentor_id', mentors.id, 'mentor', mentors.name,
            'institute', mentors.institute
          )
          from private.targets as targets
          join private.mentors as mentors
            on lower(mentors.institute) = lower(targets.institute) and mentors.is_public
          cross join private.slot_to_show(
            mentors.id, 'interview', free.starts_at - interval '1 microsecond', free.starts_at + interval '7 days'
          ) as own
          where targets.member_id = p_member
          order by own.starts_at, own.id
          limit 1
        ),
        to_jsonb(free) - 'now'
      )
      from public.next_free_time() as free
    )
  );
end;
$$;

-- A member's dashboard (§15.34): the current time, packs, the free interview, invitations to a pack, upcoming sessions,
-- the last hundred past sessions, verified addresses, purchases to claim (§8.21), the times that the member is waiting
-- for (§15.90), target schools (§15.104), and whatever else the member has to deal with. Its plans are cached, as in
-- pack_balances.
create function public.my_sessions() returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  member constant uuid := private.member();
begin
  return jsonb_build_object(
    'now', now(),
    'packs', private.packs_json(array(select private.packs_of(member)), member),
    'free_interview', private.free_json(member),
    'invitations', array(
      select jsonb_build_object(
        'order', orders.id, 'pack', orders.pack, 'address', second.address, 'from', nullif(profiles.firstname, ''),
        'sessions', greatest(balance.remaining, 0),
        -- The newest terms that the member has accepted, which need not be asked for again.
        'terms', (select max(version) from private.accepted_terms where user_id = member)
      )
      from private.pack_balances(
        array(
          select order_id from private.second_persons
          where opened_by = member and member_id is null
          union
          select invited.order_id from private.proven_addresses as own
          join private.second_persons as invited
            on invited.address = own.address and invited.member_id is null
          where own.user_id = member
        )
      ) as balance
      join private.second_persons as second
        on second.order_id = balance.order_id and second.declined_at is null
      join public.orders as orders
        on orders.id = second.order_id and orders.status in ('paid', 'partially_refunded')
      join public.profiles as profiles on profiles.id = orders.user_id
      where orders.user_id <> member
        and now() < private.end_of_india_day(balance.valid_until)
      order by second.named_at
    ),
    'upcoming', array(
      select private.booking_json(bookings)
      from private.bookings as bookings
      where bookings.member_id = member and bookings.state = 'booked' and bookings.ends_at > now()
        and bookings.starts_at > now() - private.period('longest session')
      order by bookings.starts_at
    ),
    'past', array(
      select private.booking_json(past)
      from private.bookings as past
      where past.member_id = member
        and (past.state <> 'booked' or past.ends_at <= now())
      order by past.starts_at desc
      limit 100
    ),
    'addresses', array(
      select proven.address
      from private.proven_addresses as proven
      where proven.user_id = member
      order by proven.proven_at, proven.address
    ),
    'changing_to', private.changing_to(member),
    'claimable', array(
      select jsonb_build_object('id', orders.id, 'pack', orders.pack, 'amount', orders.amount)
      from public.claimable_orders() as orders
      order by orders.created_at desc
    ),
    'waiting', private.waiting_json(member), 'waiting_times', private.waiting_times_json(member),
    'targets', private.targets_json(member)
  );
end;
$$;

-- Names a pack's second person by address (§15.24, §15.26), and emails an invitation there. Does not reveal anything
-- about accounts. Naming the same address again resends the email, up to once a day, and does not count, unless that
-- person has declined. Raises not_your_pack, not_for_two, pack_not_paid, pack_refunded, pack_expired, nothing_left,
-- address_not_valid, own_address, second_has_booked, no_naming_left or too_many_today. Returns the pack as my_sessions
-- does.
create function public.name_second_person(p_order uuid, p_address text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  wanted constant text := private.clean_address(p_address);
  source public.orders;
  balance record;
  known private.second_persons;
  news text;
begin
  select * into source from public.orders where id = p_order and user_id = member for no key update;
  perform private.refuse_when('not_your_pack', source.id is null);
  perform private.refuse_when('not_for_two', source.persons < 2);
  perform private.refuse_when('pack_refunded', source.status = 'refunded');
  perform private.refuse_when('pack_not_paid', source.status not in ('paid', 'partially_refunded'));
  balance := private.pack_balance(p_order);
  perform private.refuse_when('pack_expired', now() >= private.end_of_india_day(balance.valid_until));
  perform private.refuse_when('nothing_left', balance.remaining + balance.booked <= 0);
  perform private.refuse_when('address_not_valid', private.is_address(wanted) is not true);
  perform private.refuse_when('own_address', private.is_own_address(member, wanted));
  select * into known from private.second_persons where order_id = p_order;
  if known.address is distinct from wanted or known.declined_at is not null then
    perform private.refuse_when('second_has_booked', private.second_has_booked(p_order));
    perform private.refuse_when('no_naming_left', private.namings_left(known.namings) < 1);
    perform private.limit_daily('second person', private.person_of_address(wanted));
    insert into private.second_persons as second (order_id, address)
    values (p_order, wanted)
    on conflict (order_id) do update
    set
      address = excluded.address,
      member_id = null,
      opened_by = null,
      accepted_at = null,
      declined_at = null,
      namings = second.namings + 1,
      named_at = now()
    returning * into known;
    delete from private.mailed_links where order_id = p_order and purpose = 'second_person_named';
  end if;
  news := format('second_person_named %s %s %s', p_order, known.namings, private.india_day(now()));
  if known.member_id is null
    and not exists (select from private.outbox where dedupe_key = news)
  then
    perform private.queue_mail(
      'second_person_named',
      wanted,
      jsonb_build_object(
        'order_id', p_order, 'pack', source.pack, 'address', wanted, 'from', private.first_name(member),
        'sessions', balance.remaining, 'valid_until', balance.valid_until,
        'token', private.new_link(
          'second_person_named', wanted, private.end_of_india_day(balance.valid_until), p_order => p_order
        )
      ),
      news, 0
    );
  end if;
  return (private.packs_json(array[source.id], member))[1];
end;
$$;

-- Whether an invitation belongs to a member, who has opened its link or verified its address (§15.76), and is open or
-- already accepted by that member.
create function private.is_invited(known private.second_persons, p_buyer uuid, p_member uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_buyer <> p_member and coalesce(known.member_id, p_member) = p_member and known.declined_at is null
    and (known.opened_by = p_member or private.has_proven(p_member, known.address));
end;
$$;

-- Makes the logged-in member the second person of a pack, and tells the buyer (§15.25). Raises no_invitation,
-- pack_refunded, pack_is_over or terms_not_accepted. Returns the pack as my_sessions does.
create function public.accept_second_person(p_order uuid, p_terms boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  source public.orders;
  known private.second_persons;
  balance record;
begin
  select * into source from public.orders where id = p_order for no key update;
  select * into known from private.second_persons where order_id = p_order;
  perform private.refuse_when('no_invitation', private.is_invited(known, source.user_id, member) is not true);
  perform private.refuse_when('pack_refunded', source.status not in ('paid', 'partially_refunded'));
  balance := private.pack_balance(p_order);
  perform private.refuse_when('pack_is_over', now() >= private.end_of_india_day(balance.valid_until));
  perform private.refuse_when('terms_not_accepted', p_terms is distinct from true);
  update private.second_persons
  set member_id = member, accepted_at = coalesce(accepted_at, now())
  where order_id = p_order;
  if known.accepted_at is null then
    perform private.tell_account(
      'second_person_joined',
      source.user_id,
      jsonb_build_object(
        'order_id', p_order, 'pack', source.pack, 'sessions', greatest(balance.remaining, 0),
        'valid_until', balance.valid_until
      ),
      format('%s %s', p_order, known.namings)
    );
  end if;
  return (private.packs_json(array[source.id], member))[1];
end;
$$;

-- Refuses an invitation that the logged-in member has not accepted (§15.63), as the buyer sees on the pack. Its link
-- stops working, so that the page says that the invitation is no longer open. Raises no_invitation.
create function public.decline_second_person(p_order uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  source public.orders;
  known private.second_persons;
begin
  select * into source from public.orders where id = p_order for no key update;
  select * into known from private.second_persons where order_id = p_order;
  perform private.refuse_when(
    'no_invitation',
    known.member_id is not null or private.is_invited(known, source.user_id, member) is not true
  );
  update private.second_persons set declined_at = now() where order_id = p_order;
  delete from private.mailed_links where order_id = p_order and purpose = 'second_person_named';
end;
$$;

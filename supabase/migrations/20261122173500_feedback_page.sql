-- The mentor's side, for the functions that have checked a mentor's link (§15.16 to §15.20). A link names
-- slot, mentor and version; the functions sign it, and the key never reaches the database.

-- The newest feedback on a booking, as the member reads it.
create function private.feedback_json(p_booking uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'attended', feedback.attended,
    'content', feedback.content,
    'structure', feedback.structure,
    'communication', feedback.communication,
    'presence', feedback.presence,
    'went_well', feedback.went_well,
    'to_work_on', feedback.to_work_on,
    'exercise', feedback.exercise,
    'version', feedback.version,
    'given_at', feedback.given_at
  )
  from private.feedback as feedback
  where feedback.booking_id = p_booking
  order by feedback.version desc
  limit 1;
$$;

-- The slot of a mentor's link. Raises link_not_valid where the link was replaced, and not_open_yet or
-- link_expired outside the 14 days from the start.
create function private.slot_for_feedback(p_slot uuid, p_mentor integer, p_version integer)
returns private.slots
language plpgsql
stable
set search_path = ''
as $$
declare
  slot private.slots;
begin
  select * into slot from private.slots
  where id = p_slot and mentor_id = p_mentor and feedback_version = p_version
    and state <> 'called_off';
  if slot.id is null then
    perform private.refuse('link_not_valid');
  end if;
  if slot.starts_at > now() then
    perform private.refuse('not_open_yet', slot.starts_at::text);
  end if;
  if slot.starts_at + interval '14 days' <= now() then
    perform private.refuse('link_expired');
  end if;
  return slot;
end;
$$;

-- What the feedback page shows: the session, and of each member the first name, the institute aimed at,
-- the files of this session, the feedback on it and earlier feedback.
create function public.feedback_page(p_slot uuid, p_mentor integer, p_version integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  slot constant private.slots := private.slot_for_feedback(p_slot, p_mentor, p_version);
begin
  return jsonb_build_object(
    'kind', slot.kind,
    'starts_at', slot.starts_at,
    'ends_at', slot.ends_at,
    'minutes', slot.minutes,
    'mentor', (select name from private.mentors where id = slot.mentor_id),
    'closes_at', slot.starts_at + interval '14 days',
    'members', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'booking', bookings.id,
            'name', coalesce(nullif(profiles.firstname, ''), 'Member'),
            'institute', bookings.institute,
            'files', (
              select coalesce(
                jsonb_agg(
                  jsonb_build_object(
                    'id', files.id, 'purpose', files.purpose, 'size', files.size, 'type', files.type
                  ) order by files.created_at
                ),
                '[]'
              )
              from private.files as files where files.booking_id = bookings.id
            ),
            'feedback', private.feedback_json(bookings.id),
            'earlier', (
              select coalesce(
                jsonb_agg(
                  private.feedback_json(earlier.id)
                    || jsonb_build_object('starts_at', earlier.starts_at, 'kind', slots.kind)
                  order by earlier.starts_at desc
                ),
                '[]'
              )
              from private.bookings as earlier
              join private.slots as slots on slots.id = earlier.slot_id
              where earlier.member_id = bookings.member_id
                and earlier.starts_at < slot.starts_at
                and exists (
                  select from private.feedback as feedback
                  where feedback.booking_id = earlier.id and feedback.attended
                )
            )
          ) order by bookings.booked_at, bookings.id
        ),
        '[]'
      )
      from private.bookings as bookings
      join public.profiles as profiles on profiles.id = bookings.member_id
      where bookings.slot_id = slot.id and bookings.state in ('booked', 'held')
    )
  );
end;
$$;

-- The path of a file that a mentor's link shows. Raises like feedback_page, and no_such_file.
create function public.file_for_mentor(
  p_slot uuid, p_mentor integer, p_version integer, p_file uuid
)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  slot constant private.slots := private.slot_for_feedback(p_slot, p_mentor, p_version);
  shown private.files;
begin
  select files.* into shown
  from private.files as files
  join private.bookings as bookings on bookings.id = files.booking_id
  where files.id = p_file and bookings.slot_id = slot.id and bookings.state in ('booked', 'held');
  if shown.id is null then
    perform private.refuse('no_such_file');
  end if;
  return jsonb_build_object('path', shown.path, 'type', shown.type, 'purpose', shown.purpose);
end;
$$;

-- Keeps feedback on one member as its next version (§15.17, §15.19); the member is told of the first. A
-- member who did not attend has no scores. Raises like feedback_page, and no_such_booking or
-- feedback_not_valid. Returns the version.
create function public.give_feedback(
  p_slot uuid, p_mentor integer, p_version integer, p_booking uuid, p_attended boolean,
  p_content integer default null, p_structure integer default null,
  p_communication integer default null, p_presence integer default null,
  p_went_well text default null, p_to_work_on text default null, p_exercise text default null
)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  slot constant private.slots := private.slot_for_feedback(p_slot, p_mentor, p_version);
  booking private.bookings;
  given private.feedback;
begin
  -- Because of the lock, two corrections at the same time become two versions.
  select * into booking from private.bookings
  where id = p_booking and slot_id = slot.id and state in ('booked', 'held')
  for no key update;
  if booking.id is null then
    perform private.refuse('no_such_booking');
  end if;
  begin
    insert into private.feedback (
      booking_id, version, mentor_id, attended, content, structure, communication, presence,
      went_well, to_work_on, exercise
    )
    values (
      p_booking,
      (
        select coalesce(max(version), 0) + 1 from private.feedback where booking_id = p_booking
      ),
      slot.mentor_id, p_attended, p_content, p_structure, p_communication, p_presence,
      private.clean_paragraphs(p_went_well), private.clean_paragraphs(p_to_work_on),
      private.clean_paragraphs(p_exercise)
    )
    returning * into given;
  exception when check_violation or not_null_violation then
    perform private.refuse('feedback_not_valid', sqlerrm);
  end;
  if given.version = 1 then
    perform private.tell_member(
      'feedback_ready', booking, jsonb_build_object('attended', given.attended)
    );
  end if;
  return given.version;
end;
$$;

-- What the page behind a mentor's link to cancel shows, before it asks once more. Raises link_not_valid
-- or slot_has_started.
create function public.cancel_page(p_slot uuid, p_mentor integer, p_version integer)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  slot private.slots;
begin
  select * into slot from private.slots
  where id = p_slot and mentor_id = p_mentor and feedback_version = p_version;
  if slot.id is null then
    perform private.refuse('link_not_valid');
  end if;
  if slot.state <> 'called_off' and slot.starts_at <= now() then
    perform private.refuse('slot_has_started');
  end if;
  return jsonb_build_object(
    'kind', slot.kind,
    'starts_at', slot.starts_at,
    'ends_at', slot.ends_at,
    'minutes', slot.minutes,
    'taken', slot.taken,
    'mentor', (select name from private.mentors where id = slot.mentor_id),
    'is_called_off', slot.state = 'called_off'
  );
end;
$$;

-- Calls a slot off for its mentor; everybody is told, and every session comes back. Calling it off
-- again changes nothing. Raises like cancel_page, and returns the same.
create function public.cancel_by_mentor(p_slot uuid, p_mentor integer, p_version integer)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from private.slots where id = p_slot for no key update;
  perform public.cancel_page(p_slot, p_mentor, p_version);
  update private.slots set state = 'called_off', called_off_by = 'mentor'
  where id = p_slot and state = 'open';
  return public.cancel_page(p_slot, p_mentor, p_version);
end;
$$;

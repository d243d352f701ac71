-- Who is told of what (§15.9, §15.16). Triggers tell, so that a change tells everybody whoever makes it.

-- What a mail to a member says of a session. The booking's id is the UID of the calendar entry.
create function private.session_payload(booking private.bookings)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'user_id', booking.member_id,
    'name', nullif(profiles.firstname, ''),
    'booking', booking.id,
    'sequence', booking.sequence,
    'slot', slots.id,
    'version', slots.feedback_version,
    'kind', slots.kind,
    'starts_at', slots.starts_at,
    'ends_at', slots.ends_at,
    'minutes', slots.minutes,
    'free_until', slots.starts_at - interval '24 hours',
    'mentor', mentors.name,
    'institute', mentors.institute
  )
  from private.slots as slots
  join private.mentors as mentors on mentors.id = slots.mentor_id
  left join public.profiles as profiles on profiles.id = booking.member_id
  where slots.id = booking.slot_id;
$$;

create function private.tell_member(
  kind text, booking private.bookings, more jsonb default '{}',
  due_at timestamptz default now(), not_after timestamptz default null
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.queue_mail(
    tell_member.kind,
    (select email from auth.users where id = booking.member_id),
    private.session_payload(booking) || more,
    format('%s %s %s', tell_member.kind, booking.id, booking.sequence),
    0,
    tell_member.due_at,
    tell_member.not_after
  );
end;
$$;

-- Tells a member a day and an hour before, as far as that is still to come.
create function private.remind_member(booking private.bookings)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if booking.starts_at - interval '24 hours' > now() then
    perform private.tell_member(
      'reminder_day', booking, '{}',
      booking.starts_at - interval '24 hours', booking.starts_at - interval '2 hours'
    );
  end if;
  if booking.starts_at - interval '1 hour' > now() then
    perform private.tell_member(
      'reminder_hour', booking, '{}', booking.starts_at - interval '1 hour', booking.starts_at
    );
  end if;
end;
$$;

-- A mail to the mentor of a slot. Slot, mentor_id and version are what the links of a mail are made from.
create function private.tell_mentor(
  kind text, slot private.slots, news text, more jsonb default '{}',
  due_at timestamptz default now(), not_after timestamptz default null
)
returns void
language plpgsql
set search_path = ''
as $$
declare
  mentor record;
begin
  select mentors.name, contacts.email into mentor
  from private.mentors as mentors
  join private.mentor_contacts as contacts on contacts.mentor_id = mentors.id
  where mentors.id = slot.mentor_id;
  perform private.queue_mail(
    tell_mentor.kind,
    mentor.email,
    jsonb_build_object(
      'slot', slot.id,
      'mentor_id', slot.mentor_id,
      'version', slot.feedback_version,
      'sequence', slot.sequence,
      'name', mentor.name,
      'kind', slot.kind,
      'starts_at', slot.starts_at,
      'ends_at', slot.ends_at,
      'minutes', slot.minutes,
      'seats', slot.seats,
      'taken', slot.taken,
      'meeting_url', private.meeting_url(slot.id)
    ) || more,
    format('%s %s %s %s', tell_mentor.kind, slot.id, slot.feedback_version, news),
    0,
    tell_mentor.due_at,
    tell_mentor.not_after
  );
end;
$$;

-- The mails with the link to the feedback page: at the start, and a day after the end.
create function private.ask_for_feedback(slot private.slots)
returns void
language plpgsql
set search_path = ''
as $$
declare
  closes constant timestamptz := slot.starts_at + interval '14 days';
begin
  perform private.tell_mentor('mentor_feedback', slot, '', '{}', slot.starts_at, closes);
  perform private.tell_mentor(
    'mentor_feedback_late', slot, '', '{}', slot.ends_at + interval '24 hours', closes
  );
end;
$$;

-- Sends the feedback mails that wait to the mentor's newest address.
create function private.follow_mentor_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.outbox
  set recipient = new.email
  where kind in ('mentor_feedback', 'mentor_feedback_late')
    and payload ->> 'mentor_id' = new.mentor_id::text
    and sent_at is null and dropped_at is null and given_up_at is null;
  return null;
end;
$$;

create trigger mentor_contacts_follow after update of email on private.mentor_contacts
  for each row when (new.email <> old.email) execute function private.follow_mentor_address();

-- What a mentor is told about the member of a booking.
create function private.member_payload(booking private.bookings)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'user_id', booking.member_id,
    'booking', booking.id,
    'member', nullif(
      (select firstname from public.profiles where id = booking.member_id), ''
    ),
    'member_institute', nullif(booking.institute, '')
  );
$$;

-- Counts the seats again and tells everybody.
create function private.follow_booking()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  news constant text := new.id || ' ' || new.sequence;
  slot private.slots;
  earlier private.slots;
begin
  if tg_op = 'INSERT' or (new.slot_id, new.state) is distinct from (old.slot_id, old.state) then
    update private.slots set taken = taken where id = new.slot_id or id = old.slot_id;
  end if;
  select * into slot from private.slots where id = new.slot_id;

  if tg_op = 'INSERT' then
    perform private.tell_member('session_booked', new);
    perform private.remind_member(new);
    perform private.tell_mentor('mentor_booked', slot, news, private.member_payload(new));
    perform private.ask_for_feedback(slot);

  elsif new.slot_id <> old.slot_id then
    select * into earlier from private.slots where id = old.slot_id;
    perform private.tell_member(
      'session_moved', new,
      jsonb_build_object('from_starts_at', old.starts_at, 'from_ends_at', old.ends_at)
    );
    perform private.remind_member(new);
    if earlier.mentor_id = slot.mentor_id then
      perform private.tell_mentor(
        'mentor_moved', slot, news,
        private.member_payload(new) || jsonb_build_object(
          'from_slot', earlier.id, 'from_sequence', earlier.sequence,
          'from_taken', earlier.taken,
          'from_starts_at', old.starts_at, 'from_ends_at', old.ends_at
        )
      );
    else
      perform private.tell_mentor('mentor_cancelled', earlier, news, private.member_payload(new));
      perform private.tell_mentor('mentor_booked', slot, news, private.member_payload(new));
    end if;
    perform private.ask_for_feedback(slot);

  elsif new.state <> old.state and new.state in ('cancelled', 'late') then
    perform private.tell_member(
      'session_cancelled', new,
      jsonb_build_object(
        'session_returned', new.state = 'cancelled',
        'lapses', coalesce(private.free_until(new.grant_id) <= now(), false),
        'reason', new.reason
      )
    );
    perform private.tell_mentor('mentor_cancelled', slot, news, private.member_payload(new));

  elsif new.state <> old.state and new.state = 'called_off' then
    if new.reason <> 'account_closed' or new.member_id is not null then
      perform private.tell_member(
        'session_called_off', new,
        jsonb_build_object('reason', new.reason, 'is_free', new.grant_id is not null)
      );
    end if;
    -- A slot that is called off tells its mentor once.
    if slot.state = 'open' and old.state = 'booked' then
      perform private.tell_mentor(
        'mentor_cancelled', slot, news,
        case
          when new.reason = 'account_closed' then '{}'::jsonb else private.member_payload(new)
        end
      );
    end if;
  end if;
  return null;
end;
$$;

create trigger bookings_follow after insert or update on private.bookings
  for each row execute function private.follow_booking();

-- Calls the bookings off with their slot, and tells everybody when the mentor changes.
create function private.follow_slot()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  booking private.bookings;
  earlier private.slots := old;
begin
  -- Calendars ignore news with the number of an earlier one.
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
    delete from private.meeting_links where slot_id = new.id;
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
    perform private.ask_for_feedback(new);

  elsif new.feedback_version > old.feedback_version and new.starts_at <= now()
    and new.taken > 0
  then
    -- A new link for a session that has begun.
    perform private.tell_mentor(
      'mentor_feedback', new, '', '{}', now(), new.starts_at + interval '14 days'
    );
    perform private.tell_mentor(
      'mentor_feedback_late', new, '', '{}',
      greatest(new.ends_at, now()) + interval '24 hours', new.starts_at + interval '14 days'
    );
  end if;
  return null;
end;
$$;

create trigger slots_follow after update on private.slots
  for each row execute function private.follow_slot();

-- Whether every member who was in a slot and still has an account has feedback.
create function private.has_all_feedback(slot_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select not exists (
    select from private.bookings as bookings
    where bookings.slot_id = has_all_feedback.slot_id
      and bookings.member_id is not null
      and bookings.state in ('booked', 'held')
      and not exists (
        select from private.feedback as feedback where feedback.booking_id = bookings.id
      )
  );
$$;

-- Whether the mail about a session, an address or a free interview still holds.
create function private.session_mail_holds(kind text, payload jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select case
    when kind in ('session_booked', 'session_moved', 'session_mentor_changed', 'reminder_day',
      'reminder_hour')
    then exists (
      select from private.bookings as bookings
      where bookings.id = (payload ->> 'booking')::uuid
        -- It rises with every move and with the end.
        and bookings.sequence = (payload ->> 'sequence')::integer
    )
    -- A move goes in any case, because it takes the earlier time out of the mentor's calendar.
    when kind = 'mentor_booked'
    then exists (
      select from private.bookings as bookings
      join private.slots as slots on slots.id = bookings.slot_id
      where bookings.id = (payload ->> 'booking')::uuid
        and bookings.state = 'booked'
        and slots.id = (payload ->> 'slot')::uuid
        and slots.feedback_version = (payload ->> 'version')::integer
    )
    when kind in ('mentor_feedback', 'mentor_feedback_late')
    then exists (
      select from private.slots as slots
      where slots.id = (payload ->> 'slot')::uuid
        and slots.state <> 'called_off'
        and slots.taken > 0
        and slots.feedback_version = (payload ->> 'version')::integer
        -- Without its function's name, kind would be that of the slot.
        and (
          session_mail_holds.kind = 'mentor_feedback' or not private.has_all_feedback(slots.id)
        )
    )
    when kind = 'address_proof'
    then exists (
      select from private.address_proofs as proofs
      where proofs.token_hash = private.token_hash(payload ->> 'token')
        and proofs.expires_at > now()
    )
    when kind = 'second_person_named'
    then exists (
      select from private.second_persons as second
      where second.order_id = (payload ->> 'order_id')::uuid
        and second.address = payload ->> 'address'
        and second.member_id is null
    )
    when kind = 'free_interview_granted'
    then exists (
      select from private.free_grants as grants
      where grants.id = (payload ->> 'grant')::uuid and grants.lapsed_at is null
    )
    else true
  end;
$$;

-- The rule of a kind that has none here is the earlier one.
alter function private.mail_still_holds(text, jsonb) rename to earlier_mail_holds;

-- Whether the news of a mail still holds, asked just before it is sent.
create function private.mail_still_holds(kind text, payload jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.earlier_mail_holds(kind, payload) and private.session_mail_holds(kind, payload);
$$;

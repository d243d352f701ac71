-- The free mock interview for the first 1000 (§15.31).

create function private.free_places()
returns integer
language sql
immutable
set search_path = ''
as $$
  select 1000;
$$;

-- How many free interviews are left.
create function public.free_interviews_left()
returns integer
language sql
stable
security definer
set search_path = ''
as $$
  select greatest(
    private.free_places()
      - (select count(*)::integer from private.free_grants where lapsed_at is null),
    0
  );
$$;

-- The member's own free interview: none, granted, booked, used or lapsed; until when it can be booked;
-- and how many are left for others.
create function private.free_json(p_member uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'left', public.free_interviews_left(),
    'state', coalesce(max(case
      when grants.id is null then null
      when bookings.state = 'booked' and bookings.ends_at > now() then 'booked'
      when bookings.id is not null then 'used'
      when grants.lapsed_at is not null or private.free_until(grants.id) <= now() then 'lapsed'
      else 'granted'
    end), 'none'),
    'book_until', max(private.free_until(grants.id))
  )
  from private.free_grants as grants
  left join private.bookings as bookings
    on bookings.grant_id = grants.id and private.costs_session(bookings)
  where grants.member_id = p_member;
$$;

-- What a free interview is given to: the account's address, where the member has proven it, and the phone
-- number of the profile. The caller makes the keyed hashes from them.
create function public.free_interview_person(p_user_id uuid)
returns table (address text, is_proven boolean, phonenumber text)
language sql
stable
security definer
set search_path = ''
as $$
  select lower(users.email), private.has_proven(users.id, users.email), profiles.phonenumber
  from auth.users as users
  join public.profiles as profiles on profiles.id = users.id
  where users.id = p_user_id;
$$;

-- Gives a member a free interview, in the order of asking (§15.31). The address and the number are those
-- that the hashes were made from. Raises address_not_proven, person_changed, already_had or free_gone;
-- asking again returns the same. Returns the state as my_sessions does.
create function public.grant_free_interview(
  p_user_id uuid, p_address text, p_phonenumber text, p_address_hash text, p_phone_hash text
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person record;
  made private.free_grants;
begin
  -- One at a time: the last place goes to one.
  perform pg_advisory_xact_lock(hashtextextended('free interviews', 0));
  if exists (select from private.free_grants where member_id = p_user_id) then
    return private.free_json(p_user_id);
  end if;
  select * into person from public.free_interview_person(p_user_id);
  if person.is_proven is distinct from true then
    perform private.refuse('address_not_proven');
  end if;
  if (person.address, person.phonenumber) is distinct from (p_address, p_phonenumber) then
    perform private.refuse('person_changed');
  end if;
  if exists (
    select from private.free_grants
    where address_hash = p_address_hash or phone_hash = p_phone_hash
  ) then
    perform private.refuse('already_had');
  end if;
  if public.free_interviews_left() < 1 then
    perform private.refuse('free_gone');
  end if;
  insert into private.free_grants (member_id, address_hash, phone_hash)
  values (p_user_id, p_address_hash, p_phone_hash)
  returning * into made;
  perform private.queue_mail(
    'free_interview_granted',
    person.address,
    jsonb_build_object(
      'user_id', p_user_id,
      'name', (select nullif(firstname, '') from public.profiles where id = p_user_id),
      'grant', made.id,
      'book_until', made.lapses_at
    ),
    'free_interview_granted ' || made.id
  );
  return private.free_json(p_user_id);
end;
$$;

-- Free mock interviews: who may have one, and how many are left (§15.31).

create function public.free_interviews_left() returns integer
language sql stable security definer set search_path = ''
return greatest(
  1000
    - (select value from private.base_figures where figure = 'free_interviews')
    - (select count(*)::integer from private.free_grants where lapsed_at is null),
  0
);

-- The member's free interview: its state (none, waiting or declined (§15.82), had_phone or had_address if someone else
-- has had it, granted, booked, used or lapsed), the time by which it must be booked, and how many are left for others.
create function private.free_json(p_member uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'left', public.free_interviews_left(),
    'state', coalesce(max(case
      when grants.id is null then null
      when bookings.state = 'booked' and bookings.ends_at > now() then 'booked'
      when bookings.id is not null then 'used'
      when grants.lapsed_at is not null or private.free_interview_ends(grants.id) <= now() then 'lapsed'
      else 'granted'
    end), (
      select case
        when had is not null then 'had_' || had
        when declined_at is null then 'waiting'
        else 'declined'
      end
      from private.free_requests where member_id = p_member
    ), 'none'),
    'book_until', max(private.free_interview_ends(grants.id))
  )
  from private.free_grants as grants
  left join private.bookings as bookings
    on bookings.grant_id = grants.id and private.costs_session(bookings)
  where grants.member_id = p_member;
$$;

-- Identifies someone who asks for a free interview: the account's address and whether it is verified, the person and
-- the domain behind the address (null for a large domain), and the profile's phone number. The caller turns these into
-- keyed hashes.
create function public.free_interview_person(p_user_id uuid)
returns table (address text, is_proven boolean, phonenumber text, person text, domain text)
language sql stable security definer set search_path = '' as $$
  select
    lower(users.email), private.has_proven(users.id, users.email), profiles.phonenumber,
    private.person_of_address(users.email),
    (select private.registered_domain(users.email) except select large.domain from private.large_domains as large)
  from auth.users as users
  join public.profiles as profiles on profiles.id = users.id
  where users.id = p_user_id;
$$;

-- What someone who has had a free interview has in common with this member: address, phone, or null if nothing.
create function private.free_had_by(asked private.free_requests) returns text
language sql stable set search_path = '' as $$
  select min(case when address_hash = asked.address_hash then 'address' else 'phone' end)
  from private.free_grants
  where address_hash = asked.address_hash or phone_hash = asked.phone_hash;
$$;

-- Refuses a person who has already had a free interview, unless the member was told so and an operator knows better
-- (§15.82), and everyone once none is left. Raises already_had or free_gone.
create function private.require_free_interview(asked private.free_requests) returns void
language sql set search_path = '' as $$
  select private.refuse_when('already_had', asked.had is null and private.free_had_by(asked) is not null);
  select private.refuse_when('free_gone', public.free_interviews_left() < 1);
$$;

-- This hash, or a new one if an earlier free interview already has it: each hash is remembered only once.
create function private.unused_hash(hash text, is_used boolean) returns text
language sql volatile set search_path = ''
return case when is_used then encode(sha256(uuid_send(gen_random_uuid())), 'hex') else hash end;

-- Grants a requested free interview. Raises whatever require_free_interview raises.
create function private.give_free_interview(asked private.free_requests, by_hand boolean)
returns void
language plpgsql set search_path = '' as $$
declare
  made private.free_grants;
begin
  perform private.require_free_interview(asked);
  insert into private.free_grants (member_id, address_hash, phone_hash, domain_hash, by_hand)
  values (
    asked.member_id,
    private.unused_hash(
      asked.address_hash, exists (select from private.free_grants where address_hash = asked.address_hash)
    ),
    private.unused_hash(
      asked.phone_hash, exists (select from private.free_grants where phone_hash = asked.phone_hash)
    ),
    asked.domain_hash, by_hand
  )
  returning * into made;
  delete from private.free_requests where member_id = asked.member_id;
  perform private.tell_account(
    'free_interview_granted', asked.member_id,
    jsonb_build_object('grant', made.id, 'book_until', made.lapses_at), made.id::text
  );
end;
$$;

-- Grants a member a free interview, first come, first served (§15.31). Above a limit, keeps the request for an operator
-- instead (§15.82). Declines the request of someone who has had one, and remembers why, so that the pages stop offering
-- it. The caller passes the address and the phone number that it hashed, in case they have changed since. Raises
-- address_not_proven, person_changed or free_gone. Asking again has no effect. Returns the state as my_sessions does.
create function public.grant_free_interview(
  p_user_id uuid, p_address text, p_phonenumber text, p_address_hash text, p_phone_hash text,
  p_domain_hash text default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person record;
  asked private.free_requests;
begin
  -- One request at a time, so that only one person gets the last place.
  perform pg_advisory_xact_lock(hashtextextended('free interviews', 0));
  if exists (select from private.free_grants where member_id = p_user_id)
    or exists (select from private.free_requests where member_id = p_user_id)
  then
    return private.free_json(p_user_id);
  end if;
  select * into person from public.free_interview_person(p_user_id);
  perform private.refuse_when('address_not_proven', person.is_proven is distinct from true);
  perform private.refuse_when(
    'person_changed', (person.address, person.phonenumber) is distinct from (p_address, p_phonenumber)
  );
  insert into private.free_requests (member_id, address_hash, phone_hash, domain_hash)
  values (p_user_id, p_address_hash, p_phone_hash, p_domain_hash)
  returning * into asked;
  update private.free_requests
  set declined_at = now(), had = private.free_had_by(asked)
  where member_id = p_user_id and private.free_had_by(asked) is not null;
  if found then
    return private.free_json(p_user_id);
  end if;
  perform private.require_free_interview(asked);
  if (
    select count(*) from private.free_grants
    where granted_at > now() - interval '1 day' and not by_hand
  ) < private.daily_limit('free interviews')
    -- Addresses of large domains have no domain_hash.
    and (select count(*) from private.free_grants where domain_hash = p_domain_hash) < 10
  then
    perform private.give_free_interview(asked, false);
  end if;
  return private.free_json(p_user_id);
end;
$$;

-- A member whose phone number or address has changed may ask again.
create function private.forget_free_had() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.free_requests where member_id = new.id and had is not null;
  return null;
end;
$$;

create trigger profiles_forget_free_had after update of phonenumber, email on public.profiles
  for each row when ((old.phonenumber, old.email) is distinct from (new.phonenumber, new.email))
  execute function private.forget_free_had();

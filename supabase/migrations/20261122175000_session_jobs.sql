-- What a scheduled function does about sessions every few minutes. Each job is a transaction of its own, can
-- be repeated, takes its rows in small parts, and returns how many it dealt with.

-- Twelve hours before a group discussion: fewer people than its least number call it off, and every seat
-- comes back (§15.14). From then on it is held, even if somebody cancels.
create function public.call_off_small_gds()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  slot private.slots;
  called_off integer := 0;
begin
  for slot in
    select * from private.slots
    where state = 'open' and kind = 'gd' and confirmed_at is null
      and starts_at > now() and starts_at <= now() + interval '12 hours'
    order by id
    limit 50
    for no key update skip locked
  loop
    if slot.taken < slot.minimum then
      update private.slots set state = 'called_off', called_off_by = 'too_few' where id = slot.id;
      called_off := called_off + 1;
    else
      update private.slots set confirmed_at = now() where id = slot.id;
    end if;
  end loop;
  return called_off;
end;
$$;

-- Notes that sessions were held. What is left of a pack does not depend on it.
create function public.finish_sessions()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  slot private.slots;
  finished integer := 0;
begin
  for slot in
    select * from private.slots
    where state = 'open' and ends_at <= now()
    order by id
    limit 200
    for no key update skip locked
  loop
    update private.bookings set state = 'held' where slot_id = slot.id and state = 'booked';
    update private.slots set state = 'done' where id = slot.id;
    finished := finished + 1;
  end loop;
  return finished;
end;
$$;

-- Passes free interviews that nobody booked in time on to the next (§15.31).
create function public.lapse_free_interviews()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  free private.free_grants;
  lapsed integer := 0;
begin
  for free in
    select * from private.free_grants as grants
    where grants.lapsed_at is null and grants.lapses_at <= now()
      and private.free_until(grants.id) <= now()
      and not exists (
        select from private.bookings as bookings
        where bookings.grant_id = grants.id and private.costs_session(bookings)
      )
    order by grants.id
    limit 50
    for update skip locked
  loop
    -- Somebody may have booked it before the lock.
    continue when exists (
      select from private.bookings as bookings
      where bookings.grant_id = free.id and private.costs_session(bookings)
    );
    update private.free_grants set lapsed_at = now() where id = free.id;
    lapsed := lapsed + 1;
    perform private.queue_mail(
      'free_interview_lapsed',
      (select email from auth.users where id = free.member_id),
      jsonb_build_object(
        'user_id', free.member_id,
        'name', (select nullif(firstname, '') from public.profiles where id = free.member_id),
        'grant', free.id
      ),
      'free_interview_lapsed ' || free.id
    );
  end loop;
  return lapsed;
end;
$$;

-- Orders whose coming bookings no longer stand: refunded, without an owner, or with less left than is
-- booked. A payment event calls nothing off itself, so that nothing here can make it fail (§15.10).
create function private.orders_to_repair()
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select orders.id
  from public.orders as orders
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
    );
$$;

-- Calls off what no longer stands, the latest session first, and tells everybody: bookings on orders that
-- were refunded or lost their owner, and bookings of accounts that are gone.
create function public.repair_bookings()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  source public.orders;
  excess integer;
  booking record;
  repaired integer := 0;
begin
  for source in
    select * from public.orders
    where id in (select private.orders_to_repair())
    order by id
    limit 50
    for no key update skip locked
  loop
    excess := case
      when source.user_id is null or source.status = 'refunded' then null
      else -(private.pack_balance(source.id)).remaining
    end;
    repaired := repaired + private.call_off_bookings(
      array(
        select id from private.bookings
        where order_id = source.id and state = 'booked' and starts_at > now()
        order by starts_at desc, id
        limit excess
      ),
      case when source.user_id is null then 'account_closed' else 'refunded' end
    );
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

-- Calls these bookings off, with their slots locked in order. Returns how many there were.
create function private.call_off_bookings(booking_ids uuid[], reason text)
returns integer
language plpgsql
set search_path = ''
as $$
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

-- Paths of files whose sessions ended more than a year ago (§18.19), a hundred at most.
create function public.old_file_paths()
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select files.path
    from private.files as files
    join private.bookings as bookings on bookings.id = files.booking_id
    where bookings.ends_at < now() - interval '1 year'
    order by files.created_at, files.id
    limit 100
  );
$$;

-- Forgets files and feedback of sessions that ended more than a year ago, some hundred rows at a time. A file
-- whose object is still there stays. Returns how many rows there were.
create function public.forget_old_sessions()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  paths constant text[] := public.old_file_paths();
  old_files integer;
  old_feedback integer;
begin
  delete from private.files as files
  where files.path = any (paths)
    and not exists (
      select from storage.objects where bucket_id = 'files' and name = files.path
    );
  get diagnostics old_files = row_count;
  delete from private.feedback as feedback
  where (feedback.booking_id, feedback.version) in (
    select said.booking_id, said.version
    from private.feedback as said
    join private.bookings as bookings on bookings.id = said.booking_id
    where bookings.ends_at < now() - interval '1 year'
    limit 500
  );
  get diagnostics old_feedback = row_count;
  return old_files + old_feedback;
end;
$$;

-- What is kept about a member's sessions, for the export.
create function public.sessions_of(p_user_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'bookings', (
      select coalesce(
        jsonb_agg(
          private.booking_json(bookings) || jsonb_build_object(
            'all_feedback', (
              select coalesce(jsonb_agg(to_jsonb(feedback) - 'mentor_id' order by version), '[]')
              from private.feedback as feedback where feedback.booking_id = bookings.id
            )
          ) order by bookings.starts_at
        ),
        '[]'
      )
      from private.bookings as bookings where bookings.member_id = p_user_id
    ),
    'proven_addresses', (
      select coalesce(jsonb_agg(to_jsonb(proven) - 'user_id' order by proven_at), '[]')
      from private.proven_addresses as proven where proven.user_id = p_user_id
    ),
    'second_person_named', (
      select coalesce(jsonb_agg(to_jsonb(second) - 'member_id' order by named_at), '[]')
      from private.second_persons as second
      join public.orders as orders on orders.id = second.order_id
      where orders.user_id = p_user_id
    ),
    'second_person_of', (
      select coalesce(
        jsonb_agg(jsonb_build_object('order', order_id, 'accepted_at', accepted_at)), '[]'
      )
      from private.second_persons where member_id = p_user_id
    ),
    'free_interview', private.free_json(p_user_id),
    'files', (
      select coalesce(jsonb_agg(to_jsonb(files) - 'owner_id' order by created_at), '[]')
      from private.files as files where files.owner_id = p_user_id
    )
  );
$$;

-- Ends the coming sessions of an account that goes, and those of the second persons of its packs, and
-- removes what was said about the person. That a session took place stays in the books.
create function private.forget_sessions(p_user_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  own constant text := (select lower(email) from auth.users where id = p_user_id);
begin
  -- The erasure also writes to the orders, and orders are locked before slots.
  perform from public.orders
  where user_id = p_user_id
    or id in (select order_id from private.bookings where member_id = p_user_id)
  order by id
  for no key update;
  perform private.call_off_bookings(
    array(
      select id from private.bookings
      where state = 'booked' and starts_at > now()
        and (
          member_id = p_user_id
          or order_id in (select id from public.orders where user_id = p_user_id)
        )
    ),
    'account_closed'
  );
  delete from private.feedback
  where booking_id in (select id from private.bookings where member_id = p_user_id);
  update private.ratings set word = ''
  where booking_id in (select id from private.bookings where member_id = p_user_id);
  update private.bookings set institute = '' where member_id = p_user_id;
  update private.second_persons set address = null
  where member_id = p_user_id
    or address = own
    or address in (select address from private.proven_addresses where user_id = p_user_id)
    or order_id in (select id from public.orders where user_id = p_user_id);
end;
$$;

-- As before, and the person's sessions (§18.6). Raises also while a file is left.
create or replace function public.erase_member(p_user_id uuid)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  member auth.users;
  kept integer;
begin
  select * into member from auth.users where id = p_user_id;
  if not found then
    raise exception 'there is no member %', p_user_id using errcode = 'no_data_found';
  end if;
  if cardinality(public.pictures_of(p_user_id)) > 0 then
    raise exception 'delete the pictures of % first', p_user_id using errcode = 'object_in_use';
  end if;
  if cardinality(public.file_paths_of(p_user_id)) > 0 then
    raise exception 'delete the files of % first', p_user_id using errcode = 'object_in_use';
  end if;

  perform private.forget_sessions(p_user_id);
  kept := private.forget_payer(
    array(
      select id from public.orders where user_id = p_user_id
      union
      select private.orders_paid_by(member.email)
    ),
    member.email
  );
  -- Without an owner these orders count as visitors' orders, among which each key must be unique.
  update public.orders set idempotency_key = gen_random_uuid() where user_id = p_user_id;
  delete from auth.users where id = p_user_id;
  return kept;
end;
$$;

-- What the functions and the jobs do about loans. Each job is a transaction of its own, can be repeated,
-- takes its rows in small parts, and returns how many it dealt with.

-- Adds a rate match and the row of its file, which the caller stores afterwards (§16.27). One is open at a
-- time, and its file counts among the ten a day (§18.18). Raises not_in_group, address_not_proven,
-- loan_was_paid_out, match_not_valid, too_many_matches or too_many_uploads. Returns {id, file, path}.
create function public.add_rate_match(
  p_user_id uuid, p_lender text, p_rate numeric, p_charges bigint, p_valid_until date,
  p_size integer, p_type text
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  request private.loan_requests;
  made private.rate_matches;
  file_id constant uuid := gen_random_uuid();
  path constant text := p_user_id || '/' || replace(file_id::text, '-', '') || case p_type
    when 'application/pdf' then '.pdf' when 'image/jpeg' then '.jpg' else '.png'
  end;
  today constant date := private.india_day(now());
begin
  perform private.lock_loan(p_user_id);
  request := private.open_request(p_user_id);
  if request.id is null then
    perform private.refuse('not_in_group');
  end if;
  if private.has_proven_account(p_user_id) is distinct from true then
    perform private.refuse('address_not_proven');
  end if;
  if exists (
    select from private.loan_choices where request_id = request.id and state = 'disbursed'
  ) then
    perform private.refuse('loan_was_paid_out');
  end if;
  if exists (
    select from private.rate_matches
    where member_id = p_user_id and state in ('sent', 'with_lenders')
  ) then
    perform private.refuse('too_many_matches');
  end if;
  if p_rate is distinct from round(p_rate, 2)
    or p_charges % 100 <> 0
    or p_valid_until not between today and (today + interval '1 year')::date
  then
    perform private.refuse('match_not_valid');
  end if;
  perform private.limit_daily('session file', p_user_id::text, 10, 'too_many_uploads');
  begin
    insert into private.rate_matches (member_id, request_id, lender, rate, charges, valid_until)
    values (p_user_id, request.id, p_lender, p_rate, p_charges, p_valid_until)
    returning * into made;
    insert into private.files (id, owner_id, purpose, rate_match_id, size, type, path)
    values (file_id, p_user_id, 'offer', made.id, p_size, p_type, path);
  exception when check_violation or not_null_violation or numeric_value_out_of_range then
    perform private.refuse('match_not_valid', sqlerrm);
  end;
  return jsonb_build_object('id', made.id, 'file', file_id, 'path', path);
end;
$$;

-- Undoes a rate match whose file could not be stored. One whose file is there stays.
create function public.forget_rate_match(p_user_id uuid, p_match uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from private.files as files
  using private.rate_matches as matches
  where matches.id = p_match and matches.member_id = p_user_id and matches.state = 'sent'
    and files.rate_match_id = matches.id
    and not exists (
      select from storage.objects where bucket_id = 'files' and name = files.path
    );
  delete from private.rate_matches as matches
  where matches.id = p_match and matches.member_id = p_user_id and matches.state = 'sent'
    and not exists (select from private.files where rate_match_id = matches.id);
end;
$$;

-- Ends choices whose offer ended before they reached the lender (§16.24).
create function public.expire_choices()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  expired integer;
begin
  update private.loan_choices set state = 'expired'
  where id in (
    select id from private.loan_choices
    where state = 'chosen' and valid_until < private.india_day(now())
    order by valid_until
    limit 500
    for no key update skip locked
  );
  get diagnostics expired = row_count;
  return expired;
end;
$$;

-- Tells up to 500 members whose address is proven of offers that fit and are newer than the last news
-- (§16.58): once a day at most, and nobody who has chosen. Returns how many mails there are.
create function public.tell_new_offers()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  newest record;
  request private.loan_requests;
  fitting integer;
  told integer := 0;
begin
  for newest in
    select intake_year as year, max(created_at) as at
    from private.loan_offers
    where replaced_by is null and withdrawn_at is null and valid_until >= private.india_day(now())
    group by intake_year
  loop
    for request in
      select * from private.loan_requests
      where intake_year = newest.year and left_at is null and offers_known_at < newest.at
        and coalesce(offers_told_at, '-infinity') < now() - interval '1 day'
      order by offers_known_at
      limit 500 - told
      for no key update skip locked
    loop
      select count(*) into fitting
      from private.open_offers as offers
      where offers.intake_year = newest.year
        and offers.created_at > request.offers_known_at
        and offers.valid_until >= private.india_day(now())
        and private.offer_fits(offers.offer, request.amount, request.term_months)
        and private.has_proven_account(request.member_id)
        and not exists (
          select from private.loan_choices as choices
          where choices.request_id = request.id
            and (private.is_active_choice(choices.state) or choices.state = 'disbursed')
        );
      update private.loan_requests
      set
        offers_known_at = newest.at,
        offers_told_at = case when fitting > 0 then now() else offers_told_at end
      where id = request.id;
      continue when fitting = 0;
      perform private.tell_borrower(
        'loan_offers', request.member_id,
        jsonb_build_object(
          'request', request.id, 'intake_year', newest.year, 'count', fitting
        ),
        request.id || ' ' || newest.at, 2
      );
      told := told + 1;
    end loop;
  end loop;
  return told;
end;
$$;

-- Whether nothing has happened about a member's loans for a year, and no course of an open request has
-- started since: a member who waits for next year's course may change nothing for months (§16.62).
create function private.is_stale_borrower(p_member uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select
    not exists (
      select from private.loan_requests as requests
      where requests.member_id = p_member
        and (
          greatest(requests.changed_at, requests.left_at) >= now() - interval '1 year'
          or requests.left_at is null
            and requests.course_starts >= private.india_day(now()) - interval '1 year'
        )
    )
    and not exists (
      select from private.loan_choices as choices
      where choices.member_id = p_member and choices.changed_at >= now() - interval '1 year'
    )
    and not exists (
      select from private.rate_matches as matches
      where matches.member_id = p_member and matches.changed_at >= now() - interval '1 year'
    );
$$;

create function private.stale_borrowers(most integer)
returns setof uuid
language sql
stable
set search_path = ''
as $$
  select distinct old.member_id
  from private.loan_requests as old
  where greatest(old.changed_at, old.left_at) < now() - interval '1 year'
    and private.is_stale_borrower(old.member_id)
  limit most;
$$;

-- Removes everything about a member's loans. Each lender that has the details is told to stop, also one
-- that declined; a loan that was paid out is between the member and its lender.
create function private.forget_loans(p_user_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.end_choice(id) from private.loan_choices
  where member_id = p_user_id and private.is_active_choice(state);
  perform private.end_consents(p_user_id);
  delete from private.rate_matches where member_id = p_user_id;
  delete from private.loan_choices where member_id = p_user_id;
  delete from private.consents where member_id = p_user_id;
  delete from private.loan_requests where member_id = p_user_id;
end;
$$;

-- Forgets what is older than a year (§16.62), with a hundred members at a time, once their files are gone.
-- Returns how many members there were.
create function public.forget_old_loans()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  member uuid;
  forgotten integer := 0;
begin
  -- Publishing locks many requests at once too.
  perform pg_advisory_xact_lock(hashtextextended('loan groups', 0));
  for member in
    select stale from private.stale_borrowers(100) as stale
    where not exists (
      select from private.files as files
      join private.rate_matches as matches on matches.id = files.rate_match_id
      where matches.member_id = stale
    )
  loop
    perform private.lock_loan(member);
    -- Asked again, because the member may have been at work until then.
    continue when not private.is_stale_borrower(member);
    perform private.forget_loans(member);
    forgotten := forgotten + 1;
  end loop;
  return forgotten;
end;
$$;

-- Paths of files that nobody needs any more, a hundred at most: of sessions that ended more than a year ago
-- (§18.19), of rate matches that were taken back, answered more than 30 days ago, or are as old as the
-- member's loan (§16.61).
create or replace function public.old_file_paths()
returns text[]
language sql
stable
security definer
set search_path = ''
as $$
  select array(
    select old.path
    from (
      select files.path, files.created_at, files.id
      from private.files as files
      join private.bookings as bookings on bookings.id = files.booking_id
      where bookings.ends_at < now() - interval '1 year'
      union all
      select files.path, files.created_at, files.id
      from private.files as files
      join private.rate_matches as matches on matches.id = files.rate_match_id
      where matches.state = 'taken_back'
        or matches.state in ('matched', 'bettered', 'declined')
          and matches.changed_at < now() - interval '30 days'
        or matches.member_id in (select private.stale_borrowers(100))
    ) as old
    order by old.created_at, old.id
    limit 100
  );
$$;

-- What is kept about a member's loan, for the export.
create function public.loan_of(p_user_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'requests', (
      select coalesce(jsonb_agg(to_jsonb(requests) - 'member_id' order by joined_at), '[]')
      from private.loan_requests as requests where requests.member_id = p_user_id
    ),
    'consents', (
      select coalesce(
        jsonb_agg(
          to_jsonb(consents) - 'member_id' || jsonb_build_object('lender', lenders.name)
          order by consents.given_at
        ),
        '[]'
      )
      from private.consents as consents
      left join private.lenders as lenders on lenders.id = consents.lender_id
      where consents.member_id = p_user_id
    ),
    'choices', (
      select coalesce(
        jsonb_agg(private.choice_json(choices) order by choices.chosen_at), '[]'
      )
      from private.loan_choices as choices where choices.member_id = p_user_id
    ),
    'rate_matches', (
      select coalesce(
        jsonb_agg(private.rate_match_json(matches) order by matches.created_at), '[]'
      )
      from private.rate_matches as matches where matches.member_id = p_user_id
    )
  );
$$;

-- What a launch check asks: lenders and offers that members can see today, and the samples among them.
create function public.loans_ready()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'lenders', (select count(*) from private.lenders where active and not is_sample),
    'offers', (
      select count(*) from private.open_offers as offers
      where offers.valid_until >= private.india_day(now())
        and not (offers.terms #>> '{lender,is_sample}')::boolean
    ),
    'samples', (
      select coalesce(jsonb_agg(name order by name), '[]')
      from private.lenders where active and is_sample
    )
  );
$$;

-- As before, and the person's loans (§18.6). Raises also while a file is left.
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
  perform private.lock_loan(p_user_id);
  perform private.forget_loans(p_user_id);
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

-- Who is told of what about loans (§16.26). Triggers tell, so that a change tells whoever makes it.

create function private.tell_borrower(
  kind text, member_id uuid, more jsonb, news text, priority integer default 1,
  due_at timestamptz default now()
)
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.queue_mail(
    tell_borrower.kind,
    (select email from auth.users where id = tell_borrower.member_id),
    jsonb_build_object(
      'user_id', tell_borrower.member_id,
      'name', (
        select nullif(firstname, '') from public.profiles where id = tell_borrower.member_id
      )
    ) || tell_borrower.more,
    tell_borrower.kind || ' ' || tell_borrower.news,
    tell_borrower.priority,
    tell_borrower.due_at
  );
end;
$$;

-- Corrects what a mail says, as long as it has not been sent.
create function private.correct_waiting_mail(dedupe_key text, more jsonb)
returns void
language sql
set search_path = ''
as $$
  update private.outbox as waiting
  set payload = waiting.payload || correct_waiting_mail.more
  where waiting.dedupe_key = correct_waiting_mail.dedupe_key
    and waiting.sent_at is null and waiting.dropped_at is null and waiting.given_up_at is null
    and waiting.payload is not null;
$$;

create function private.follow_loan_request()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- Once a day, however often the member leaves and joins. A mail that was dropped told nobody.
    if not exists (
      select from private.loan_requests as earlier
      join private.outbox as told on told.dedupe_key = 'loan_joined ' || earlier.id
      where earlier.member_id = new.member_id and told.sent_at > now() - interval '1 day'
    ) then
      perform private.tell_borrower(
        'loan_joined', new.member_id,
        jsonb_build_object(
          'request', new.id,
          'intake_year', new.intake_year,
          'amount', new.amount,
          'proven', private.has_proven_account(new.member_id)
        ),
        new.id::text
      );
    end if;
  elsif new.left_at is not null and old.left_at is null then
    -- An address that nobody has proven may be a stranger's: it gets one mail, and no news.
    if private.has_proven_account(new.member_id) then
      perform private.tell_borrower(
        'loan_left', new.member_id, jsonb_build_object('request', new.id), new.id::text
      );
    end if;
  elsif (new.amount, new.intake_year) <> (old.amount, old.intake_year) then
    perform private.correct_waiting_mail(
      'loan_joined ' || new.id,
      jsonb_build_object('intake_year', new.intake_year, 'amount', new.amount)
    );
  end if;
  return null;
end;
$$;

create trigger loan_requests_follow after insert or update on private.loan_requests
  for each row execute function private.follow_loan_request();

create function private.follow_loan_choice()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  lender constant text := (select name from private.lenders where id = new.lender_id);
begin
  if tg_op = 'UPDATE' and new.state = old.state then
    if new.amount <> old.amount then
      perform private.correct_waiting_mail(
        'loan_chosen ' || new.id, jsonb_build_object('amount', new.amount)
      );
    end if;
    return null;
  end if;
  insert into private.loan_choice_steps (choice_id, state, reason)
  values (new.id, new.state, new.reason);
  -- A consent that no lender has made use of ends with its choice.
  if tg_op = 'UPDATE' and old.state = 'chosen' and not private.is_active_choice(new.state) then
    update private.consents set taken_back_at = now()
    where id = new.consent_id and taken_back_at is null;
  end if;
  if tg_op = 'INSERT' then
    perform private.tell_borrower(
      'loan_chosen', new.member_id,
      jsonb_build_object(
        'choice', new.id,
        'lender', lender,
        'amount', new.amount,
        'rate', new.terms -> 'rate',
        'offer_valid_until', new.valid_until
      ),
      new.id::text
    );
  -- A member who leaves the group is told of everything at once.
  elsif new.state <> 'taken_back' or exists (
    select from private.loan_requests where id = new.request_id and left_at is null
  ) then
    perform private.tell_borrower(
      'loan_step', new.member_id,
      jsonb_build_object(
        'choice', new.id,
        'lender', lender,
        'state', new.state,
        'reason', new.reason,
        'amount', new.amount
      ),
      new.id || ' ' || new.state
    );
  end if;
  return null;
end;
$$;

create trigger loan_choices_follow after insert or update on private.loan_choices
  for each row execute function private.follow_loan_choice();

-- An offer that its lender withdraws takes with it the choices that have not reached the lender.
create function private.follow_loan_offer()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update private.loan_choices set state = 'withdrawn'
  where offer_id = new.id and state = 'chosen';
  return null;
end;
$$;

create trigger loan_offers_follow after update of withdrawn_at on private.loan_offers
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null)
  execute function private.follow_loan_offer();

-- A consent that is taken back stops the lender where it had the details (§16.25). The mail names the
-- choice alone: it must not hold what the lender has to forget, and it outlives the account.
create function private.follow_consent()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  had record;
begin
  for had in
    select choices.id, lenders.id as lender_id, lenders.name, contacts.email
    from private.loan_choices as choices
    join private.lenders as lenders on lenders.id = choices.lender_id
    left join private.lender_contacts as contacts on contacts.lender_id = lenders.id
    where choices.consent_id = new.id
      and exists (
        select from private.loan_choice_steps as steps
        where steps.choice_id = choices.id and steps.state = 'with_lender'
      )
  loop
    insert into private.lender_stops (choice_id, lender_id) values (had.id, had.lender_id)
    on conflict do nothing;
    perform private.queue_mail(
      'lender_stop',
      had.email,
      jsonb_build_object('lender', had.name, 'reference', had.id),
      'lender_stop ' || had.id,
      0
    );
  end loop;
  return null;
end;
$$;

create trigger consents_follow after update of taken_back_at on private.consents
  for each row when (old.taken_back_at is null and new.taken_back_at is not null)
  execute function private.follow_consent();

create function private.follow_rate_match()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.state = old.state then
    return null;
  end if;
  insert into private.rate_match_steps (match_id, state, reason)
  values (new.id, new.state, new.reason);
  if tg_op = 'INSERT' then
    perform private.tell_borrower(
      'rate_match_sent', new.member_id,
      jsonb_build_object('match', new.id, 'lender', new.lender, 'rate', new.rate),
      new.id::text,
      -- By then the rate match is undone if its file could not be stored.
      due_at => now() + interval '2 minutes'
    );
  elsif new.state <> 'taken_back' or exists (
    select from private.loan_requests where id = new.request_id and left_at is null
  ) then
    perform private.tell_borrower(
      'rate_match_step', new.member_id,
      jsonb_build_object(
        'match', new.id,
        'lender', new.lender,
        'state', new.state,
        'reason', new.reason,
        'answer_rate', new.answer_rate
      ),
      new.id || ' ' || new.state
    );
  end if;
  return null;
end;
$$;

create trigger rate_matches_follow after insert or update on private.rate_matches
  for each row execute function private.follow_rate_match();

-- Whether the mail about a loan still holds.
create function private.loan_mail_holds(kind text, payload jsonb)
returns boolean
language sql
stable
set search_path = ''
as $$
  select case
    when kind = 'loan_joined'
    then exists (
      select from private.loan_requests
      where id = (payload ->> 'request')::uuid and left_at is null
    )
    when kind = 'loan_offers'
    then exists (
      select from private.loan_requests as requests
      where requests.id = (payload ->> 'request')::uuid
        and requests.left_at is null
        and requests.intake_year = (payload ->> 'intake_year')::integer
        and not exists (
          select from private.loan_choices as choices
          where choices.request_id = requests.id
            and (private.is_active_choice(choices.state) or choices.state = 'disbursed')
        )
    )
    when kind = 'loan_chosen'
    then exists (
      select from private.loan_choices
      where id = (payload ->> 'choice')::uuid and state = 'chosen'
    )
    when kind = 'loan_step'
    then exists (
      select from private.loan_choices
      where id = (payload ->> 'choice')::uuid and state = payload ->> 'state'
    )
    -- A member who has joined again since gets other news.
    when kind = 'loan_left'
    then not exists (
      select from private.loan_requests
      where member_id = (payload ->> 'user_id')::uuid and left_at is null
    )
    when kind = 'rate_match_sent'
    then exists (
      select from private.rate_matches
      where id = (payload ->> 'match')::uuid and state in ('sent', 'with_lenders')
    )
    when kind = 'rate_match_step'
    then exists (
      select from private.rate_matches
      where id = (payload ->> 'match')::uuid and state = payload ->> 'state'
    )
    else true
  end;
$$;

-- Whether the news of a mail still holds, asked just before it is sent.
create or replace function private.mail_still_holds(kind text, payload jsonb)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.earlier_mail_holds(kind, payload)
    and private.session_mail_holds(kind, payload)
    and private.loan_mail_holds(kind, payload);
$$;

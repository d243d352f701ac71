-- What operators look up: members, payers, refunds and messages by what a caller says on the phone, and everything we
-- know about one member or payment. Amounts are in rupees.

-- The members whose name or address begins with these words, or who have this phone number: up to 20 of each. Postgres
-- plans the query anew for these words, because it uses the indexes only if it knows the prefix.
create function private.members_called(words text) returns setof uuid
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  said constant text := lower(private.clean_text(words, 300));
  -- Joiners occur in names, but not in addresses, numbers or references.
  code constant text := nullif(private.clean_address(words), '');
  phone constant text := case
    when code !~ '[a-z@]' then substring(regexp_replace(code, '\D', '', 'g') from '.{10}$')
  end;
begin
  if char_length(said) < 3 then
    return;
  end if;
  return query
  (
    select profiles.id from public.profiles as profiles
    where lower(profiles.firstname || ' ' || profiles.lastname) ^@ said
    order by lower(profiles.firstname || ' ' || profiles.lastname) using ~<~
    limit 20
  )
  union
  (
    select profiles.id from public.profiles as profiles
    where lower(profiles.lastname) ^@ said
    order by lower(profiles.lastname) using ~<~
    limit 20
  )
  union
  (
    select profiles.id from public.profiles as profiles
    where lower(profiles.email) ^@ code
    order by lower(profiles.email) using ~<~
    limit 20
  )
  union
  (
    select proven.user_id from private.proven_addresses as proven
    where proven.address ^@ code
    order by proven.address using ~<~
    limit 20
  )
  union
  (
    select profiles.id from public.profiles as profiles
    where substring(regexp_replace(profiles.phonenumber, '\D', '', 'g') from '.{10}$') = phone
    limit 20
  );
end;
$$;

-- Finds up to 20 members, payments, refunds and messages. `words` is the beginning of a name or email address, a phone
-- number, a payment's reference, an order's short number, or the number of a refund or message. The key is the id or
-- the number. `about` is a refund's or a message's kind, `state` a refund's and `status` a payment's state, and
-- `amount` is in rupees. A payment is listed under its payer unless a listed member bought the pack. Each part of the
-- query is planned for these words, because Postgres uses the indexes only if the prefix is known.
create function operations.find(words text)
returns table (
  kind text, title text, pack text, note text, key text, at timestamptz, about text, state text, status text,
  amount numeric
)
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  said constant text := lower(private.clean_text(words, 300));
  -- Joiners occur in names, but not in addresses, numbers or references.
  code constant text := nullif(private.clean_address(words), '');
  is_long constant boolean := char_length(said) >= 3;
  phone constant text := case
    when code !~ '[a-z@]' then substring(regexp_replace(code, '\D', '', 'g') from '.{10}$')
  end;
  order_number constant text := substring(code from '^(?:ac-|ac_[0-9a-f]{24})([0-9a-f]{8})$');
  message constant integer := substring(code from '^#?([0-9]{1,9})$');
  members uuid[] := '{}';
  paid_by text[] := '{}';
begin
  if is_long then
    members := array(select private.members_called(words));
    paid_by := array(
      select payments.id
      from (
        (
          select addressed.* from public.payments as addressed
          where lower(addressed.email) ^@ code
          order by lower(addressed.email) using ~<~
          limit 100
        )
        union
        (
          select called.* from public.payments as called
          where substring(regexp_replace(called.contact, '\D', '', 'g') from '.{10}$') = phone
          limit 100
        )
      ) as payments
      join public.orders as orders on orders.id = payments.order_id
      where orders.user_id is null or orders.user_id <> all (members)
    );
  end if;

  return query
  select
    found.kind, private.safe_cell(found.title), found.pack, private.safe_cell(found.note), found.key, found.at,
    found.about, found.state, found.status, round(found.amount / 100.0, 2)
  from (
    select
      1 as rank, 'refund' as kind, requests.number as title, null as pack, people.name as note, requests.number as key,
      requests.asked_at as at, requests.kind as about, requests.state, null as status, requests.amount
    from private.refund_requests as requests
    left join private.people as people on people.id = requests.member_id
    where requests.number = 'R-' || substring(code from '^(?:r-?)?([0-9]+)$')
    union all
    select
      1, 'message', messages.name, null, left(messages.body, 100), messages.number::text, messages.received_at,
      messages.about, null, null, null
    from private.messages as messages
    where messages.number = message or is_long and messages.user_id is null and lower(messages.email) = code
    union all
    select
      case when payments.id = any (paid_by) then 3 else 1 end, 'payment',
      coalesce(payments.email, payments.contact, payments.id), orders.pack, null, payments.id,
      coalesce(payments.provider_created_at, payments.created_at), null, null,
      private.status_on_desk(payments.status, payments.review), payments.amount
    from (
      select unnest(paid_by) as id
      union
      select private.clean_code(words) where is_long
      union
      select ordered.id from public.payments as ordered
      join public.orders as bought on bought.id = ordered.order_id
      where right(bought.receipt, 8) = order_number
    ) as known
    join public.payments as payments on payments.id = known.id
    join public.orders as orders on orders.id = payments.order_id
    union all
    select
      2, 'member', people.name, null, concat_ws(', ', people.email, nullif(people.phonenumber, '')),
      people.id::text, people.created_at, null, null, null, null
    from private.people as people
    where people.id = any (members)
  ) as found
  order by found.rank, lower(found.title), found.at desc
  limit 20;
end;
$$;

create view private.member_facts with (security_invoker = true) as
select
  people.id as member,
  private.safe_cell(people.name) as name,
  private.safe_cell(people.email) as email,
  private.safe_cell(people.phonenumber) as phone,
  people.created_at as signed_up,
  array(
    select private.safe_cell(proven.address) from private.proven_addresses as proven
    where proven.user_id = people.id
    order by proven.proven_at, proven.address
  ) as verified_addresses,
  private.last_seen(people.id) as last_seen,
  private.safe_cell(people.referralcode) as referral_code,
  exists (
    select from private.operators as operators
    where operators.user_id = people.id and operators.ended_at is null
  ) as is_operator
from private.people as people;

create function operations.member_facts(member uuid) returns setof private.member_facts
language sql stable set search_path = '' as $$
  select * from private.member_facts as facts where facts.member = member_facts.member;
$$;

-- What is still open for a member, with its number, or the lender of a loan.
create function operations.member_matters(member uuid) returns table (matter text, key text, state text)
language sql stable set search_path = '' as $$
  (
    select 'refund', requests.number, requests.state
    from private.refund_requests as requests
    where requests.member_id = member_matters.member and private.is_open(requests)
    order by requests.asked_at
  )
  union all
  (
    select 'message', messages.number::text, messages.state
    from operations.open_messages as messages
    where messages.member_id = member_matters.member
    order by messages.number
  )
  union all
  select 'choice', lenders.name, private.shown_state(choices)
  from private.loan_choices as choices
  join private.lenders as lenders on lenders.id = choices.lender_id
  where choices.member_id = member_matters.member and private.is_active_choice(choices.state)
  union all
  select 'rate_match', private.safe_cell(matches.lender), matches.state
  from private.rate_matches as matches
  where matches.member_id = member_matters.member and matches.state in ('sent', 'with_lenders')
  union all
  select 'free_interview', '', 'waiting'
  from private.free_requests as asked
  where asked.member_id = member_matters.member and asked.declined_at is null
  union all
  (
    select 'dispute', disputes.id, disputes.status
    from public.orders as orders
    join private.disputes as disputes on disputes.order_id = orders.id and disputes.ended_at is null
    where orders.user_id = member_matters.member
    order by disputes.noted_at
  );
$$;

-- The referral codes in members' profiles, most used first. A code's owner is not counted, and is null for a code that
-- we never issued.
create function operations.referrals()
returns table (code text, member text, member_id uuid, joined integer, latest timestamptz)
language sql stable set search_path = '' as $$
  select
    private.safe_cell(counted.code), private.safe_cell(owners.name), owners.id,
    counted.joined, counted.latest
  from (
    select
      upper(profiles.referralcode) as code, own.user_id, count(*)::integer as joined,
      max(profiles.created_at) as latest
    from public.profiles as profiles
    left join private.referral_codes as own on own.code = upper(profiles.referralcode)
    where profiles.referralcode <> '0000' and profiles.id is distinct from own.user_id
    group by upper(profiles.referralcode), own.user_id
    order by joined desc, latest desc
    limit 200
  ) as counted
  left join private.people as owners on owners.id = counted.user_id
  order by counted.joined desc, counted.latest desc;
$$;

-- The packs that a member bought or shares. `shared_with` is the other person's address.
create function operations.member_packs(member uuid)
returns table (
  order_id uuid, pack text, price numeric, paid_at timestamptz, payment text, status text, sessions integer,
  remaining integer, valid_until date, shared_with text, role text, disputed boolean, name text
)
language sql stable set search_path = '' as $$
  select
    orders.id, orders.pack, round(balance.price / 100.0, 2), balance.paid_at, balance.payment_id,
    private.status_on_desk(orders.status, payments.review),
    balance.sold, greatest(balance.remaining, 0), balance.valid_until,
    private.safe_cell(case when orders.user_id = member_packs.member then second.address else buyer.email end),
    case when orders.user_id = member_packs.member then 'buyer' else 'second' end,
    private.is_disputed(orders.id), private.safe_cell(people.name)
  from private.pack_balances(array(select private.packs_of(member_packs.member))) as balance
  join public.orders as orders on orders.id = balance.order_id
  left join public.payments as payments on payments.id = balance.payment_id
  left join private.second_persons as second on second.order_id = orders.id
  join public.profiles as buyer on buyer.id = orders.user_id
  join private.people as people on people.id = member_packs.member
  order by balance.paid_at desc
  limit 50;
$$;

-- A member's sessions. A past session counts as held, even before the job has marked it.
create function operations.member_bookings(member uuid)
returns table (
  booking uuid, starts timestamptz, kind text, mentor text, state text, slot uuid, can_move boolean,
  can_undo_move boolean, can_give_back boolean, rating integer, name text, gives numeric
)
language sql stable set search_path = '' as $$
  select
    bookings.id, bookings.starts_at, slots.kind, mentors.name, present.state, slots.id,
    present.state = 'booked' and private.free_until(bookings.starts_at) >= now(),
    present.state = 'booked' and private.moved_from(bookings) is not null,
    present.can_give_back, ratings.score, private.safe_cell(people.name),
    case when present.can_give_back and private.is_owner_asking() then private.session_gives(bookings) end
  from private.bookings as bookings
  join private.slots as slots on slots.id = bookings.slot_id
  join private.mentors as mentors on mentors.id = slots.mentor_id
  join private.people as people on people.id = bookings.member_id
  left join private.ratings as ratings on ratings.booking_id = bookings.id
  cross join lateral (
    select
      state,
      state in ('late', 'held') and bookings.given_back_at is null
        and (private.session_refund(bookings.id)).id is null as can_give_back
    from private.state_of(bookings) as state
  ) as present
  where bookings.member_id = member_bookings.member
  order by bookings.starts_at desc
  limit 50;
$$;

-- The emails to a member's addresses, and what became of these emails, until the recipient has been erased.
create function operations.member_mails(member uuid)
returns table (mail_id uuid, kind text, recipient text, created_at timestamptz, sent_at timestamptz, state text)
language sql stable set search_path = '' as $$
  select
    mails.id, mails.kind, private.safe_cell(mails.recipient), mails.created_at, mails.sent_at,
    case
      when mails.sent_at is not null then 'sent'
      when mails.given_up_at is not null then concat_ws(': ', 'could not be sent', mails.reason)
      when mails.dropped_at is not null then 'not sent, because it was out of date'
      else 'waiting to be sent'
    end
  from private.outbox as mails
  where lower(mails.recipient) = any (array(
    select lower(profiles.email) from public.profiles as profiles where profiles.id = member_mails.member
    union
    select private.own_addresses(member_mails.member)
  ))
  order by mails.created_at desc
  limit 50;
$$;

-- A member's refunds and discounts. `promised_for` is null once a request is closed.
create function operations.member_refunds(member uuid) returns setof private.listed_refunds
language sql stable set search_path = '' as $$
  select *
  from private.listed_refunds as listed
  where listed.member_id = member_refunds.member
  order by listed.asked_at desc
  limit 50;
$$;

-- A member's messages: those sent while logged in, and those from an address that certainly belongs to the member.
create function operations.member_messages(member uuid) returns setof private.listed_messages
language sql stable set search_path = '' as $$
  select *
  from private.listed_messages as listed
  where listed.number in (
    select messages.number
    from private.messages as messages
    where messages.user_id = member_messages.member
      or messages.user_id is null
        and lower(messages.email) = any (array(select private.own_addresses(member_messages.member)))
  )
  order by listed.number desc
  limit 50;
$$;

-- A member's loan requests: one row for each choice, or a single row if there are no choices.
create function operations.member_loan(member uuid)
returns table (
  choice uuid, lender text, state text, amount numeric, chosen_at timestamptz, request_amount numeric,
  intake integer, joined_at timestamptz, left_at timestamptz
)
language sql stable set search_path = '' as $$
  select
    choices.id, lenders.name, choices.state, round(choices.amount / 100.0, 2), choices.chosen_at,
    round(requests.amount / 100.0, 2), requests.intake_year, requests.joined_at, requests.left_at
  from private.loan_requests as requests
  left join private.loan_choices as choices on choices.request_id = requests.id
  left join private.lenders as lenders on lenders.id = choices.lender_id
  where requests.member_id = member_loan.member
  order by coalesce(choices.chosen_at, requests.joined_at) desc
  limit 50;
$$;

create view private.payment_facts with (security_invoker = true) as
select
  payments.id as payment,
  round(payments.amount / 100.0, 2) as amount,
  private.status_on_desk(payments.status, payments.review) as status, payments.method,
  coalesce(payments.provider_created_at, payments.created_at) as paid_at,
  private.safe_cell(payments.email) as email,
  private.safe_cell(payments.contact) as contact,
  orders.pack, private.status_on_desk(orders.status, payments.review) as order_status,
  orders.id as order_id, orders.user_id as member,
  private.safe_cell(people.email) as member_email,
  'AC-' || upper(right(orders.receipt, 8)) as receipt,
  exists (
    select from private.disputes as disputes
    where disputes.payment_id = payments.id and disputes.ended_at is null
  ) as disputed,
  exists (
    select from operations.refunds_due as due where due.payment_id = payments.id and due.request is null
  ) as is_ours_by_mistake,
  orders.user_id is not null and private.was_handed_over(payments.id, orders.user_id) as was_handed_over,
  payments.status = 'captured' and private.was_recorded(payments.id) as was_recorded,
  private.safe_cell(people.name) as member_name,
  array(
    select concat_ws(
      ', ', requests.number, private.said_rupees(requests.amount),
      private.said_day(private.india_day(requests.ended_at))
    )
    from private.refund_requests as requests
    where requests.payment_id = payments.id and requests.state = 'paid'
    order by requests.ended_at
  ) as refunds
from public.payments as payments
join public.orders as orders on orders.id = payments.order_id
left join private.people as people on people.id = orders.user_id;

-- What we know about a payment: who paid, for what, and who owns the pack now.
create function operations.payment_facts(payment text) returns setof private.payment_facts
language sql stable set search_path = '' as $$
  select * from private.payment_facts as facts where facts.payment = payment_facts.payment;
$$;

-- Every payment, newest first, for a paginated list.
create view operations.payments with (security_invoker = true) as
select
  coalesce(payments.provider_created_at, payments.created_at) as paid_at,
  orders.pack,
  round(payments.amount / 100.0, 2) as amount,
  private.status_on_desk(payments.status, payments.review) as status,
  private.safe_cell(coalesce(people.name, payments.email, payments.contact)) as payer,
  private.safe_cell(coalesce(people.email, payments.email)) as email,
  payments.method,
  payments.id as payment,
  'AC-' || upper(right(orders.receipt, 8)) as receipt
from public.payments as payments
join public.orders as orders on orders.id = payments.order_id
left join private.people as people on people.id = orders.user_id;

-- Every member, newest first, for a paginated list.
create view operations.members with (security_invoker = true) as
select
  people.created_at as signed_up,
  private.safe_cell(people.name) as name,
  private.safe_cell(people.email) as email,
  private.safe_cell(people.phonenumber) as phone,
  -- Compares a count with 0, because for `exists` the planner would read all addresses.
  (
    select count(*) > 0 from private.proven_addresses as proven
    where proven.user_id = people.id and proven.address = lower(people.email)
  ) as is_verified,
  (
    select count(*)::integer from public.orders as orders
    where orders.user_id = people.id and orders.status in ('paid', 'partially_refunded', 'refunded')
  ) as packs,
  people.id as member_id
from private.sign_ups as people;

-- The newest 50 log entries about this number or id, and about the member if given.
create function operations.timeline(subject text, member uuid default null)
returns setof operations.log
language sql stable set search_path = '' as $$
  (
    select * from operations.log as log
    where log.about = nullif(timeline.subject, '')
    order by log.id desc
    limit 50
  )
  union
  (
    select * from operations.log as log
    where log.member = timeline.member
    order by log.id desc
    limit 50
  )
  order by id desc
  limit 50;
$$;

/**
 * `npm run bench:growth` fills a database with a million orders and everything around them. Prints how long each query
 * of the site and the functions takes, and which indexes it uses. Exits with code 1 if a query reads a whole table or
 * takes 10 ms. The watch's queries may take 100 ms, a job for a whole group five seconds, and publishing the figures
 * for 100,000 members of one year two seconds.
 */
import * as v from 'valibot';
import { runWithoutEnvFile } from '../local/run.ts';
import { startDatabase, type BenchDatabase } from './database.ts';
import { printTable } from './table.ts';

const orders = 1_000_000;
const members = 100_000;
const slots = 10_000;
const offers = 1200;
const refunds = 100_000;
const messages = 100_000;
const logEntries = 4_000_000;
const limit = 10;
const watchLimit = 100;
const jobLimit = 5000;
const groupLimit = 2000;

/**
 * What a member queries through the REST API and the functions. `$member` stands for the member's id, `$slot` for a
 * past group discussion, and `$mentor` for that mentor's number.
 */
const queries = {
  'the packs of a member (dashboard)': `
    select orders.*, (select json_agg(payments) from payments where order_id = orders.id)
    from orders where user_id = $member order by created_at desc`,
  'packs bought without an account (dashboard)': 'select * from claimable_orders()',
  'the sessions of a member (dashboard)': 'select my_sessions()',
  'the times of interviews (picker)': `
    select * from open_slots('interview', now(), now() + interval '60 days')`,
  'the times of group discussions (picker)': `
    select * from open_slots('gd', now(), now() + interval '60 days')`,
  'telling members who wait that nothing has opened (sessions)': 'select tell_waiting()',
  'the free times that a member waits for (mail)': 'select * from private.times_for($member)',
  'how many free interviews are left': 'select free_interviews_left()',
  'the members of a group discussion (feedback)': 'select feedback_page($slot, $mentor, 1)',
  'the own page of a mentor': 'select mentor_page($mentor, 1, extract(epoch from now())::bigint)',
  'the profile of a member': 'select * from profiles where id = $member',
  'the order with an idempotency key (checkout)': `
    select * from orders where user_id is not distinct from $member
      and coalesce(user_id, '00000000-0000-0000-0000-000000000000') = $member
      and idempotency_key = gen_random_uuid()`,
  'the price with a code (checkout)': `
    select check_code('CODE21', 'single', 69900, $member, repeat('a', 64))`,
  'the prices of members (cards)': 'select my_prices()',
  'the first page of discount codes (desk)': `
    select * from operations.discount_codes order by made_at desc, code desc limit 51`,
  'the order of a callback or webhook': `
    select * from orders where provider_order_id = 'order_500000'`,
  'a payment by its reference': `
    select payments.status, review, orders.status from payments
    join orders on orders.id = order_id where payments.id = 'pay_500000'`,
  'the open orders of the last five days (reconciler)': `
    select * from orders where status in ('created', 'attempted')
      and created_at >= now() - interval '5 days' and created_at < now() - interval '45 minutes'
      and provider_order_id is not null
    order by created_at, id limit 50`,
  'payments that wait for a refund (reconciler)': `
    select id from payments where review is not null and status = 'captured' order by id limit 20`,
  'the refunds of a member (refunds)': 'select my_refunds()',
  'the refund of a webhook': `
    select * from private.refund_requests as requests where requests.payment_id = 'pay_500000'
      and (requests.refund_id = 'rfnd_500000' or requests.number = 'R-50000')`,
  'whether a pack waits for a refund (picker)': `
    select private.pack_refund(id), private.is_disputed(id) from orders where user_id = $member`,
  'the loan of a member (loan)': 'select my_loan()',
  'a change of the request (loan)': `
    select join_loan_group('IIM Calcutta', 'MBA', 'applied', course_starts, 24, amount, 96, 'none',
      'Delhi', 1)
    from private.loan_requests where member_id = $member and left_at is null`,
  'the groups as lenders see them': 'select * from operations.loan_group_for_lenders',
  'a message of a visitor (contact)': `
    select send_message(gen_random_uuid(), 'question', 'Asha', gen_random_uuid() || '@example.com', 'Hello')`,
  'an entry of the account log (login)': `
    insert into auth.audit_log_entries (id, payload, created_at)
    values (gen_random_uuid(), json_build_object('actor_id', $member), now())`,
  'everything about a member (export)': 'select export_member($member)',
};

/** The desk's queries, as `desk_read` runs them. */
const desk = {
  'somebody by a name': "select * from operations.find('asha r')",
  'somebody by the beginning of an address': "select * from operations.find('payer5')",
  'somebody by a phone number': "select * from operations.find('+91 98765 00042')",
  'somebody by a reference': "select * from operations.find('pay_500001')",
  'a member': `
    select (select count(*) from operations.member_facts($member)),
      (select count(*) from operations.member_mails($member)),
      (select count(*) from operations.member_messages($member))`,
  'the packs, sessions and refunds of a member': `
    select (select count(*) from operations.member_packs($member)),
      (select count(*) from operations.member_bookings($member)),
      (select count(*) from operations.member_refunds($member)),
      (select count(*) from operations.member_loan($member))`,
  'a payment': "select * from operations.payment_facts('pay_500001')",
  'the times of a month': 'select * from operations.future_slots($mentor, current_date)',
  'the newest ratings': 'select * from operations.ratings()',
  'the newest page of the log': 'select * from operations.log order by id desc limit 51',
  'the log of an operator': `
    select * from operations.log where operator = (select max(id) from private.operators)
    order by id desc limit 51`,
  'the log of a day': `
    select * from operations.log where day = private.india_day(now()) - 200 order by id desc limit 51`,
  'whether a move can be undone, for 50 sessions': `
    select private.moved_from(bookings) from (select * from private.bookings limit 50) as bookings`,
  'what the provider reported of a payment': "select * from private.provider_report('pay_500001')",
  'what was done about a member': 'select * from operations.timeline($member::text, $member)',
  'the open refunds': 'select * from operations.open_refunds order by due_since, request limit 51',
  'the open messages': `
    select * from operations.open_messages
    order by is_aside, is_answered_question, settle_by, number limit 51`,
  'the newest payments': `
    select * from operations.payments order by paid_at desc, payment desc limit 51`,
  'the payments of a pack until a day': `
    select * from operations.payments where pack = 'single' and paid_at < current_date - 200
    order by paid_at desc, payment desc limit 51`,
  'the payments that went back': `
    select * from operations.payments where status = 'refunded'
    order by paid_at desc, payment desc limit 51`,
  'the newest members': `
    select * from operations.members order by signed_up desc, member_id desc limit 51`,
  'the newest loan requests of an intake': `
    select * from operations.loan_requests where intake = 2027
    order by joined_at desc, request desc limit 51`,
  'what is new since a week': 'select * from operations.news',
  'the sessions of today and tomorrow': 'select * from operations.agenda',
  'the mentors': 'select * from operations.mentors',
  'how many members wait': 'select * from operations.waiting_members',
  'the money of two weeks': 'select * from operations.money_week',
  'the webhooks of two weeks': 'select * from operations.webhook_health',
  'the next 300 times': 'select * from operations.future_slots()',
  'the next free times': "select * from operations.future_slots(show => 'free')",
  'what the mentors did in a month': 'select * from operations.mentor_sessions(current_date)',
  'the sheet of a choice': `
    select * from operations.details_for_lender((
      select id from private.loan_choices where state = 'with_lender' limit 1
    ))`,
};

/**
 * The queries that list what needs an operator (run by the watch every five minutes, and by the desk when the desk
 * opens), and queries for many rows at once.
 */
const watch = {
  'what needs a person about refunds': 'select * from private.matters_of_refunds',
  'what needs a person': 'select * from private.matters_now',
  'what waits on each screen': 'select * from operations.waiting',
  'eight weeks in figures': 'select * from operations.weeks',
  'a thousand payments for a file': `
    select * from operations.payments order by paid_at desc, payment desc limit 1001`,
  'the sum of each loan group': 'select * from operations.loan_groups',
};

/** Jobs that run at night or every hour, and handle many rows. */
const jobs = {
  'the refunds to pay (payer)': 'select * from claim_refunds(10)',
  'telling 500 members that a time has opened (sessions)': `
    update private.slots set free_since = now()
    where id = (select slot from private.free_times order by starts_at limit 1);
    select tell_waiting()`,
  'messages that are three years old': 'select forget_old_messages()',
  'an hour of the account log': "select forget_old_log(nextval('log_hour')::integer)",
  'publishing the largest group': 'select private.publish_group(2027)',
  'asking whether a group has changed': 'select publish_loan_groups()',
  'choices whose offer has ended': 'select expire_choices()',
  'sessions whose mentor did not come': 'select settle_missing_mentors()',
  'telling of new offers': 'select tell_new_offers()',
  'files that nobody needs': 'select old_file_paths()',
  'loans that are a year old': 'select forget_old_loans()',
};

/** The nightly jobs, once every member has joined the same year's group. */
const night = {
  'publishing one group of all': `
    delete from private.loan_group_publications;
    delete from private.loan_group_figures;
    select publish_loan_groups()`,
};

/**
 * Inserts members who signed up 5 minutes apart, and orders 30 s apart for each pack in turn. Nine in ten orders are
 * paid and have an event, four in five belong to a member, and one in twenty has one of 10,000 discount codes.
 */
async function fillOrders(database: BenchDatabase): Promise<void> {
  await database.query(`
    insert into auth.users (id, email, role, aud, created_at, raw_user_meta_data)
    select gen_random_uuid(), 'member' || n || '@example.com', 'authenticated', 'authenticated',
      now() - n * interval '5 minutes',
      jsonb_build_object(
        'firstname', (array['Asha', 'Rahul', 'Priya'])[1 + n % 3],
        'lastname', (array['Rao', 'Sharma', 'Iyer', 'Das'])[1 + n % 4],
        'phonenumber', 9876500000 + n
      )
    from generate_series(1, ${members}) as n`);
  await database.query(`
    alter table profiles disable trigger user;
    update profiles set created_at = users.created_at from auth.users as users where users.id = profiles.id;
    alter table profiles enable trigger user`);
  await database.query(`
    insert into private.discount_codes (code, percent, audience, uses, once, made_at)
    select 'CODE' || n, 10, case when n % 1000 = 1 then 'members' else 'everybody' end, 1000, n % 2 = 1,
      now() - n * interval '1 hour'
    from generate_series(1, 10000) as n`);
  await database.query(`
    insert into orders (
      user_id, pack, amount, discount, code, held_until, receipt, provider_order_id, idempotency_key, status,
      created_at
    )
    select
      case when n % 5 > 0 then people.ids[1 + n % ${members}] end, packs.id,
      case when n % 20 = 0 then packs.less else packs.amount end,
      case when n % 20 = 0 then packs.amount - packs.less else 0 end,
      case when n % 20 = 0 then 'CODE' || 1 + n % 10000 end, case when n % 20 = 0 then now() end, 'ac_' || n,
      'order_' || n, gen_random_uuid(), case when n % 10 > 0 then 'paid' else 'created' end,
      now() - n * interval '30 seconds'
    from generate_series(1, ${orders}) as n
    join (
      select row_number() over (order by price) - 1, id, price, price * 9 / 1000 * 100 from private.packs limit 3
    ) as packs (turn, id, amount, less) on turn = n % 3
    cross join (select array_agg(id) as ids from auth.users) as people`);
  await database.query(`
    insert into payments (
      id, order_id, amount, currency, status, method, email, contact, provider_created_at
    )
    select 'pay_' || substr(provider_order_id, 7), id, amount, 'INR', 'captured', 'upi',
      'payer' || substr(provider_order_id, 7) || '@example.com',
      '+91' || 9800000000 + substr(provider_order_id, 7)::integer, created_at
    from orders where status = 'paid'`);
  await database.query(`
    insert into payment_events (id, type, body, outcome, order_id, payment_id, received_at)
    select 'webhook:' || id, 'payment.captured', repeat('{"event":"payment.captured"}', 20), 'applied',
      order_id, id, provider_created_at
    from payments`);
}

/**
 * Inserts slots for 20 mentors, a fifth of them in the next 60 days, and ten bookings per slot by 8,000 members. Two
 * slots in three are full, every third is half full, and the remaining bookings are cancelled. Every session that was
 * held has feedback, and every member is waiting for a time. Bypasses the triggers, because they refuse bookings in the
 * past.
 */
async function fillSessions(database: BenchDatabase): Promise<void> {
  for (const table of ['private.slots', 'private.bookings']) {
    await database.query(`alter table ${table} disable trigger user`);
  }
  await database.query(`
    insert into private.mentors (name, institute, email)
    select 'Mentor ' || n, 'IIM Ahmedabad', 'mentor' || n || '@example.com' from generate_series(1, 20) as n`);
  await database.query(`
    insert into private.slots (kind, mentor_id, starts_at, ends_at, minutes, seats, minimum, taken, state)
    select
      case when gd then 'gd' else 'interview' end, 1 + n % 20, at, at + interval '45 minutes', 45,
      case when gd then 10 else 1 end, case when gd then 4 else 1 end,
      case when gd then case when at > now() and n % 3 = 0 then 5 else 10 end
        when at > now() and n % 3 = 0 then 0 else 1 end,
      case when at > now() then 'open' else 'done' end
    from (
      select n, n / 20 % 2 = 0 as gd,
        date_trunc('hour', now()) + (n / 20 - ${(slots / 20) * 0.8}) * interval '14 hours' as at
      from generate_series(0, ${slots - 1}) as n
    ) as made`);
  await database.query(`
    with bought as (
      select user_id, array_agg(id) as orders from orders where status = 'paid' group by user_id
    ), people as (
      select row_number() over (order by user_id) - 1 as turn, bought.*
      from bought where user_id is not null limit 8000
    ), seats as (
      select slots.*, seat, row_number() over (order by starts_at, slots.id, seat) - 1 as turn
      from private.slots as slots cross join generate_series(1, 10) as seat
    )
    insert into private.bookings
      (member_id, slot_id, order_id, starts_at, ends_at, institute, state, booked_at, ended_at)
    select
      user_id, seats.id, orders[1 + seats.turn % array_length(orders, 1)], starts_at,
      ends_at, 'IIM Bangalore', states.state, starts_at - interval '7 days',
      case when states.state <> 'booked' then starts_at end
    from seats
    join people on people.turn = seats.turn % (select count(*) from people)
    cross join lateral (
      select case when seat > taken then 'cancelled' when starts_at > now() then 'booked' else 'held' end
        as state
    ) as states`);
  await database.query(`
    insert into private.feedback (booking_id, version, mentor_id, attended, content, structure,
      communication, presence, went_well, to_work_on, exercise)
    select bookings.id, 1, mentor_id, true, 4, 3, 5, 2, repeat('Calm. ', 50), repeat('Slower. ', 50), 'Read.'
    from private.bookings as bookings join private.slots as slots on slots.id = slot_id
    where bookings.state = 'held'`);
  await database.query('alter table private.ratings disable trigger user');
  await database.query(`
    insert into private.ratings (booking_id, score)
    select id, 5 from private.bookings where state = 'held'`);
  await database.query('alter table private.ratings enable trigger user');
  await database.query(`
    insert into private.proven_addresses (user_id, address) select id, email from auth.users`);
  await database.query(`
    insert into private.free_grants (member_id, address_hash, phone_hash)
    select id, md5(email) || md5(email), md5(email) || md5('1' || email) from auth.users limit 1000`);
  await database.query(`
    insert into private.waiting_times (member_id, kind, days)
    select id, (array['interview', 'gd'])[1 + n % 2], case when n % 3 = 0 then 1 + n % 127 else 127 end
    from (select id, row_number() over () as n from auth.users) as people`);
  await database.query(`
    insert into private.second_persons (order_id, address, member_id)
    select orders.id, users.email, users.id
    from (select id, row_number() over () as turn from orders where pack = 'super-value' limit 50000) as orders
    join (select id, email, row_number() over () as turn from auth.users) as users
      on users.turn = 1 + orders.turn % ${members}`);
}

/**
 * Inserts a request for each member, mostly in two intake years, and 1200 offers, so that each year has a few dozen to
 * show. Every tenth member has chosen an offer. Bypasses the triggers, because they send emails.
 */
async function fillLoans(database: BenchDatabase): Promise<void> {
  const tables = ['loan_requests', 'loan_choices'].map((name) => `private.${name}`);
  for (const table of tables) await database.query(`alter table ${table} disable trigger user`);
  await database.query(`
    insert into private.lenders (name, site, standard_rate)
    select 'Lender ' || n, 'https://lender.example.com', 11.5 from generate_series(1, 20) as n`);
  await database.query(`
    insert into private.loan_offers (lender_id, intake_year, rate, rate_type, standard_rate, penal_charges,
      least_amount, most_amount, least_months, most_months, grace_months, interest, security, valid_until,
      key_facts_url, shown_at, withdrawn_at)
    select 1 + n % 20, 2025 + n % 5, 9 + n % 20 * 0.1, 'floating', 11.5, '2 % a year', 10000000, 500000000,
      12, 180, 6, 'added', 'None', current_date + n % 100 - 60, 'https://lender.example.com/kfs', now(),
      case when n % 4 = 0 then now() end
    from generate_series(1, ${offers}) as n`);
  await database.query(`
    insert into private.loan_requests (member_id, institute, programme, stage, course_starts, course_months,
      amount, term_months, co_applicant, city, joined_at, changed_at, left_at)
    select id, 'Institute ' || turn % 50, 'MBA', 'converted',
      make_date((array[2025, 2026, 2026, 2026, 2027, 2027, 2027, 2027, 2028, 2029])[1 + turn % 10], 6, 1), 24,
      (5 + turn % 40) * 10000000, 120, 'parent', 'Pune', now() - turn % 300 * interval '1 day',
      now() - turn % 300 * interval '1 day', case when turn % 7 = 0 then now() end
    from (select id, row_number() over (order by id) as turn from auth.users) as people`);
  await database.query(`
    insert into private.consents (member_id, kind, lender_id, version, text)
    select member_id, 'loan_group', null::integer, 1, repeat('I agree. ', 40) from private.loan_requests`);
  await database.query(`
    with picked as (
      select requests.*, offers.id as offer_id, offers.lender_id, offers.valid_until,
        to_jsonb(offers) || jsonb_build_object('lender', private.lender_json(lenders)) as terms
      from (
        select *, row_number() over (order by id) as turn from private.loan_requests where left_at is null
      ) as requests
      cross join (select array_agg(id) as ids from private.loan_offers) as ids
      join private.loan_offers as offers on offers.id = ids.ids[1 + requests.turn % ${offers}]
      join private.lenders as lenders on lenders.id = offers.lender_id
      where requests.turn % 10 = 0
    ), given as (
      insert into private.consents (member_id, kind, lender_id, version, text)
      select member_id, 'loan_lender', lender_id, 1, repeat('I agree. ', 40) from picked
      returning id, member_id
    )
    insert into private.loan_choices (member_id, request_id, offer_id, lender_id, consent_id, state, amount,
      course_months, term_months, terms, valid_until)
    select picked.member_id, picked.id, offer_id, lender_id, given.id,
      (array['chosen', 'with_lender', 'taken_back', 'expired', 'withdrawn'])[1 + picked.turn / 10 % 5],
      amount, course_months, term_months, terms, valid_until
    from picked join given using (member_id)`);
  await database.query(`
    insert into private.loan_choice_steps (choice_id, state)
    select id, 'chosen' from private.loan_choices
    union all select id, state from private.loan_choices where state <> 'chosen'`);
  for (const table of tables) await database.query(`alter table ${table} enable trigger user`);
}

/**
 * Inserts refund requests for some of the first members' packs, 5 minutes apart, mostly paid or declined. One in a
 * hundred is waiting for a decision, and one for its money, both for less than 20 days. Every tenth is a 100% refund
 * after an offer. Bypasses the triggers, because they send emails.
 */
async function fillRefunds(database: BenchDatabase): Promise<void> {
  await database.query('alter table private.refund_requests disable trigger user');
  await database.query(`
    insert into private.refund_requests (kind, order_id, payment_id, member_id, amount, sessions, unused,
      letters, state, asked_at, decided_at, ended_at, refund_id)
    select
      case when turn % 10 = 0 then 'offer' else 'ordinary' end, order_id, payment_id, user_id, amount, 1, 1,
      case when turn % 10 = 0 then array[md5(turn::text)] else '{}' end,
      state, asked_at, case when state <> 'asked' then asked_at end,
      case when state in ('paid', 'declined') then asked_at end,
      case when state = 'paid' then 'rfnd_' || turn end
    from (
      select orders.id as order_id, payments.id as payment_id, user_id, orders.amount,
        now() - case when turn % 100 < 2 then turn / 100 % 20 * interval '1 day'
          else turn * interval '5 minutes' end as asked_at, turn,
        case when turn % 100 = 0 then 'asked' when turn % 100 = 1 then 'approved'
          when turn % 3 = 0 then 'declined' else 'paid' end as state
      from (
        select *, row_number() over (order by user_id, id) as turn
        from orders where status = 'paid' and user_id is not null
        order by user_id, id limit ${refunds}
      ) as orders
      join payments on payments.order_id = orders.id
    ) as asked`);
  await database.query('alter table private.refund_requests enable trigger user');
}

/** Reopens all members' requests for a single intake year. */
async function gatherGroup(database: BenchDatabase): Promise<void> {
  await database.query('alter table private.loan_requests disable trigger user');
  await database.query(
    "update private.loan_requests set course_starts = date '2027-06-01', left_at = null",
  );
  await database.query('alter table private.loan_requests enable trigger user');
  await database.query('vacuum analyze private.loan_requests');
}

/** Inserts unanswered messages, each with its two emails, and as many messages that were settled four years ago. */
async function fillMessages(database: BenchDatabase): Promise<void> {
  await database.query(`
    insert into private.messages (idempotency_key, about, name, email, body, received_at, settle_by,
      answered_at, settled_at)
    select gen_random_uuid(), case when n % 5 = 0 then 'complaint' else 'question' end, 'Asha',
      'member' || n / 2 || '@example.com', repeat('How much is it? ', 10), received_at,
      received_at::date + 30, ended_at, ended_at
    from (
      select n, case when n % 2 = 0 then now() - n % 20 * interval '1 day'
        else now() - interval '4 years' end as received_at
      from generate_series(1, ${2 * messages}) as n
    ) as sent
    cross join lateral (
      select case when n % 2 = 1 then received_at + interval '1 day' end as ended_at
    ) as ends`);
  await database.query(`
    insert into private.outbox (kind, recipient, payload, dedupe_key, due_at, next_attempt, sent_at, created_at)
    select kind, email, jsonb_build_object('message', number), kind || ' ' || number, received_at,
      received_at, received_at, received_at
    from private.messages
    cross join (values ('message_for_support'), ('message_received')) as kinds (kind)
    where settled_at is null`);
}

/** Inserts a year of the operators' log with 1,000 entries a day, each about one of the members. */
async function fillActions(database: BenchDatabase): Promise<void> {
  await database.query(`
    insert into private.actions (way, action, about, member_id, at, details)
    select 'sql', 'approve_refund', 'R-' || n, people.ids[1 + n % ${members}],
      now() - n * interval '86 seconds', '{"rupees": 699}'
    from generate_series(1, 365000) as n
    cross join (select array_agg(id) as ids from auth.users) as people`);
}

/** Inserts the account service's log, with 40 entries for each member. A third is older than a year. */
async function fillLog(database: BenchDatabase): Promise<void> {
  await database.query(`
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
    select gen_random_uuid(),
      json_build_object('action', 'token_refreshed', 'actor_id', ids[1 + n % ${members}],
        'actor_username', 'member@example.com', 'log_type', 'token', 'actor_via_sso', false),
      now() - case when n % 3 = 0 then 400 else n % 365 end * interval '1 day', '203.0.113.7'
    from generate_series(1, ${logEntries}) as n
    cross join (select array_agg(id) as ids from auth.users) as people`);
  await database.query('create sequence log_hour minvalue 0');
}

/**
 * Runs a query ten times. Returns the indexes used, the larger tables that were read as a whole, and the fastest run's
 * time, because other work on the machine slowed that run least. Unlike query plans, the counters include what
 * functions do.
 */
const measure = `
  create function measure(query text, out ms numeric, out indexes text, out whole text)
  language plpgsql as $$
  declare
    started timestamptz;
    before jsonb;
  begin
    select jsonb_object_agg(oid, pg_stat_get_xact_numscans(oid)) into before
    from pg_class where relkind in ('r', 'i');
    for turn in 1..10 loop
      started := clock_timestamp();
      execute query;
      ms := least(ms, extract(epoch from clock_timestamp() - started) * 1000);
    end loop;
    select
      string_agg(relname, ', ' order by relname) filter (where relkind = 'i'),
      string_agg(relname, ', ' order by relname) filter (where relkind = 'r' and reltuples > 1000)
    into indexes, whole
    from pg_class
    where relkind in ('r', 'i') and relnamespace in
      ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
      and pg_stat_get_xact_numscans(oid) > coalesce((before ->> oid::text)::bigint, 0);
  end $$`;

const measured = v.object({
  ms: v.pipe(v.string(), v.toNumber()),
  indexes: v.nullable(v.string()),
  whole: v.nullable(v.string()),
});

/** A member with sessions and a place in a loan group, and a group discussion from the last 14 days. */
const somebody = v.object({ member: v.string(), slot: v.string(), mentor: v.number() });

runWithoutEnvFile(async () => {
  const database = await startDatabase();
  console.log(
    `${database.description}, ${members} members, filling in ${orders} orders, ${slots} slots, ${members} loans, ${refunds} refunds, ${messages} messages and ${logEntries} log entries ...`,
  );
  await fillOrders(database);
  await database.query('analyze');
  for (const fill of [fillSessions, fillLoans, fillRefunds, fillMessages, fillActions, fillLog]) {
    await fill(database);
  }
  // Vacuums first, as autovacuum would within a day, because Postgres uses index-only scans only after a vacuum.
  await database.query('vacuum analyze');
  await database.query(measure);
  const [row] = await database.query(`
    select member_id as member, slots.id as slot, slots.mentor_id as mentor
    from private.bookings as bookings join private.slots as slots on slots.id = slot_id
    where slots.kind = 'gd' and bookings.state = 'held' and slots.starts_at > now() - interval '13 days'
      and member_id in (select member_id from private.loan_requests where left_at is null)
    order by slots.starts_at, member_id limit 1`);
  const { member, slot, mentor } = v.parse(somebody, row);

  const slow: string[] = [];
  const measureAll = async (
    kind: string,
    asked: Record<string, string>,
    most: number,
    { jit = 'on', mayReadAll = true } = {},
  ) => {
    const rows: string[][] = [];
    for (const [name, sql] of Object.entries(asked)) {
      const query = sql
        .replaceAll('$member', `'${member}'::uuid`)
        .replaceAll('$slot', `'${slot}'::uuid`)
        .replaceAll('$mentor', String(mentor));
      const [answer] = await database.query(
        `select measure.* from set_config('request.jwt.claim.sub', $1, true) as member,
          set_config('jit', $3, true) as jit, measure($2)`,
        [member, query, jit],
      );
      const { ms, indexes, whole } = v.parse(measured, answer);
      if (ms >= most || (whole !== null && !mayReadAll)) slow.push(name);
      const by = whole === null ? (indexes ?? 'none') : `reads all of ${whole}`;
      rows.push([name, ms.toFixed(2), by]);
    }
    printTable([kind, 'ms', 'indexes'], rows);
  };
  await measureAll('query', queries, limit, { mayReadAll: false });
  // desk_read runs its queries without JIT.
  await measureAll('desk', desk, limit, { jit: 'off' });
  await measureAll('watch', watch, watchLimit);
  await measureAll('job', jobs, jobLimit);
  await gatherGroup(database);
  await measureAll('night', night, groupLimit);
  await database.stop();
  console.log(
    slow.length === 0
      ? `\nNo query reads a whole table or takes ${limit} ms, and no job takes ${jobLimit} ms.`
      : `\nToo slow or without an index: ${slow.join('; ')}`,
  );
  process.exit(slow.length === 0 ? 0 : 1);
});

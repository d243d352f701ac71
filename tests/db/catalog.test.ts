import type { PGlite } from '@electric-sql/pglite';
import { describe, expect, test } from 'vitest';
import { schemaScripts } from '../../local/postgres/schema-scripts.ts';
import { expectRefusal, testDatabase, texts } from './support/database.ts';
import { onEmbedded } from '../samples/caller.ts';
import { lint } from './support/lint.ts';
import { rowRights } from './support/row-rights.ts';

const database = await testDatabase();
const { as } = onEmbedded(database);

const clients = ['anon', 'authenticated', 'service_role'];

test('D22 the schema passes our lint rules', async () => {
  expect(await lint(database)).toEqual([]);
});

test.each([
  ['table without row level security', 'create table public.planted (id integer primary key)'],
  [
    'table without a primary key',
    'create table public.planted (id integer); alter table public.planted enable row level security',
  ],
  [
    'policy that asks who calls for every row',
    'create policy planted on public.home for update to authenticated using (private.member() is null)',
  ],
  [
    'policy for everybody instead of named roles',
    'create policy planted on public.home for update using (true)',
  ],
  [
    'policy on a column without an index',
    "create policy planted on public.orders for update to authenticated using (currency = 'INR')",
  ],
  [
    'function without an empty search_path',
    'create function private.planted() returns integer language sql return 1; revoke all on function private.planted() from public',
  ],
  [
    'function that everybody may execute',
    "create function public.planted() returns integer language sql set search_path = '' return 1; grant execute on function public.planted() to public",
  ],
  ['foreign key without an index', 'drop index public.payment_events_order_id'],
  ['duplicate index', 'create index planted on public.orders (user_id)'],
])('the linter finds a planted mistake: %s', async (kind, sql) => {
  await database.transaction(async (transaction) => {
    await transaction.exec(sql);
    expect((await lint(transaction)).map((finding) => finding.split(':')[0])).toEqual([kind]);
    await transaction.rollback();
  });
});

test('rowRights lists every table and nothing else', async () => {
  const tables = await texts(
    database,
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  );
  expect(Object.keys(rowRights).sort()).toEqual(tables);
});

test('D1 §15.4 §16.50 no role has more rights to a schema, table or view than the product needs', async () => {
  const rights = await texts(
    database,
    `with ours as (select oid, nspname from pg_namespace where nspname = any ('{public,private,operations}'))
    select format('%s %s %s', grantee, name, string_agg(privilege, ' ' order by privilege))
    from (
      select oid::regclass::text as name, acl.grantee::regrole::text as grantee,
        lower(acl.privilege_type) as privilege
      from pg_class, aclexplode(relacl) as acl
      where relkind in ('r', 'v', 'm', 'S') and relnamespace in (select oid from ours)
      union all
      select attrelid::regclass::text, acl.grantee::regrole::text,
        lower(acl.privilege_type) || '(' || attname || ')'
      from pg_attribute
      join pg_class on pg_class.oid = attrelid and relnamespace in (select oid from ours),
        aclexplode(attacl) as acl
      union all
      select 'schema ' || nspname, acl.grantee::regrole::text, lower(acl.privilege_type)
      from pg_namespace join ours using (oid, nspname), aclexplode(nspacl) as acl
    ) as rights
    where grantee = any ($1) or grantee = '-'
    group by grantee, name order by 1`,
    [clients],
  );
  const all = 'delete insert select update';
  expect(rights).toEqual([
    '- schema public usage',
    'anon home select',
    'anon schema public usage',
    'authenticated community_links select',
    'authenticated home select',
    'authenticated orders select',
    'authenticated payments select(amount) select(amount_refunded) select(created_at) select(id) ' +
      'select(method) select(order_id) select(provider_created_at) select(review) select(status)',
    'authenticated profiles select update(email) update(firstname) update(lastname) ' +
      'update(phonenumber) update(profileimage) update(referralcode)',
    'authenticated schema public usage',
    ...['community_links', 'home', 'orders', 'page_views', 'payment_events', 'payments'].map(
      (table) => `service_role ${table} ${all}`,
    ),
    `service_role profiles ${all}`,
    'service_role schema public usage',
  ]);
});

/** Who may call which function. */
const callers = {
  anon: 'next_free_time open_slots public_mentors sales_are_stopped unsubscribe',
  authenticated: `
    accept_second_person answer_refund ask_address_proof ask_email_change ask_refund
    ask_session_refund book_slot cancel_booking cancel_email_change choose_offer claim_order
    claimable_orders confirm_email_change decline_second_person desk_do desk_document desk_read desk_status do_exercise
    free_interviews_left gd_room join_loan_group join_session leave_loan_group move_booking
    my_consents my_email my_loan my_material my_prices my_referral my_refunds my_sessions
    name_second_person next_free_time open_slots private.is_picture_path private.member
    private.person_of_address public_mentors rate_session read_feedback redeem_link remove_target report_no_mentor
    sales_are_stopped set_announcements set_target show_name stop_waiting take_choice_back take_consent_back take_rate_match_back
    take_refund_back unsubscribe wait_for_time wants_announcements what_closing_ends`,
  service_role: `
    accounts_to_erase act_by_mentor add_rate_match add_refund_file add_session_file
    apply_payment_event ask_offer_refund attach_provider_order call_off_small_gds cancel_by_mentor
    cancel_page check_code claim_mails claim_refunds count_blocked_loads
    count_page_view erase_account erase_payer expire_choices export_member feedback_page
    file_for_mentor file_of file_paths_of finish_sessions forget_callers forget_files forget_mails
    forget_old_buyers forget_old_codes forget_old_loans forget_old_log forget_old_messages
    forget_old_proofs forget_old_sessions forget_upload free_interview_person give_feedback
    grant_free_interview jobs_are_alive lapse_free_interviews launch_facts mail_failed mail_matters
    mail_sent may_ask_about may_be_paid may_close may_export may_run may_try_password mentor_page note_refunds note_refusal note_run
    note_told old_file_paths open_order pictures_of private.person_of_address private.status_on_desk publish_loan_groups
    queue_announcements receipt_address repair_bookings repair_events send_message set_room_service
    settle_missing_mentors take_matters tell_idle_accounts tell_new_offers tell_waiting unsubscribe`,
};

test('D17 no role may call more functions than the product needs', async () => {
  const rights = await texts(
    database,
    `select acl.grantee::regrole || ' ' || pg_proc.oid::regproc
    from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) as acl
    where pronamespace::regnamespace::text in ('public', 'private', 'operations')
      and acl.grantee <> proowner`,
  );
  const allowed = Object.entries(callers).flatMap(([role, names]) =>
    names
      .split(/\s+/)
      .filter(Boolean)
      .map((name) => `${role} ${name}`),
  );
  expect(rights.toSorted()).toEqual(allowed.toSorted());
});

test('D17 functions for members refuse a token without an account, except public functions and functions that find no row', async () => {
  const calls = await texts(
    database,
    `select format('public.%s(%s)', proname, (
      select string_agg('null::' || format_type(type, null), ', ')
      from unnest(proargtypes[:pronargs - pronargdefaults - 1]::oid[]) as type
    ))
    from pg_proc where pronamespace = 'public'::regnamespace and proname = any ($1) order by 1`,
    [callers.authenticated.split(/\s+/)],
  );
  const open: string[] = [];
  for (const call of calls) {
    const answer = as({ member: '' }, `select ${call}`).then(() => '', String);
    if (!(await answer).includes('not_signed_in')) open.push(call.replace(/\(.*/, ''));
  }
  // Visitors may call these too, or they answer about the token's account and find no row.
  expect(open.map((name) => name.replace('public.', ''))).toEqual([
    ...['claim_order', 'claimable_orders', 'free_interviews_left', 'next_free_time'],
    ...[
      'open_slots',
      'public_mentors',
      'remove_target',
      'sales_are_stopped',
      'stop_waiting',
      'unsubscribe',
    ],
  ]);
});

/**
 * A column's lowest and highest value: a number, or the length of a text. Behind a bar are the other columns that the
 * check reads.
 */
const limits = `
  public.page_views: path ..200, views 0..
  public.profiles: firstname ..80, lastname ..80, phonenumber ..32, referralcode 1..32
  private.packs: sessions 1.., persons 1..2
  private.pack_prices: price 100..
  public.orders: sessions 1.., persons 1.., amount 100.., discount 0.., receipt ..40
  public.payments: amount 0..; amount_refunded 0..500 | amount 500
  private.call_counts: purpose ..40
  private.blocked_loads: page ..200, directive ..40, source ..200
  private.operators: name 1..60
  private.outbox: recipient ..320, dedupe_key 1..200, priority 0..3, reason ..500
  private.announcements: subject 1..150, body 1..8000
  private.disputes: id ..100, amount 0.., reason ..200
  private.discount_codes: percent 1..90, rupees 1..10000, uses 1..100000, note ..500
  private.mentors: name 1..80, institute ..120, meeting_url ..500, batch 1970..2100, work ..60, asks ..120
  private.mentors: languages ..60
  private.slots: minutes 15..240; seats 2..10 | kind gd, minimum 2; minimum 2..7 | kind gd, seats 7
  private.slots: seats 1..1 | kind interview, minimum 1; minimum 1..1 | kind interview, seats 1; taken 0..7 | seats 7
  private.room_service: pattern ..300
  private.slots: topic 1..300
  private.second_persons: namings 1..
  private.ended_packs: reason 1..300
  private.bookings: institute ..120, mentor_answer ..500
  private.feedback: version 1.., content 1..5, structure 1..5, communication 1..5, presence 1..5
  private.feedback: went_well ..4000, to_work_on ..4000, exercise ..4000
  private.targets: institute 1..120
  private.exercises: note ..500
  private.ratings: score 1..5, word ..500
  private.base_figures: value 0..100000
  private.lenders: name 2..80, site ..500, standard_rate 1..36
  private.consent_texts: version 1.., text 20..2000
  private.loan_offers: intake_year 2020..2100, rate 1..36, standard_rate 1..36, fee_percent 0..10
  private.loan_offers: fee_fixed 0..10000000, fee_least 0..10000000, fee_most 0..10000000; fee_most 9.. | fee_least 9
  private.loan_offers: tax_percent 0..50, other_charges ..500, penal_charges 2..500, grace_months 0..36, security 2..500
  private.loan_offers: least_amount 10000000..2000000000, most_amount 10000000..2000000000, least_months 12..240
  private.loan_offers: most_months 12..240, key_facts_url ..500
  private.loan_offers: most_amount 20000000.. | least_amount 20000000; most_months 24.. | least_months 24
  private.loan_requests: institute 2..120, programme 2..120, course_months 6..60, term_months 12..180, city 2..80
  private.loan_requests: amount 10000000..1000000000 by 100
  private.loan_choices: reason 2..500
  private.loan_group_figures: members 5.. by 5, sum 0.. by 100000000
  private.loan_group_cells: members 5.. by 5, sum 0.. by 100000000
  private.rate_matches: lender 2..80, rate 0..30, charges 0..100000000, reason 2..500; answer_rate 1..9 | rate 9
  private.refund_requests: amount 1.., sessions 0.., institute 1..120, needs 1..4000, answer 1..4000, reason 1..2000
  private.refund_requests: attempt 1.., problem ..500; unused 0..7 | sessions 7
  private.refunds_by_hand: amount 0..
  private.waiting_times: days 1..127
  private.files: size 1..4194304
  private.messages: name 1..160, body 1..4000, answer 1..4000
  private.material: title 1..120, body 1..60000
  public.community_links: name 1..60, text ..300, url ..500`;

test.each(limits.trim().split('\n'))(
  'the column limits are exactly those listed: %s',
  async (line) => {
    const [table = '', ...lists] = line.trim().split(/: |; /);
    for (const list of lists) {
      const [columns = '', beside] = list.split(' | ');
      const given = beside?.split(', ').map((one) => one.split(' ')) ?? [];
      for (const limit of columns.split(', ')) {
        const [column = '', range = '', step = 1] = limit.split(/ by | /);
        const [least = '', most = ''] = range.split('..');
        const checks = await texts(
          database,
          `select format('(%s) is not false', pg_get_expr(conbin, conrelid)) from pg_constraint
        where contype = 'c' and conrelid = $1::regclass and conkey <@ array(
          select attnum from pg_attribute where attrelid = conrelid and attname = any ($2)
        )`,
          [table, [column, ...given.map(([name]) => name)]],
        );
        // The row is text, so that every value takes its column's type.
        const taken = await texts(
          database,
          `select tried from unnest($1::numeric[]) as tried, lateral jsonb_populate_record(
          null::${table},
          $2::text::jsonb || case
            when pg_typeof((null::${table}).${column}) = 'text'::regtype
            then jsonb_build_object($3::text, rpad(
              case when $3 ~ '(url|site|pattern)$' then 'https://x.in/{room}' else 'x' end, tried::integer, 'x'
            ))
            else jsonb_build_object($3::text, tried)
          end
        )
        where ${checks.join(' and ')}`,
          [
            [
              ...(least && [Number(least) - Number(step), least]),
              ...(most && [most, Number(most) + Number(step)]),
            ],
            JSON.stringify(Object.fromEntries(given)),
            column,
          ],
        );
        expect.soft(taken, limit).toEqual([least, most].filter(Boolean));
      }
    }
  },
);

test('the listed unique indexes exist, and no others', async () => {
  const unique = await texts(
    database,
    `select indexrelid::regclass from pg_index
    join pg_class on pg_class.oid = indrelid and relnamespace::regnamespace::text in ('public', 'private')
    where indisunique and not indisprimary`,
  );
  expect(unique.map((name) => name.replace(/^\w+\./, '')).sort()).toEqual([
    ...['bookings_grant', 'bookings_once', 'files_path_key', 'files_rate_match'],
    ...['free_grants_address_hash_key', 'free_grants_phone_hash_key', 'lenders_name_key'],
    ...['loan_choices_active', 'loan_requests_open', 'mailed_links_change', 'material_title'],
    ...['mentors_email_key', 'messages_idempotency_key_key', 'operators_user_id_key'],
    ...[
      'orders_buyer_idempotency_key',
      'orders_provider_order_id_key',
      'orders_receipt_key',
      'outbox_dedupe_key',
    ],
    ...['rate_matches_open', 'referral_codes_code_key', 'refund_requests_booking'],
    ...['refund_requests_number_key', 'refund_requests_one', 'refund_requests_refund_id_key'],
    ...['slot_times', 'targets_once'],
  ]);
});

test('by default, no one has rights to a table or function added by a later migration', async () => {
  await database.transaction(async (transaction) => {
    await transaction.exec(`
      create table public.later (id serial primary key);
      create function public.later() returns integer language sql return 1`);
    const open = await texts(
      transaction,
      `select acl.grantee::regrole from (
        select coalesce(relacl, acldefault('r', relowner)), relowner from pg_class where relname ^@ 'later'
        union all
        select coalesce(proacl, acldefault('f', proowner)), proowner from pg_proc where proname = 'later'
      ) as added (acl, owner), aclexplode(added.acl) as acl
      where grantee <> owner`,
    );
    expect(open).toEqual([]);
    await transaction.rollback();
  });
});

async function applyAgain(file: string, on: Pick<PGlite, 'exec'> = database): Promise<void> {
  for (const { name, sql } of await schemaScripts()) if (name === file) await on.exec(sql);
}

test('applying the grants again changes nothing', async () => {
  const acls = () =>
    texts(
      database,
      `select concat_ws(' ', relname, relacl) from pg_class
      where relnamespace = 'public'::regnamespace
      union all select concat_ws(' ', attrelid::regclass, attname, attacl) from pg_attribute
      where attacl is not null
      union all select concat_ws(' ', proname, proacl) from pg_proc
      where pronamespace::regnamespace::text in ('public', 'private', 'operations')
      order by 1`,
    );
  const before = await acls();

  await applyAgain('grants.sql');
  expect(await acls()).toEqual(before);
});

test('applying the reference data again keeps the owner’s and the product’s changes', async () => {
  await database.transaction(async (transaction) => {
    await transaction.exec(`
      update public.home set imageurl = '/home/new.svg' where imagename = 'login';
      delete from private.large_domains where domain = 'gmx.com';
      update private.base_figures set value = 7 where figure = 'students';
      update private.job_runs set finished_at = '2026-01-01'`);
    const rows = () =>
      texts(
        transaction,
        `select name || ': ' || query_to_xml(format('select * from %s order by 1', name), true, true, '')
        from unnest(array[
          'storage.buckets', 'public.home', 'private.unsubscribe_key', 'private.large_domains',
          'private.base_figures', 'private.consent_texts', 'private.job_runs'
        ]) as name`,
      );
    const before = await rows();
    await applyAgain('data.sql', transaction);
    expect(await rows()).toEqual(before);

    await transaction.exec(`
      alter table private.consent_texts disable trigger consent_texts_keep;
      update private.consent_texts set text = text || ' or so' where kind = 'loan_group';
      alter table private.consent_texts enable trigger consent_texts_keep`);
    await expectRefusal(applyAgain('data.sql', transaction), 'consent_text_is_fixed');
    await transaction.rollback();
  });
});

describe('limiting page views', () => {
  const hall = 'a'.repeat(64);
  const other = 'b'.repeat(64);
  const count = (path: string, caller: string | null, times: number) =>
    as(
      'service_role',
      'select public.count_page_view($1, $2) from generate_series(1, $3::integer)',
      [path, caller, times],
    );
  const views = (path: string) =>
    texts(database, `select views::text from public.page_views where path = '${path}'`);

  test('P49 up to 600 views a minute from one address are counted, enough for a lecture hall', async () => {
    await count('/hall', hall, 700);
    expect(await views('/hall')).toEqual(['600']);
    await count('/hall', other, 5);
    expect(await views('/hall')).toEqual(['605']);
  });

  test('a caller’s views count again in the next minute', async () => {
    await database.exec("update private.call_counts set began = began - interval '1000 years'");
    await count('/next', hall, 2);
    expect(await views('/next')).toEqual(['2']);
    const began = await database.transaction(async (transaction) => {
      await transaction.query('select public.count_page_view($1, $2)', ['/next', other]);
      return texts(
        transaction,
        `select began = date_bin('2.5 s', now(), timestamptz 'epoch') from private.call_counts
        where caller = $1 order by began desc limit 1`,
        [other],
      );
    });
    expect(began).toEqual(['true']);
  });

  test('views from an unknown caller are not limited', async () => {
    await count('/unknown', null, 700);
    expect(await views('/unknown')).toEqual(['700']);
  });

  test('Y3 a caller’s record is deleted after a day', async () => {
    await database.exec(`
      delete from private.call_counts;
      insert into private.call_counts (purpose, caller, began, calls) values
        ('page view', '${hall}', now() - interval '24 hours 1 minute', 1),
        ('page view', '${other}', now() - interval '23 hours', 1)`);
    await as('service_role', 'select public.forget_callers()');
    expect(await texts(database, 'select caller from private.call_counts')).toEqual([other]);
  });
});

test('page views are counted by the date in Indian time, and long paths are cut', async () => {
  const count = (path: string) => as('service_role', 'select public.count_page_view($1)', [path]);
  await count('/buy');
  await count('/buy');
  await count(`/${'x'.repeat(500)}`);
  const { rows } = await database.query(
    `select left(path, 4) as path, char_length(path) as length, views,
      day = (now() at time zone interval '05:30')::date as is_today
    from public.page_views where path in ('/buy', $1) order by path`,
    [`/${'x'.repeat(199)}`],
  );
  expect(rows).toEqual([
    { path: '/buy', length: 4, views: 2, is_today: true },
    { path: '/xxx', length: 200, views: 1, is_today: true },
  ]);
});

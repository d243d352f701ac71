import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestBackend } from '../support/backend.ts';
import { single } from '../../samples/packs.ts';

/** Who may call the database functions (reliability D17). */
export function testFunctions(backend: TestBackend): void {
  const mentorLink = { p_slot: randomUUID(), p_mentor: 1, p_version: 1 };
  const forTheService = {
    open_order: { p_pack: 'single', p_amount: single.paise, p_idempotency_key: randomUUID() },
    attach_provider_order: { p_order_id: randomUUID(), p_provider_order_id: 'order_x' },
    apply_payment_event: { p_event_id: randomUUID(), p_type: 'payment.captured', p_body: '{}' },
    count_page_view: { p_path: '/' },
    count_limited_page_view: { p_path: '/', p_caller: 'a'.repeat(64) },
    forget_callers: {},
    erase_member: { p_user_id: randomUUID() },
    erase_payer: { p_email: 'nobody@example.com' },
    claim_mails: { p_limit: 1 },
    mail_sent: { p_id: randomUUID(), p_lease: randomUUID() },
    mail_failed: { p_id: randomUUID(), p_lease: randomUUID(), p_error: 'x', p_permanent: false },
    forget_mails: {},
    pictures_of: { p_user_id: randomUUID() },
    free_interview_person: { p_user_id: randomUUID() },
    grant_free_interview: {
      p_user_id: randomUUID(),
      p_address: 'nobody@example.com',
      p_phonenumber: '',
      p_address_hash: 'a'.repeat(64),
      p_phone_hash: 'a'.repeat(64),
    },
    feedback_page: mentorLink,
    file_for_mentor: { ...mentorLink, p_file: randomUUID() },
    give_feedback: { ...mentorLink, p_booking: randomUUID(), p_attended: true },
    cancel_page: mentorLink,
    cancel_by_mentor: mentorLink,
    add_session_file: {
      p_user_id: randomUUID(),
      p_booking: randomUUID(),
      p_purpose: 'cv',
      p_size: 1,
      p_type: 'application/pdf',
    },
    file_of: { p_user_id: randomUUID(), p_file: randomUUID() },
    forget_file: { p_user_id: randomUUID(), p_file: randomUUID() },
    forget_files: { p_user_id: randomUUID() },
    file_paths_of: { p_user_id: randomUUID() },
    sessions_ready: {},
    call_off_small_gds: {},
    finish_sessions: {},
    lapse_free_interviews: {},
    repair_bookings: {},
    old_file_paths: {},
    forget_old_sessions: {},
    add_rate_match: {
      p_user_id: randomUUID(),
      p_lender: 'City Bank',
      p_rate: 9.4,
      p_charges: 0,
      p_valid_until: '2030-01-01',
      p_size: 1,
      p_type: 'application/pdf',
    },
    forget_rate_match: { p_user_id: randomUUID(), p_match: randomUUID() },
    publish_loan_groups: {},
    expire_choices: {},
    tell_new_offers: {},
    forget_old_loans: {},
    loans_ready: {},
    ask_offer_refund: {
      p_user_id: randomUUID(),
      p_order: randomUUID(),
      p_gives: single.paise,
      p_institute: 'IIM Ahmedabad',
      p_offered_on: '2027-05-01',
      p_interviewed_on: '2027-03-01',
      p_size: 1,
      p_type: 'application/pdf',
      p_hash: 'a'.repeat(64),
    },
    add_refund_file: {
      p_user_id: randomUUID(),
      p_request: randomUUID(),
      p_size: 1,
      p_type: 'application/pdf',
      p_hash: 'a'.repeat(64),
    },
    forget_refund_file: {
      p_user_id: randomUUID(),
      p_request: randomUUID(),
      p_file: randomUUID(),
    },
    claim_refunds: {},
    note_refunds: { p_request: randomUUID(), p_refunds: [] },
    note_refusal: { p_request: randomUUID(), p_attempt: 1, p_why: 'x', p_is_final: false },
    repair_events: {},
    export_member: { p_email: 'nobody@example.com' },
    close_account: { p_user_id: randomUUID() },
    may_try_password: { p_user_id: randomUUID() },
    send_message: {
      p_key: randomUUID(),
      p_about: 'question',
      p_name: 'Asha',
      p_email: 'nobody@example.com',
      p_body: 'Hello',
      p_support: 'support@example.com',
    },
    forget_old_messages: {},
    forget_old_proofs: {},
    forget_old_log: {},
    forget_old_buyers: {},
    tell_idle_accounts: {},
    accounts_to_erase: {},
    mail_matters: { p_recipient: 'nobody@example.com', p_matters: ['x'], p_lines: ['x'] },
    material_ready: {},
  };
  const booking = { p_booking: randomUUID() };
  const loanRequest = {
    p_institute: 'IIM Ahmedabad',
    p_programme: 'PGP',
    p_stage: 'applied',
    p_course_starts: `${new Date().getUTCFullYear() + 1}-06-01`,
    p_course_months: 22,
    p_amount: 200_000_000,
    p_term_months: 120,
    p_co_applicant: 'none',
    p_city: 'Pune',
    p_consent_version: 1,
  };
  const forMembers = {
    claimable_orders: {},
    claim_order: { p_order_id: randomUUID() },
    open_slots: { p_kind: 'gd', p_from: '2026-11-20', p_to: '2026-11-21' },
    my_sessions: {},
    book_slot: { p_slot: randomUUID() },
    move_booking: { ...booking, p_slot: randomUUID() },
    cancel_booking: { ...booking, p_returns: true },
    join_session: booking,
    rate_session: { ...booking, p_score: 5 },
    report_no_mentor: booking,
    name_second_person: { p_order: randomUUID(), p_address: 'nobody@example.com' },
    accept_second_person: { p_order: randomUUID(), p_terms: true },
    ask_address_proof: {},
    redeem_address_proof: { p_token: 'x' },
    free_interviews_left: {},
    my_loan: {},
    my_material: {},
    join_loan_group: loanRequest,
    leave_loan_group: {},
    choose_offer: { p_offer: randomUUID(), p_consent_version: 1 },
    take_choice_back: { p_choice: randomUUID() },
    take_consent_back: { p_consent: randomUUID() },
    take_rate_match_back: { p_match: randomUUID() },
    my_refunds: {},
    ask_refund: { p_order: randomUUID(), p_gives: 1 },
    ask_session_refund: { ...booking, p_gives: 1 },
    take_refund_back: { p_request: randomUUID() },
    answer_refund: { p_request: randomUUID(), p_answer: 'x' },
    what_closing_ends: {},
    my_consents: {},
    my_email: {},
    ask_email_change: { p_address: 'nobody@example.com' },
    confirm_email_change: { p_token: 'x' },
    cancel_email_change: {},
  };

  test.each(Object.entries(forTheService))(
    'D17 only the service may call %s',
    async (name, args) => {
      const { token } = await backend.newMember();
      expect(await call(name, args, backend.keys.publishableKey)).toEqual([401, '42501']);
      expect(await call(name, args, token)).toEqual([403, '42501']);
    },
  );

  test.each(Object.entries(forMembers))('D17 visitors may not call %s', async (name, args) => {
    expect(await call(name, args, backend.keys.publishableKey)).toEqual([401, '42501']);
  });

  test('§15.34 a member reads and refuses over the API as the database says', async () => {
    const { client } = await backend.newMember();
    const { data } = await client.rpc('my_sessions').throwOnError();
    expect(data).toMatchObject({ packs: [], upcoming: [], past: [], invitations: [] });
    const { error } = await client.rpc('book_slot', { p_slot: randomUUID() });
    expect(error).toMatchObject({ code: 'P0001', message: 'no_free_interview' });
  });

  test('§16.50 a member joins a loan group over the API, and another reads nothing of it', async () => {
    const [{ client }, stranger] = [await backend.newMember(), await backend.newMember()];
    const { data } = await client.rpc('join_loan_group', loanRequest).throwOnError();
    expect(data).toMatchObject({ request: { institute: 'IIM Ahmedabad' }, proven: false });
    const { data: theirs } = await stranger.client.rpc('my_loan').throwOnError();
    expect(theirs).toMatchObject({ request: null, group: null, offers: [], consents: [] });
    const { error } = await stranger.client.rpc('leave_loan_group');
    expect(error).toMatchObject({ code: 'P0001', message: 'not_in_group' });
  });

  test.each([
    'lenders',
    'lender_contacts',
    'consent_texts',
    'loan_offers',
    'loan_requests',
    'consents',
    'loan_choices',
    'loan_choice_steps',
    'lender_stops',
    'rate_matches',
    'rate_match_steps',
    'loan_group_figures',
    'loan_group_cells',
    'loan_group_publications',
    'refund_requests',
    'refunds_by_hand',
    'disputes',
    'event_faults',
    'accepted_terms',
    'mailed_links',
    'messages',
    'idle_accounts',
    'material',
  ])('§16.50 nobody reaches the table %s over the API', async (table) => {
    const { token } = await backend.newMember();
    const { publishableKey, secretKey } = backend.keys;
    for (const key of [publishableKey, token, secretKey]) {
      for (const profile of ['public', 'private']) {
        const response = await fetch(`${backend.url}/rest/v1/${table}?select=*`, {
          headers: {
            apikey: publishableKey,
            authorization: `Bearer ${key}`,
            'accept-profile': profile,
          },
        });
        expect(response.ok, `${table} in ${profile}`).toBe(false);
      }
    }
  });

  test('the service opens an order, attaches the provider order and records its payment', async () => {
    const { service } = backend;
    const { data: order } = await service
      .rpc('open_order', forTheService.open_order)
      .throwOnError();
    expect(order).toMatchObject({ status: 'created', user_id: null, amount: single.paise });
    expect(order.receipt).toBe(`ac_${order.id.replaceAll('-', '')}`);

    const attach = { p_order_id: order.id, p_provider_order_id: `order_${order.id}` };
    await service.rpc('attach_provider_order', attach).throwOnError();
    const entity = { id: 'pay_1', amount: single.paise, currency: 'INR', status: 'captured' };
    const { data } = await service
      .rpc('apply_payment_event', {
        p_event_id: randomUUID(),
        p_type: 'payment.captured',
        p_body: JSON.stringify({
          payload: { payment: { entity: { ...entity, order_id: attach.p_provider_order_id } } },
        }),
      })
      .throwOnError();
    expect(data).toEqual({
      outcome: 'applied',
      order_id: order.id,
      order_status: 'paid',
      payment_id: 'pay_1',
      review: null,
    });
  });

  async function call(name: string, args: object, token: string): Promise<unknown[]> {
    const response = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: backend.keys.publishableKey,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(args),
    });
    const reply: unknown = await response.json();
    return [response.status, (reply as { code?: unknown }).code];
  }
}

/** Emails of every kind, made from payloads in the database’s format. */
import { templates } from '../../functions/_lib/mail/all-templates.ts';
import { renderMail } from '../../functions/_lib/mail/render.ts';
import { mailServer } from '../../functions/_lib/mail/server.ts';
import { linkMaker } from '../../functions/_lib/mentors/mentor-link.ts';
import { parseSettings } from '../../src/domain/environment/settings.ts';
import { offer } from '../components/support/samples/loans.ts';
import { smtpServer, type Received } from './smtp-servers.ts';

const { values: settings } = parseSettings({});
export const seller = {
  name: settings.name,
  legalName: settings.legalName,
  address: settings.address,
  taxNumber: '29ABCDE1234F1Z5',
  email: settings.supportEmail,
  phone: settings.phone,
};
export const siteUrl = 'https://www.example.org';
export const recipient = 'asha@example.com';
export const sender = 'hello@example.org';
export const mentorLink = linkMaker(siteUrl, ['a secret of more than 32 characters']);
export const letterhead = { name: seller.name, foot: 'The foot.', support: seller.email };

/** The token in the links of these emails. */
export const mailedToken = '0123456789abcdef'.repeat(4);

const receiptOfVisitor = {
  user_id: null,
  name: null,
  order_id: '6f1c2a34-0000-4000-8000-000000000000',
  number: 'ac_6f1c2a34000040008000000000000000',
  pack: 'super-value',
  sessions: 5,
  persons: 2,
  amount: 239900,
  discount: 0,
  refunded: 0,
  status: 'paid',
  method: 'upi',
  reference: 'pay_ABC123',
  paid_at: '2026-11-22T20:13:20+00:00',
  token: mailedToken,
};
const change = {
  user_id: 'u',
  address: 'new@example.com',
  expires_at: '2026-11-22T04:34:00+00:00',
};
const ofAccounts = {
  receipt: receiptOfVisitor,
  welcome: {
    user_id: 'u',
    name: 'Asha',
    token: mailedToken,
    has_pack: false,
    expires_at: '2099-11-26T18:30:00+00:00',
  },
  account_idle: { user_id: 'u', name: 'Asha', ends_on: '2026-11-30' },
  matters: { lines: ['An email of the kind receipt could not be sent.'] },
  password_changed: { user_id: 'u', name: null, changed_at: '2026-11-22T04:34:00+00:00' },
  account_closed: { closed_at: '2026-11-22T04:34:00+00:00' },
  payment_after_closing: { reference: 'pay_1', amount: 69_900, pack: 'single' },
  email_change_old: { ...change, name: 'Asha', token: 'a1' },
  email_change_new: { ...change, token: 'b2' },
  email_change_taken: change,
  email_changed: {
    user_id: 'u',
    name: 'Asha',
    address: 'new@example.com',
    changed_at: '2026-11-22T04:34:00+00:00',
  },
};
const asha = { user_id: '5d5c3c9e-1111-4000-8000-000000000001', name: 'Asha' };

const lender = 'Sample Lender One';

/** The reference by which a lender knows a member’s choice. */
export const reference = '0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54';

const ofLoans = {
  loan_joined: {
    ...asha,
    intake_year: 2027,
    amount: 2_000_000_00,
  },
  loan_offers: { ...asha, intake_year: 2027, count: 3 },
  loan_chosen: {
    ...asha,
    lender,
    amount: 2_000_000_00,
    course_months: 24,
    term_months: 120,
    terms: offer({ rate: 9.75 }),
    offer_valid_until: '2099-11-30',
  },
  loan_step: { ...asha, lender, state: 'with_lender', reason: null, amount: 2_000_000_00 },
  loan_left: asha,
  rate_match_sent: { ...asha, lender: 'City Bank of Pune', rate: 9.4, answer_by: '2026-11-30' },
  rate_match_step: {
    ...asha,
    lender: 'City Bank of Pune',
    state: 'bettered',
    reason: null,
    answer_rate: 9.25,
    by: lender,
  },
  lender_stop: { lender, reference },
};
const refund = {
  ...asha,
  request: '0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54',
  order_id: '7a1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b55',
  number: 'R-10001',
  kind: 'ordinary',
  state: 'asked',
  pack: 'super-value',
  payment: 'pay_29QQoUBi66xm2f',
  method: 'upi',
  session: null,
  amount: 143_940,
  sessions: 3,
  unused: 3,
  left: 0,
  was_approved: false,
  decide_by: '2026-12-13',
  pay_by: null,
  needs: null,
  reason: null,
  transfer_reference: null,
};

const ofRefunds = {
  refund_asked: refund,
  refund_needs_more: { ...refund, needs: '- the page with the date' },
  refund_approved: { ...refund, pay_by: '2026-12-30' },
  refund_reopened: refund,
  refund_declined: { ...refund, left: 3, reason: 'The letter is of another programme.' },
  refund_taken_back: { ...refund, left: 3 },
  refund_by_transfer: { ...refund, pay_by: '2026-12-30' },
  refund_paid: { ...refund, pay_by: '2026-12-30' },
  refund_to_decide: { ...refund, answered: false },
};
const member = {
  ...asha,
  booking: '0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54',
  sequence: 2,
  kind: 'interview',
  // 18:30 in London is the next day in India.
  starts_at: '2099-11-26T18:30:00+00:00',
  ends_at: '2099-11-26T19:15:00+00:00',
  free_until: '2099-11-25T18:30:00+00:00',
  mentor: 'Meera',
  institute: 'IIM Ahmedabad',
  minimum: 4,
};

/** The slot from which the last booking moved away. */
export const earlier = {
  slot: '6f1c2a34-0000-4000-8000-000000000005',
  kind: 'interview',
  starts_at: '2099-11-24T04:30:00+00:00',
  ends_at: '2099-11-24T05:15:00+00:00',
  sequence: 4,
  taken: 0,
};

const mentor = {
  slot: '6f1c2a34-0000-4000-8000-000000000002',
  mentor_id: 7,
  page_version: 2,
  version: 1,
  sequence: 3,
  name: 'Meera',
  kind: 'interview',
  starts_at: member.starts_at,
  ends_at: member.ends_at,
  seats: 1,
  taken: 1,
  meeting_url: 'https://meet.example.com/meera',
};

const who = {
  user_id: member.user_id,
  booking: member.booking,
  member: 'Asha',
  member_institute: 'IIM Bangalore',
};

const ofSessions = {
  session_booked: {
    ...member,
    has_cv: false,
    exercise: 'Record one answer.\nListen to it.',
  },
  session_moved: { ...member, from_starts_at: earlier.starts_at, from_ends_at: earlier.ends_at },
  session_cancelled: {
    ...member,
    session_returned: true,
    lapses: false,
    reason: null,
    is_buyer: true,
  },
  session_called_off: { ...member, reason: 'too_few', kind: 'gd', is_free: false, is_buyer: true },
  session_reported: { ...member, answer_until: '2099-11-29T18:30:00+00:00' },
  session_given_back: {
    ...member,
    no_mentor: true,
    is_free: false,
    is_buyer: true,
    book_until: '2099-12-27',
  },
  session_mentor_changed: member,
  reminder_day: { ...member, has_cv: false },
  reminder_hour: member,
  feedback_ready: {
    ...member,
    attended: true,
    is_reported: false,
    exercise: 'Record one answer.\nListen to it.',
  },
  second_person_named: {
    order_id: '6f1c2a34-0000-4000-8000-000000000003',
    pack: 'super-value',
    address: 'asha@example.com',
    from: 'Ravi',
    sessions: 4,
    valid_until: '2099-11-22',
    token: mailedToken,
  },
  second_person_joined: {
    ...asha,
    order_id: '6f1c2a34-0000-4000-8000-000000000003',
    pack: 'super-value',
    second: 'Rahul',
    sessions: 4,
    valid_until: '2099-11-22',
  },
  shared_pack_refunded: { ...asha, pack: 'super-value' },
  address_proof: {
    ...asha,
    address: 'asha@example.com',
    token: mailedToken,
    expires_at: '2099-11-26T18:30:00+00:00',
  },
  time_opened: {
    ...asha,
    free: [
      { kind: 'interview', starts_at: '2099-11-26T18:30:00+00:00', times: 3 },
      { kind: 'gd', starts_at: '2099-11-27T04:30:00+00:00', times: 1 },
    ],
    token: mailedToken,
  },
  free_interview_granted: {
    ...asha,
    grant: '6f1c2a34-0000-4000-8000-000000000004',
    book_until: '2099-11-26T18:30:00+00:00',
  },
  free_interview_lapsed: { ...asha, grant: '6f1c2a34-0000-4000-8000-000000000004' },
  mentor_booked: { ...mentor, ...who },
  mentor_moved: { ...mentor, ...who, from: earlier },
  mentor_cancelled: { ...mentor, ...who, taken: 0 },
  mentor_called_off: { ...mentor, called_off_by: 'too_few', kind: 'gd', seats: 10, taken: 2 },
  mentor_replaced: mentor,
  mentor_feedback: { ...mentor, kind: 'gd', seats: 10, taken: 4 },
  mentor_feedback_late: mentor,
  mentor_reported: { ...mentor, answer_until: '2099-11-29T18:30:00+00:00' },
  mentor_day: {
    mentor_id: 7,
    page_version: 2,
    name: 'Meera',
    sessions: [
      mentor,
      {
        kind: 'gd',
        starts_at: '2099-11-27T04:30:00+00:00',
        ends_at: '2099-11-27T05:30:00+00:00',
        seats: 10,
        taken: 4,
      },
    ],
  },
  mentor_page: { mentor_id: 7, page_version: 2, name: 'Meera' },
};
const message = { message: 1001, about: 'complaint', settle_by: '2026-12-22' };
const ofMessages = {
  message_received: message,
  message_answered: { message: 1042, answer: 'In June.\n\nUntil then, practise.', user_id: null },
  announcement: {
    announcement: 1,
    user_id: null,
    subject: 'The new season',
    body: 'It begins in June.\n\nBook early.',
    is_duty: false,
    token: mailedToken,
  },
  message_for_support: {
    ...message,
    name: 'Asha\r\nBcc: all@example.com',
    email: 'asha@example.com',
    body: 'First line <b>\nsecond line\n\nwww.canary.example',
    is_member: false,
  },
};

export const samples: Readonly<Record<string, object>> = {
  ...ofAccounts,
  ...ofSessions,
  ...ofLoans,
  ...ofRefunds,
  ...ofMessages,
};

/** An email of this kind, with changes to its sample. */
export function written(kind: string, changes: object = {}, from = seller) {
  const context = { siteUrl, seller: from, sender, recipient, mentorLink };
  const content = templates[kind]?.write({ ...samples[kind], ...changes }, context);
  if (!content) throw new Error(`There is no template ${kind}.`);
  return { ...content, ...renderMail(content, letterhead) };
}

/** Sends an email of this kind as the job does; resolves to the email that a mail server receives. */
export async function arrived(kind: string): Promise<Received | undefined> {
  const smtp = await smtpServer();
  const from = { name: seller.name, address: sender, replyTo: seller.email };
  await mailServer(smtp.server, from)({ id: 'one', to: recipient, ...written(kind) });
  return smtp.received[0];
}

import { lastingInFigures } from '../periods.ts';
import type { DeskRefused } from './desk-refused.ts';
import { says, type Refusal, type Refusals } from './refusal.ts';

/**
 * The refusals that the desk makes before it calls a function (§22.3). The sheet for a document uses only the first of
 * them.
 */
export const deskRefusals = {
  needs_code: {
    status: 403,
    says: `Enter a new code from your authenticator. Money and documents need a code entered in the last ${lastingInFigures('desk code')}.`,
  },
  too_many: {
    says: 'The desk has already approved ten refunds in the last hour, which is the limit. Check the log: someone may be using the desk who should not.',
  },
  no_desk: {
    status: 403,
    says: 'You are not allowed to do this, or it no longer exists.',
  },
} as const satisfies Refusals;

/**
 * The values that a field on the desk accepts: a figure in a range (amounts in rupees), a number of characters, a name
 * with at least one letter and no link, a day or a year within a range from today, an email address, or text in a
 * given format.
 */
export type Takes =
  | { kind: 'figure' | 'characters' | 'name' | 'days' | 'years'; least: number; most: number }
  | { kind: 'address' }
  | { kind: 'form'; form: RegExp };

type Limit = Refusal & { takes: Takes };

const within = (
  kind: 'figure' | 'days' | 'years',
  least: number,
  most: number,
  says: string,
): Limit => ({
  says,
  takes: { kind, least, most },
});

const characters = (what: string, least: number, most: number): Limit => ({
  says:
    least > 0
      ? `${what} must have ${least} to ${most} characters.`
      : `${what} can have up to ${most} characters.`,
  takes: { kind: 'characters', least, most },
});

const called = (what: string, least: number, most: number): Limit => ({
  says: `${what} must have ${least > 0 ? `${least} to ${most}` : `up to ${most}`} characters, at least one letter and no link.`,
  takes: { kind: 'name', least, most },
});

const form = (form: RegExp, says: string): Limit => ({ says, takes: { kind: 'form', form } });

const link = form(
  /^(?=.{1,500}$)https:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*(?::\d+)?(?:[/?#]\S*)?$/iu,
  'A link must start with https:// and the name of a website, such as https://example.com, have up to 500 characters and contain no spaces.',
);
const email: Limit = {
  says: 'This does not look like an email address. Please check the spelling.',
  takes: { kind: 'address' },
};
const rate = within('figure', 1, 36, 'A rate must be between 1 and 36 percent a year.');
const amount = within(
  'figure',
  1_00_000,
  2_00_00_000,
  'Enter an amount between Rs 1 lakh and Rs 2 crore, in rupees.',
);
const fee = within('figure', 0, 1_00_000, 'Enter a fee of up to Rs 1 lakh, in rupees.');
const term = within('figure', 12, 240, 'A loan must be repaid in 12 to 240 months.');
const lenderReason = characters('A reason', 2, 500);

/**
 * The values that a field accepts, and the sentence that the owner sees for anything else, listed by the constraint or
 * word with which the database refuses it. The field checks the value and shows the sentence before anything is sent
 * (§22.32); tests/db/desk-refusals.test.ts tests each limit from both sides.
 */
export const limits = {
  // Sessions
  slots_minutes_check: within('figure', 15, 240, 'A session must last 15 to 240 minutes.'),
  slots_topic_check: characters('A topic', 1, 300),
  times_too_far: within('days', 0, 366, 'Times can open up to a year from today.'),
  not_a_domain: form(
    /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i,
    'Enter the part after the @ of the college’s email addresses, such as iimb.ac.in.',
  ),

  // Mentors
  mentors_name_check: called('A name', 1, 80),
  mentors_institute_check: called('An institute', 0, 120),
  mentors_email_check: email,
  mentors_meeting_url_check: link,
  mentors_batch_check: within(
    'years',
    -50,
    2,
    'A batch must be a year from fifty years ago to two years from now, such as 2019.',
  ),
  mentors_work_check: characters('This text', 0, 60),
  mentors_asks_check: characters('This text', 0, 120),
  mentors_languages_check: characters('This text', 0, 60),
  pause_too_long: within('days', 0, 366, 'A pause can last up to a year from today.'),

  // Money
  not_an_address: email,
  not_a_reference: form(
    /^(?=(?:pay|rfnd)_|.*\d)[\w-]{6,64}$/,
    'A reference must have 6 to 64 letters and digits: Razorpay’s payment id or the bank’s UTR.',
  ),
  not_paid_lately: within('days', -730, 0, 'Choose a day within the last two years.'),
  refund_requests_reason_check: characters('A reason', 1, 2000),
  refund_requests_needs_check: characters('This text', 1, 4000),
  ended_packs_reason_check: characters('A reason', 1, 300),
  discount_codes_rupees_check: within(
    'figure',
    1,
    10_000,
    'A code must take between Rs 1 and Rs 10,000 off.',
  ),
  discount_codes_percent_check: within('figure', 1, 90, 'A code must take 1 to 90 percent off.'),
  discount_codes_address_check: email,
  discount_codes_code_check: form(
    /^ *(?:[A-Za-z0-9-] *){4,20}$/,
    'A code must have 4 to 20 letters, digits and hyphens.',
  ),
  code_ends_too_late: within('days', 0, 730, 'A code can last up to two years from today.'),
  discount_codes_uses_check: within(
    'figure',
    1,
    100_000,
    'A code can be used 1 to 1,00,000 times.',
  ),
  discount_codes_note_check: characters('A note', 0, 500),

  // The loan circle
  lenders_name_check: called('A name', 2, 80),
  lenders_site_check: link,
  lenders_email_check: email,
  lenders_standard_rate_check: rate,
  not_an_intake: within('years', 0, 3, 'An intake must be this year or one of the next three.'),
  loan_offers_rate_check: rate,
  loan_offers_standard_rate_check: rate,
  loan_offers_fee_percent_check: within(
    'figure',
    0,
    10,
    'A fee must be 0 to 10 percent of the loan.',
  ),
  loan_offers_fee_fixed_check: fee,
  loan_offers_fee_least_check: fee,
  loan_offers_fee_most_check: fee,
  loan_offers_tax_percent_check: within(
    'figure',
    0,
    50,
    'The tax must be 0 to 50 percent of the fee.',
  ),
  loan_offers_least_amount_check: amount,
  loan_offers_most_amount_check: amount,
  loan_offers_least_months_check: term,
  loan_offers_most_months_check: term,
  loan_offers_grace_months_check: within(
    'figure',
    0,
    36,
    'The grace period must be 0 to 36 months.',
  ),
  loan_offers_penal_charges_check: characters('This text', 2, 500),
  loan_offers_security_check: characters('This text', 2, 500),
  loan_offers_other_charges_check: characters('This text', 0, 500),
  loan_offers_key_facts_url_check: link,
  offer_ends_too_late: within(
    'days',
    0,
    730,
    'An offer can last up to two years from today, and until 31 December of its intake year.',
  ),
  loan_choices_reason_check: lenderReason,
  loan_choices_sanctioned_check: amount,
  rate_matches_reason_check: lenderReason,
  rate_matches_answer_rate_check: rate,

  // Messages, texts and people
  messages_answer_check: characters('An answer', 1, 4000),
  material_title_check: characters('A title', 1, 120),
  material_body_check: characters('A text', 1, 60_000),
  community_links_name_check: called('A name', 1, 60),
  community_links_text_check: characters('This text', 0, 300),
  community_links_url_check: link,
  announcements_subject_check: characters('A subject', 1, 150),
  announcements_body_check: characters('A text', 1, 8000),
  base_figures_value_check: within('figure', 0, 100_000, 'A figure must be 0 to 1,00,000.'),
  operators_name_check: called('A name', 1, 60),
} as const satisfies Readonly<Record<string, Limit>>;

/** A limit's name: a constraint or a word of the database. */
export type LimitName = keyof typeof limits;

const reason = 'Write a reason. The member will read it.';
const kind = 'Choose an interview or a group discussion.';
const elsewhere = 'The member is in another session at this time. Choose another time.';
const reload = 'Reload the page to see the list as it is now.';

/**
 * The sentence that the owner sees for each word with which the database can refuse an action on the desk, and for each
 * constraint that typed input can violate (§22.23).
 */
export const operatorRefusals = {
  ...limits,
  ...says({
    // The typed value is missing or has the wrong type.
    missing: 'This is missing. Fill it in.',
    out_of_range: 'This number is too large. Check that you typed it correctly.',
    day_is_past: 'That day has passed. Choose a later one.',
    not_bool: 'Choose yes or no.',
    not_date: 'Choose a day from the calendar.',
    not_int4: 'This is not a whole number, or it is too large. Check its digits.',
    not_numeric: 'This is not a number. Enter only digits, with up to two decimals after a dot.',
    not_time: 'Enter a time such as 18:30.',
    not_timestamptz: 'Choose a day and a time from the calendar.',
    not_uuid: `We no longer have this entry. ${reload}`,
    not__uuid: `We no longer have one of these entries. ${reload}`,
    not__text: 'Choose from the list.',
    not_text: 'Type a text here.',

    // Sessions
    slot_closed:
      'Booking for this time has closed, or the session has already started. Choose another time.',
    slot_full: 'All seats at this time are taken. Choose another time.',
    already_booked: 'The member has already booked this session.',
    overlaps: elsewhere,
    member_is_in_one_place: elsewhere,
    not_your_pack: 'This pack belongs to someone else. Choose a pack of this member.',
    pack_not_paid: 'This pack has not been paid for. Choose another pack.',
    pack_refunded: 'This pack was refunded. Choose another pack.',
    pack_expired:
      'This time is after the last day of the pack. Choose an earlier time or another pack.',
    refund_open: 'A refund of this pack is waiting. Decide on it under Money first.',
    disputed:
      'The buyer has disputed this payment with the bank. Wait until the dispute is settled.',
    nothing_left: 'This pack has no sessions left.',
    no_free_interview: 'The member has no free interview to book.',
    free_is_an_interview:
      'The free session is an interview. For a group discussion, the member needs a pack.',
    free_interview_lapsed: 'The member did not book the free interview in time, so it has lapsed.',
    no_such_booking: `This booking no longer exists. ${reload}`,
    booking_has_ended:
      'This session has started, has ended or was cancelled, so you cannot change it.',
    too_late_to_move: 'It is too late to move this session. You can still cancel it.',
    no_longer_free: 'It is too late to cancel this session without using it up.',
    already_had: 'This person has already had a free interview.',
    free_gone: 'All free interviews are taken.',
    mentor_is_in_one_place:
      'The mentor has another session at this time. Choose another mentor or another time.',
    too_many_times:
      'The mentor would have more than 500 open times, so we did not change anything. Close some first, or choose an earlier last day or another mentor.',
    slots_kind_check: kind,
    past_sessions_kind_check: kind,
    slot_has_fitting_seats: 'An interview has 1 seat and needs 1 person.',
    slot_has_seats: 'A group discussion has 2 to 10 seats.',
    slot_has_minimum: 'A group discussion needs at least 2 people, and no more than it has seats.',

    // Mentors
    mentors_email_key:
      'Another mentor has this email address. Edit that mentor, or bring them back.',

    // Money
    code_used_up:
      'This code is used up: every use has gone to a purchase that has been paid for or started.',
    not_a_payment_method: 'Choose how it was paid.',
    already_decided: `This refund has already been decided or is on its way. ${reload}`,
    already_returned: 'We have already returned or refunded this session.',
    orders_provider_order_id_key: 'Another purchase already has this order number.',

    no_session_held: 'None of this pack’s sessions took place.',
    too_late: 'It is too late to refund this.',
    code_takes_off_one_thing: 'Fill in rupees or percent, not both.',
    discount_codes_audience_check: 'Choose whom the code is for.',
    code_is_for_an_address:
      'A code for one person needs an email address. Other codes must not have one.',
    discount_codes_pkey: 'There is already a code with this name. Choose another name.',

    // The loan circle
    lenders_name_key: 'A lender with this name is already on the list.',
    loan_offers_lender_id_fkey: 'We have no such lender. Choose one from the list.',
    offer_is_below_standard: 'The standard rate must not be below the offered rate. Check both.',
    loan_offers_rate_type_check: 'Choose fixed or floating.',
    offer_has_fitting_fees: 'The largest fee must not be less than the smallest.',
    offer_limits_a_percentage:
      'A smallest or largest fee needs a processing fee in percent. Enter one, or leave both empty.',
    offer_has_fitting_amounts: 'The largest loan must not be less than the smallest.',
    offer_has_fitting_terms: 'The longest term must not be shorter than the shortest.',
    loan_offers_interest_check: 'Choose whether interest is paid monthly or added to the loan.',
    sanction_is_less_than_asked: 'Enter an amount up to what the member asked for.',
    consent_not_given: 'The member withdrew consent, so you cannot release details to this lender.',
    offer_does_not_fit: 'This offer does not fit the request.',
    request_fixed: 'A lender has this request, so you cannot change it.',
    choice_has_ended: `This choice has moved on. ${reload}`,
    choice_was_declined_for_a_reason: reason,
    match_has_ended: `This better offer has been answered, or is not with the lenders yet. ${reload}`,
    match_is_no_worse:
      'This rate is higher than the one the member found elsewhere. Enter one that matches or beats it.',
    match_was_declined_for_a_reason: reason,

    // Messages, texts and people
    material_title: 'Another text of this kind already has this title. Choose another title.',
    material_kind_check: 'Choose what kind of text this is.',
    operators_level_check: 'Choose helper or owner.',
  }),
} as const;

/** The sentence that an operator sees for a refusal. It never contains Postgres's own text (§22.23). */
export function sayToOperator({ refused, says, why = '', entry }: DeskRefused): string {
  const known: Refusals = { ...deskRefusals, ...operatorRefusals };
  const word = refused === 'stopped' ? why : refused;
  return (
    says ??
    (Object.hasOwn(known, word) ? known[word]?.says : undefined) ??
    `Something went wrong on our side, and nothing has changed. Give a developer the number of its log entry: ${entry}.`
  );
}

import { inWords } from './words/count.ts';

type Unit = 'minute' | 'hour' | 'day' | 'working day' | 'week' | 'month' | 'year';

/**
 * Periods stated in policies and on pages, by the same names as in the database's `private.period`;
 * tests/db/periods.test.ts compares the two.
 */
export const periods = {
  /** Until this long before the start, a member can cancel or move a session without losing it (§15.12). */
  'cancel free': [24, 'hour'],
  /** How long before the start booking an interview closes (§15.11). */
  'interview closes': [2, 'hour'],
  /**
   * How long before the start booking a group discussion closes; the number of bookings then decides whether the
   * discussion takes place (§15.14).
   */
  'gd closes': [12, 'hour'],
  /** How long before the start the meeting opens (§15.36). */
  'join opens': [10, 'minute'],
  /** At the start of a group discussion, everyone thinks about the topic for this long (§15.101). */
  'gd think': [2, 'minute'],
  /** How long before the start the mentor can open the session's files (§15.23). */
  'mentor files': [1, 'day'],
  /** How long after the start a member can report that the mentor did not join (§15.22). */
  'mentor missing': [15, 'minute'],
  /** How long after a session's end its feedback is late, and the mentor is reminded of it (§15.21). */
  'feedback late': [24, 'hour'],
  /** How long after a session's end we are told that its feedback is missing (§15.21). */
  'feedback missing': [48, 'hour'],
  /** How long after a session's start the mentor's link to the session keeps working (§15.19). */
  'mentor link': [14, 'day'],
  /** How long after the email the link to a mentor's own page keeps working (§15.85). */
  'mentor page': [30, 'day'],
  /** How long after a member's report the mentor can contradict the report (§15.88). */
  'mentor answer': [72, 'hour'],
  /** A free interview not booked within this time goes to another member (§15.31). */
  'free interview': [60, 'day'],
  /** If we cancel a session, the member has at least this long to book another (§15.7). */
  'given back': [30, 'day'],
  /** A member who is waiting for a free time is told about new ones for this long (§15.92). */
  waiting: [60, 'day'],
  /** How long after the purchase a pack's sessions can be used (§15.6). */
  pack: [12, 'month'],
  /** How long each of three steps may take: asking for a refund, our decision, and the payment (§17.8). */
  refund: [3, 'week'],
  /** We acknowledge a complaint (§18.55) and a refund request (§17.15) within this time. */
  acknowledgement: [48, 'hour'],
  /** The provider cannot refund payments older than this in the usual way (§17.11). */
  'old payment': [6, 'month'],
  /**
   * For the 100% refund, the offer must come within this time after the final interview, and the final interview within
   * this time after a session (§17.21).
   */
  'offer season': [300, 'day'],
  /** An unpaid order is shown, and can be paid for, for this long (§8.28). */
  'open payment': [24, 'hour'],
  /**
   * A payment for an unpaid order may arrive this late, and until then the reconciler asks the provider about it
   * (§8.18).
   */
  'late payment': [5, 'day'],
  /**
   * We answer a better offer within this time (§16.90), and a lender should have called the member within it (§16.93).
   */
  'loan answer': [5, 'working day'],
  /** We settle a complaint within this time (§18.55). */
  complaint: [1, 'month'],
  /** Time between the last email to the owner of an unused account and its erasure (§18.57). */
  'last mail': [48, 'hour'],
  /** The desk asks for the authenticator's code again after this time (§22.4). */
  'desk code': [15, 'minute'],
  /** How long a link that verifies an email address works (§15.29). */
  'address link': [24, 'hour'],
  /** How long the link in a receipt works (§15.75). */
  'receipt link': [30, 'day'],
} as const satisfies Record<string, readonly [number, Unit]>;

/** How long records are kept according to the privacy policy, by the same names as in `private.keep_for` (§18.9). */
export const kept = {
  caller: [1, 'day'],
  recipient: [30, 'day'],
  mail: [1, 'year'],
  /** A session's files and feedback, and a mentor's reply to a report. */
  session: [1, 'year'],
  loan: [1, 'year'],
  offer: [30, 'day'],
  letter: [30, 'day'],
  message: [3, 'year'],
  advertising: [30, 'day'],
  'code of a person': [1, 'year'],
  books: [8, 'year'],
  account: [3, 'year'],
  log: [1, 'year'],
} as const satisfies Record<string, readonly [number, Unit]>;

/** How many times the buyer of a pack for two can name a second person (§15.26). */
export const namings = 3;

/** How many schools a member can list, as in `keep_target` (§15.104). */
export const mostTargets = 5;

/** How many members get a free mock interview (§15.31). */
export const freeInterviews = 1000;

/** How many times a day someone may do something, under the same names as in `private.daily_limit`. */
export const dailyLimits = {
  'session change': 10,
  'loan change': 10,
  'loan choice': 10,
  'refund request': 10,
  'session file': 10,
  'address proof': 5,
  'email change': 5,
  'message of': 3,
  export: 10,
  'discount code': 20,
} as const;

type Period = keyof typeof periods;

const plural = (number: number, unit: Unit) => (number === 1 ? unit : `${unit}s`);

const said = ([number, unit]: readonly [number, Unit]) =>
  `${inWords(number)} ${plural(number, unit)}`;

/** A period's length within a sentence: 'three weeks', '24 hours'. */
export const lasting = (period: Period) => said(periods[period]);

/** How long a kind of record is kept, within a sentence: 'three years'. */
export const keptFor = (kind: keyof typeof kept) => said(kept[kind]);

/** A period's length in figures, where space is short: '3 weeks'. */
export function lastingInFigures(period: Period): string {
  const [number, unit] = periods[period];
  return `${number} ${plural(number, unit)}`;
}

/** A limit within a sentence: 'ten changes a day'. */
export function aDay(limit: keyof typeof dailyLimits, noun: string): string {
  return `${inWords(dailyLimits[limit])} ${noun} a day`;
}

const minutes = { minute: 1, hour: 60, day: 24 * 60, week: 7 * 24 * 60 } as const;

/** Leaves out working days and months, because their length varies: only the database counts them. */
type Measured = {
  [Name in Period]: (typeof periods)[Name][1] extends keyof typeof minutes ? Name : never;
}[Period];

/** A period's length in milliseconds. */
export function lengthOf(period: Measured): number {
  const [number, unit] = periods[period];
  return number * minutes[unit] * 60_000;
}

/** A period's length in whole days. */
export function daysOf(period: Measured): number {
  return lengthOf(period) / (minutes.day * 60_000);
}

import { capitalized } from './words/capitalized.ts';
import { inWords } from './words/count.ts';

type Unit = 'minute' | 'hour' | 'day' | 'business day' | 'week' | 'month' | 'year';

/**
 * The periods that policies and pages state, under the names of `private.period` in the database;
 * tests/db/periods.test.ts compares the two.
 */
export const periods = {
  /** Before the start, a session can be cancelled or moved without losing it (§15.12). */
  'cancel free': [24, 'hour'],
  /** Before the start, an interview can no longer be booked (§15.11). */
  'interview closes': [2, 'hour'],
  /** Before the start, the same of a group discussion, and it is decided whether it takes place (§15.14). */
  'gd closes': [12, 'hour'],
  /** Before the start, the meeting can be joined (§15.36). */
  'join opens': [10, 'minute'],
  /** After the start of a group discussion, everybody thinks about its topic (§15.101). */
  'gd think': [2, 'minute'],
  /** Before the start, the mentor can open the files of a session (§15.23). */
  'mentor files': [1, 'day'],
  /** After the start, a member can report that the mentor did not come (§15.22). */
  'mentor missing': [15, 'minute'],
  /** After the start of a session, the link of its mentor works (§15.19). */
  'mentor link': [14, 'day'],
  /** After the mail, the link to a mentor's own page works (§15.85). */
  'mentor page': [30, 'day'],
  /** After a member's report, the mentor can contradict it (§15.88). */
  'mentor answer': [72, 'hour'],
  /** A free interview that is not booked by then goes to another member (§15.31). */
  'free interview': [60, 'day'],
  /** A session that we call off can be booked again for at least this long (§15.7). */
  'given back': [30, 'day'],
  /** A member is told when a time opens (§15.92). */
  waiting: [60, 'day'],
  /** After its purchase, the sessions of a pack can be used (§15.6). */
  pack: [12, 'month'],
  /** To ask for a refund, to decide on it, and to pay it (§17.8). */
  refund: [3, 'week'],
  /** To acknowledge a complaint (§18.55), and a request for a refund (§17.15). */
  acknowledgement: [48, 'hour'],
  /** The provider can no longer refund a payment the usual way (§17.11). */
  'old payment': [6, 'month'],
  /** The offer of the 100% refund may come after the interview, and the interview after a session (§17.21). */
  'offer season': [300, 'day'],
  /** An unpaid order is shown, and can be paid (§8.28). */
  'open payment': [24, 'hour'],
  /** A payment of an unpaid order may still arrive, and the reconciler asks for it (§8.18). */
  'late payment': [5, 'day'],
  /** To answer a better offer (§16.90), and until a lender should have called (§16.93). */
  'loan answer': [5, 'business day'],
  /** To settle a complaint (§18.55). */
  complaint: [1, 'month'],
  /** Between the mail to an account that nobody uses and its end (§18.57). */
  'last mail': [48, 'hour'],
  /** After the authenticator's code was entered, the desk asks for it again (§22.4). */
  'desk code': [15, 'minute'],
  /** How long a link to an address works (§15.29). */
  'address link': [24, 'hour'],
  /** How long the link of a receipt works (§15.75). */
  'receipt link': [30, 'day'],
} as const satisfies Record<string, readonly [number, Unit]>;

/** How long records are kept, as the privacy policy says, under the names of `private.keep_for` (§18.9). */
export const kept = {
  caller: [1, 'day'],
  recipient: [30, 'day'],
  mail: [1, 'year'],
  /** Files, feedback, and what a mentor answers to a report. */
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

/** How often the buyer of a pack for two can name its second person (§15.26). */
export const namings = 3;

/** How many schools a member can name, as in `keep_target` (§15.104). */
export const mostTargets = 5;

/** How many students get a mock interview without payment (§15.31). */
export const freeInterviews = 1000;

/** How often a day a person may do something, under the names of `private.daily_limit`. */
export const dailyLimits = {
  'session change': 10,
  'loan change': 10,
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

/** A period within a sentence: 'three weeks', '24 hours'. */
export const lasting = (period: Period) => said(periods[period]);

/** The same of how long records are kept: 'three years'. */
export const keptFor = (kind: keyof typeof kept) => said(kept[kind]);

/** The same in figures, where space is short: '3 weeks'. */
export function lastingInFigures(period: Period): string {
  const [number, unit] = periods[period];
  return `${number} ${plural(number, unit)}`;
}

/** A limit at the start of a sentence: 'Ten changes a day'. */
export function aDay(limit: keyof typeof dailyLimits, noun: string): string {
  return capitalized(`${inWords(dailyLimits[limit])} ${noun} a day`);
}

const minutes = { minute: 1, hour: 60, day: 24 * 60, week: 7 * 24 * 60 } as const;

/** Working days and months differ in length: the database counts them. */
type Measured = {
  [Name in Period]: (typeof periods)[Name][1] extends keyof typeof minutes ? Name : never;
}[Period];

/** The length of a period in ms. */
export function lengthOf(period: Measured): number {
  const [number, unit] = periods[period];
  return number * minutes[unit] * 60_000;
}

/** The length of a period in whole days. */
export function daysOf(period: Measured): number {
  return lengthOf(period) / (minutes.day * 60_000);
}

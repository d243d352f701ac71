import { sessionsOnDesk } from '../../../domain/bookings/session-kinds.ts';
import { packs } from '../../../domain/packs/packs.ts';
import type { LimitName } from '../../../domain/refusals/operators.ts';
import { formatRupees } from '../../../domain/words/money.ts';
import {
  cellText,
  column,
  field,
  list,
  screenAddress,
  textOf,
  type Column,
  type DeskList,
  type Row,
} from '../desk-screen.ts';

/** An amount of a row, in rupees. */
export const rupees = (row: Row, name = 'amount') => formatRupees(Number(row[name] ?? 0));

/** The person a row is about, as far as known. */
export const person = (row: Row, name = 'member') =>
  textOf(row[name]) || 'somebody without an account';

/** The link from a row to the page of its member. */
export const toMember = (row: Row) =>
  row['member_id']
    ? { label: 'Member', href: screenAddress('find', { member: textOf(row['member_id']) }) }
    : undefined;

/** A field for a text that the member reads, such as a reason. */
export const told = (name: string, label: string, limit: LimitName) =>
  field(name, label, 'lines', { limit, hint: 'The member reads it as you write it.' });

/** The name of each pack. */
export const packWords = Object.fromEntries(packs.map(({ id, name }) => [id, name]));

/** The mentors of the screen as options. */
export const mentorOptions = {
  list: 'mentors',
  value: 'mentor',
  label: (row: Row) => `${textOf(row['name'])}, ${textOf(row['institute'])}`,
} as const;

/** The free times of the screen as options. */
export const slotOptions = {
  list: 'future_slots',
  value: 'slot',
  label: (row: Row) =>
    `${cellText({ name: 'starts', label: '', kind: 'moment' }, row)}, ${textOf(row['mentor'])}`,
} as const;

/** The link to the page of a payment, which only owners may read. */
export const toPayment = (row: Row) => {
  const payment = textOf(row['payment'] ?? row['payment_id']);
  return payment
    ? { label: 'Payment', href: screenAddress('find', { payment }), has: 'payment_facts' }
    : undefined;
};

/** The kind of a session as a column. */
export const kindColumn = column('kind', 'What', sessionsOnDesk);

/** A free time as columns. */
export const slotColumns: readonly Column[] = [
  column('starts', 'When', 'moment'),
  kindColumn,
  column('mentor', 'Mentor'),
  column('taken', 'Booked'),
  // An interview always has one.
  column('seats', 'Seats', { 1: '' }),
];

/** A column that says only 'Yes': what is usual is left out. */
export const flag = (name: string, label: string): Column => ({
  ...column(name, label, 'yes'),
  words: { false: '' },
});

/** The log about a person or a thing, the newest entry first. */
export const timeline = (args: NonNullable<DeskList['args']>) =>
  list('timeline', 'What was done', 'Nothing yet.', { args, columns: logColumns, folded: true });

/** The columns of the log. */
export const logColumns: readonly Column[] = [
  column('id', 'Entry'),
  column('at', 'When', 'moment'),
  column('who', 'Who'),
  column('action', 'What', 'name'),
  column('about', 'About'),
  column('rupees', 'Amount', 'rupees'),
  column('details', 'Details'),
  column('outcome', 'Outcome'),
];

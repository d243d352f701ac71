import { sessionsOnDesk } from '../../../domain/bookings/session-kinds.ts';
import { packs } from '../../../domain/packs/packs.ts';
import type { LimitName } from '../../../domain/refusals/operators.ts';
import { formatRupees, withThousands } from '../../../domain/words/money.ts';
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
export const rupees = (row: Row, name = 'amount') =>
  withThousands(formatRupees(Number(row[name] ?? 0)));

/** The person a row is about, as far as known. */
export const person = (row: Row, name = 'member') =>
  textOf(row[name]) || 'somebody without an account';

const ownersPages: Readonly<Record<string, string>> = {
  payment: 'payment_facts',
  refund: 'refund_facts',
};

/** The link to a page of Find, by its kind and the number or id; none without one. Some are for owners only. */
export function toPage(kind: string, key: Row[string], label = 'Open') {
  const [has, id] = [ownersPages[kind], textOf(key)];
  return kind && id
    ? { label, href: screenAddress('find', { [kind]: id }), ...(has !== undefined && { has }) }
    : undefined;
}

/** The link from a row to the page of its member. */
export const toMember = (row: Row) => toPage('member', row['member_id'], 'Member');

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

/** The kind of a session as a column. */
export const kindColumn = column('kind', 'What', sessionsOnDesk);

/** A time as columns. */
export const slotColumns: readonly Column[] = [
  column('starts', 'When', 'moment'),
  kindColumn,
  column('mentor', 'Mentor'),
  column('taken', 'Booked'),
  // An interview always has one.
  column('seats', 'Seats', { 1: '' }),
];

/** The list whose rows are the free times of a member's page. */
export const freeTimes = list('future_slots', 'Free times', 'No time is open.', {
  args: { show: 'free' },
  folded: true,
  columns: slotColumns,
});

/** What a time offers: 'Sat, 28 Nov, 11:00 am: Group discussion, 3 of 10 seats free, Farah'. */
function slotLabel(row: Row): string {
  const seats = Number(row['seats']);
  const free = seats - Number(row['taken']);
  return [
    `${cellText({ name: 'starts', label: '', kind: 'moment' }, row)}: ${cellText(kindColumn, row)}`,
    ...(seats > 1 ? [`${free} of ${seats} seats free`] : []),
    textOf(row['mentor']),
  ].join(', ');
}

/** The free times of the screen as options. Somebody may have taken the last seat since they were read. */
export const slotOptions = {
  list: 'future_slots',
  value: 'slot',
  label: slotLabel,
  only: (row: Row) => Number(row['taken']) < Number(row['seats']),
} as const;

/** The link to the page of a payment. */
export const toPayment = (row: Row) =>
  toPage('payment', row['payment'] ?? row['payment_id'], 'Payment');

/** A column that says only 'Yes': what is usual is left out. */
export const flag = (name: string, label: string): Column => ({
  ...column(name, label, 'yes'),
  words: { false: '' },
});

/** The log about a person or a thing, the newest entry first. */
export const timeline = (args: NonNullable<DeskList['args']>) =>
  list('timeline', 'What was done', 'Nothing yet.', {
    args,
    columns: logColumns,
    leadsTo: toSubject,
    folded: true,
  });

/** The link from an entry of the log to the page of its person or thing. */
export const toSubject = (row: Row) => {
  const kind = textOf(row['subject']);
  return toPage(kind, row[kind === 'member' ? 'member' : 'about']);
};

/** The columns of the log, which reads like a diary (§22.36). */
export const logColumns: readonly Column[] = [
  column('id', 'Entry'),
  column('at', 'When', 'moment'),
  column('who', 'Who'),
  column('did', 'What'),
  column('number', 'About'),
  column('rupees', 'Amount', 'rupees'),
  column('ended', 'Outcome'),
];

/** What the address says about these columns, to narrow a long list; undefined if it says nothing. */
export function narrowedBy(query: URLSearchParams, names: readonly string[]) {
  const found = names.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** The days between which a long list is shown, as the fields of a form. */
export const days = [
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
];

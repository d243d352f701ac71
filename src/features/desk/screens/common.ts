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
  type Link,
  type Row,
} from '../desk-screen.ts';

/** An amount in a row, formatted in rupees. */
export const rupees = (row: Row, name = 'amount') =>
  withThousands(formatRupees(Number(row[name] ?? 0)));

/** The start of the time in a row, as the lists show it: 'Sat, 28 Nov, 11:00 am'. */
export const startOf = (row: Row) => cellText({ name: 'starts', label: '', kind: 'moment' }, row);

/** The list without words for values that its heading implies: open messages need not say that they are open. */
export const leaveUnsaid = (one: DeskList, values: Readonly<Record<string, string>>): DeskList => ({
  ...one,
  columns: one.columns.map((col) => {
    const value = values[col.name];
    return value ? { ...col, words: { ...col.words, [value]: '' } } : col;
  }),
});

/** The person that a row is about, as far as we know. */
export function person(row: Row, column = 'member'): string {
  const [name, address] = [textOf(row['member_name']), textOf(row[column])];
  if (name && name !== address) return address ? `${name} (${address})` : name;
  return address || 'someone without an account';
}

const ownersPages: Readonly<Record<string, string>> = {
  payment: 'payment_facts',
  refund: 'refund_facts',
};

/**
 * The link to a page of Find, by the kind of page and the number or id; undefined if there is no key. Some of these
 * pages are only for owners.
 */
export function toPage(
  kind: string,
  key: Row[string],
  more: Readonly<Record<string, string>> = {},
): Link | undefined {
  const [has, id] = [ownersPages[kind], textOf(key)];
  return kind && id
    ? {
        label: `Open ${kind}`,
        href: screenAddress('find', { [kind]: id, ...more }),
        ...(has !== undefined && { has }),
      }
    : undefined;
}

/** The link from a row to its member's page. */
export const toMember = (row: Row) => toPage('member', row['member_id']);

/** A field for text that the member will read, such as a reason. */
export const told = (name: string, label: string, limit: LimitName) =>
  field(name, label, 'lines', { limit, hint: 'The member reads exactly what you write.' });

/** Each pack's name, by id. */
export const packWords = Object.fromEntries(packs.map(({ id, name }) => [id, name]));

/** Options for a field: the mentors on the screen who have not left. */
export const mentorOptions = {
  list: 'mentors',
  value: 'mentor',
  only: (row: Row) => row['state'] !== 'retired',
  label: (row: Row) => `${textOf(row['name'])}, ${textOf(row['institute'])}`,
} as const;

/** A field's initial value: the one in the URL or, if `do` opened the form, the newest. */
export function begunWith(name: string, rows: readonly Row[]): string {
  const query = new URLSearchParams(location.search);
  const newest = query.has('do') ? Math.max(0, ...rows.map((row) => Number(row[name]))) : 0;
  return query.get(name) ?? (newest ? String(newest) : '');
}

/** A column for the kind of session. */
export const kindColumn = column('kind', 'Kind', sessionsOnDesk);

/** Columns that describe a time. */
export const slotColumns: readonly Column[] = [
  column('starts', 'When', 'moment'),
  kindColumn,
  column('mentor', 'Mentor'),
  { ...column('taken', 'Booked', 'most'), words: { 0: '' } },
  // An interview always has exactly one seat, so the 1 is left out.
  { ...column('seats', 'Seats', 'most'), words: { 1: '' } },
];

/** The list from which a member's page takes the free times. */
export const freeTimes = list(
  'future_slots',
  'Free times',
  'No times are free. Open some under Sessions.',
  {
    args: { show: 'free' },
    folded: true,
    columns: slotColumns,
  },
);

/** A row's session, to be named in a question: 'Asha’s session with Meera on Sat, 28 Nov, 11:00 am'. */
export const sessionOf = (row: Row) =>
  `${person(row, 'name')}’s session with ${textOf(row['mentor'])} on ${startOf(row)}`;

/** A slot in one line: 'Sat, 28 Nov, 11:00 am: Group discussion, 3 of 10 seats free, Farah'. */
export function slotLabel(row: Row): string {
  const seats = Number(row['seats']);
  const free = seats - Number(row['taken']);
  return [
    `${startOf(row)}: ${cellText(kindColumn, row)}`,
    ...(seats > 1 ? [`${free} of ${seats} seats free`] : []),
    textOf(row['mentor']),
  ].join(', ');
}

/** Options for a field: the free times on the screen. Another member may have taken the last seat in the meantime. */
export const slotOptions = {
  list: 'future_slots',
  value: 'slot',
  label: slotLabel,
  only: (row: Row) => Number(row['taken']) < Number(row['seats']),
} as const;

/** The link from a row to its payment's page. */
export const toPayment = (row: Row) => toPage('payment', row['payment'] ?? row['payment_id']);

/** A column that shows 'Yes' and is otherwise empty, because 'No' is the usual case. */
export const flag = (name: string, label: string): Column => ({
  ...column(name, label, 'yes'),
  words: { false: '' },
});

/** The log about someone or something, newest entry first. */
export const timeline = (args: NonNullable<DeskList['args']>) =>
  list('timeline', 'History', 'No one has done anything here yet.', {
    args,
    look: 'diary',
    columns: logColumns,
    folded: true,
  });

/** The log's columns. What no operator did has the way in which it was done instead of a name (§22.36). */
export const logColumns: readonly Column[] = [
  column('id', 'Entry'),
  column('at', 'When', 'moment'),
  column('who', 'Who', {
    desk: 'Someone without access',
    sql: 'Someone in the SQL editor',
    job: 'The site',
    mentor: 'A mentor',
  }),
  column('did', 'What'),
  column('name', 'About', undefined, (row) => toPage('member', row['member'])),
  column('number', 'Number', undefined, (row) => toPage(textOf(row['subject']), row['about'])),
  column('rupees', 'Amount', 'rupees'),
  column('ended', 'Outcome'),
];

/** The values in the address for these columns, which filter a long list; undefined if there are none. */
export function narrowedBy(query: URLSearchParams, names: readonly string[]) {
  const found = names.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Form fields for a long list's first and last day. */
export const days = [
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
];

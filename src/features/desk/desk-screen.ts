import type { ComponentType } from 'react';
import type { LimitName } from '../../domain/refusals/operators.ts';
import { formatParts, indiaDay, indiaTime } from '../../domain/words/dates.ts';
import { formatRupees, formatShort, withThousands } from '../../domain/words/money.ts';
import { serverNow } from '../../lib/clock.ts';
import type { Json } from '../../lib/database.types.ts';

/** A row of a list, as the database returns it. */
export type Row = Readonly<Record<string, Json | undefined>>;

/** How a value is shown. Amounts are in rupees; days and times are India's. */
export type CellKind =
  | 'text'
  | 'rupees'
  | 'short'
  | 'most'
  | 'day'
  | 'moment'
  | 'span'
  | 'lines'
  | 'files'
  | 'yes'
  | 'name';

/** A label for each value. */
export type Options = Readonly<Record<string, string>>;

/** A column of a list. */
export type Column = {
  name: string;
  label: string;
  kind?: CellKind;
  /** The text for each value of a state. */
  words?: Options;
};

/** Options that are the rows of another list of the screen. */
type OptionRows = {
  list: string;
  value: string;
  label: (row: Row) => string;
  /** Which rows are options; by default all of them. */
  only?: (row: Row) => boolean;
};

/** How a field is typed or chosen. */
export type FieldKind =
  | 'text'
  | 'lines'
  | 'rupees'
  | 'percent'
  | 'number'
  | 'day'
  | 'clock'
  | 'moment'
  | 'choice'
  | 'weekdays'
  | 'yes';

/** A field for an argument of a function. */
export type DeskField = {
  name: string;
  label: string;
  kind: FieldKind;
  hint?: string;
  /** What it takes, by the name with which the database refuses anything else. */
  limit?: LimitName;
  /** True if it may stay empty, because the function has a default. */
  optional?: true;
  /** True if it is sent when empty, because that removes what was there. */
  clears?: true;
  /** The options of a choice, or the suggestions for a text. */
  options?: Options;
  rows?: OptionRows;
  /** The initial value. */
  start?: (row: Row) => string;
};

/** The typed values, as arguments of the function, and the rows of the screen's lists. */
export type PreviewProps = {
  args: Readonly<Record<string, Json>>;
  rows: (list: string) => readonly Row[];
};

/** A button: a function of `operations`, with the fields and the question before it is called. */
export type DeskAction = {
  action: string;
  label: string;
  /** What the button of its form says, where the label alone would not tell what it does. */
  button?: string;
  /** Arguments that are columns of the row. */
  args?: Readonly<Record<string, string>>;
  /** Arguments with a fixed value. */
  always?: Readonly<Record<string, Json>>;
  fields?: readonly DeskField[];
  /** True if the fields start with the columns of their names. */
  filled?: true;
  /** The question to confirm, with the amount, the person and the day. Without it and fields, a press is enough. */
  asks?: (row: Row) => string;
  /** True if it cannot be undone, which the dialog says. */
  final?: true;
  /** Whether the row has this button. */
  when?: (row: Row) => boolean;
  /** True if the form asks the database what it would do, says that, and asks. */
  tries?: true;
  /** True if the payment provider is asked about the payment before it is tried. */
  asksProvider?: true;
  /** Shown once it was tried: a list that takes some of the arguments, or the view of a member. */
  preview?:
    | (DeskList & { takes: readonly string[]; empty: string })
    | { title: string; loadView: () => Promise<{ default: ComponentType<PreviewProps> }> };
};

/** A field that narrows a list: one of a few options, what is typed, or a day. It is sent in the address of the screen. */
export type Filter = { name: string; label: string; options?: () => Options; typed?: true };

/** A list: a view or a function of `operations` that returns rows. */
export type DeskList = {
  list: string;
  title: string;
  /** Shown if there are no rows; may depend on the rows of the screen's other lists. */
  empty: string | ((rows: (list: string) => readonly Row[]) => string);
  args?: Readonly<Record<string, Json>>;
  /** Values of columns by which a long list is narrowed. */
  where?: Readonly<Record<string, Json>>;
  /** The form above the list that narrows it. */
  filters?: readonly Filter[];
  /** Links above the list to other ways to look at it, in groups; the one that is shown has no address. */
  links?: readonly (readonly { label: string; href?: string }[])[];
  /** How it is shown, if not as a table: sessions by day, the seven days of a week, or a chart for each column. */
  look?: 'agenda' | 'week' | 'charts';
  columns: readonly Column[];
  actions?: readonly DeskAction[];
  /** The link of a row, and the list that an operator must be allowed to read to use it. */
  leadsTo?: (row: Row) => { label: string; href: string; has?: string } | undefined;
  /** One button for all ticked rows: `arg` is the argument that gets the values of `column`. */
  together?: DeskAction & { arg: string; column: string };
  /** The name of the CSV file, if the list can be saved. */
  file?: string;
  /** True if it is not shown without rows. */
  quiet?: true;
  /** True if the list is closed until its heading is pressed. */
  folded?: true;
  /** True if phones show it as a table too, because its figures are short. */
  compact?: true;
  /** True if it has one row of many columns, such as all about a payment. */
  facts?: true;
  /** Hides a row. */
  hides?: (row: Row) => boolean;
};

/** A list of a screen: its name in SQL, its heading, and what it says without rows. */
export const list = (
  name: string,
  title: string,
  empty: DeskList['empty'],
  rest: Omit<DeskList, 'list' | 'title' | 'empty'>,
): DeskList => ({ list: name, title, empty, ...rest });

/** A button of a screen or a row: its function in SQL, and what it says. */
export const button = (
  action: string,
  label: string,
  rest: Omit<DeskAction, 'action' | 'label'> = {},
): DeskAction => ({ action, label, ...rest });

/** A button of a row that sends one of its columns, which has the name of the function's argument. */
export const rowButton = (
  action: string,
  label: string,
  sends: string,
  rest: Omit<DeskAction, 'action' | 'label' | 'args'> = {},
) => button(action, label, { args: { [sends]: sends }, ...rest });

/** A column of a list: its name in SQL, its heading, and how its values are shown or the text for each. */
export const column = (name: string, label: string, shown?: CellKind | Options): Column => ({
  name,
  label,
  ...(typeof shown === 'string' ? { kind: shown } : shown && { words: shown }),
});

/** A field of a form: its argument in SQL, its label, and how it is typed or chosen. */
export const field = (
  name: string,
  label: string,
  kind: FieldKind,
  rest: Omit<DeskField, 'name' | 'label' | 'kind'> = {},
): DeskField => ({ name, label, kind, ...rest });

type CheckedColumn<Table extends string> = {
  [Name in LimitName]: Name extends `${Table}_${infer Column}_check` ? Column : never;
}[LimitName];

/** Fields that are columns of a table, each with the limit that the column's check has. */
export const fieldIn =
  <Table extends string>(table: Table) =>
  (
    name: CheckedColumn<Table>,
    label: string,
    kind: FieldKind,
    rest: Omit<DeskField, 'name' | 'label' | 'kind' | 'limit'> = {},
  ): DeskField =>
    // Only columns with a limit of this name are taken.
    field(name, label, kind, { limit: `${table}_${name}_check` as LimitName, ...rest });

/** A screen of the desk: lists, and buttons that belong to no row. */
export type DeskScreen = {
  name: string;
  label: string;
  /** The lists for the query of the address. */
  lists: (query: URLSearchParams) => readonly DeskList[];
  actions?: readonly DeskAction[];
  /** A search by text. */
  search?: { name: string; label: string; button: string; hint: string };
};

/** A value as text; empty if there is none. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, part]) => `${name} ${textOf(part)}`)
      .join(', ');
  }
  return String(value);
}

const yearOf = (moment: number) => indiaDay(moment).slice(0, 4);

/** 'Tue, 24 Nov' for a day of this year, with the year for any other. */
const shortDay = (timestamp: string) =>
  formatParts(timestamp, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(yearOf(Date.parse(timestamp)) !== yearOf(serverNow()) && { year: 'numeric' }),
  });

/** Shortens an interval of Postgres, '2 days 23:27:00', to '2 days 23 h'. */
function span(interval: string): string {
  const [, past, days = 0, hours = 0, minutes = 0] =
    /^(-?)(?:(-?\d+) days? ?)?(?:-?(\d+):(\d+):\d+)?/.exec(interval) ?? [];
  if (past || Number(days) < 0) return 'now';
  if (Number(days) > 0) return `${days} ${days === '1' ? 'day' : 'days'} ${Number(hours)} h`;
  return Number(hours) > 0 ? `${Number(hours)} h ${Number(minutes)} min` : `${Number(minutes)} min`;
}

const texts: Record<Exclude<Column['kind'] & string, 'files'>, (value: string) => string> = {
  text: withThousands,
  lines: (value) => value,
  rupees: (value) => withThousands(formatRupees(Number(value))),
  short: (value) => withThousands(formatShort(Number(value))),
  most: (value) => (Number(value) > 99 ? '99+' : value),
  day: shortDay,
  moment: (value) => `${shortDay(value)}, ${indiaTime(value)}`,
  span,
  name: (value) => value.replaceAll('_', ' '),
  yes: (value) => (value === 'true' ? 'Yes' : 'No'),
};

/** The text of a cell; empty if the row has no value there. */
export function cellText({ name, kind = 'text', words }: Column, row: Row): string {
  const value = textOf(row[name]);
  if (value === '' || kind === 'files') return value;
  return words?.[value] ?? texts[kind](value);
}

/** A number up to which we count: '99+' for more. */
export const upTo99 = texts.most;

/** The arguments of an action that come from the row or are fixed. */
export function argsOfRow({ args = {}, always }: DeskAction, row: Row): Record<string, Json> {
  const ofRow = Object.entries(args).map(([name, column]) => [name, row[column] ?? null] as const);
  return { ...always, ...Object.fromEntries(ofRow) };
}

/** The address of a screen with this query. */
export function screenAddress(screen: string, query: Readonly<Record<string, string>> = {}) {
  return `/desk?${new URLSearchParams({ screen, ...query })}`;
}

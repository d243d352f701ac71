import type { ComponentType } from 'react';
import * as v from 'valibot';
import type { LimitName } from '../../domain/refusals/operators.ts';
import { uuid } from '../../domain/schema.ts';
import { capitalized } from '../../domain/words/capitalized.ts';
import { indiaDay, indiaParts, indiaTime } from '../../domain/words/dates.ts';
import { cleanText } from '../../domain/words/typed-text.ts';
import { formatRupees, formatShort, withThousands } from '../../domain/words/money.ts';
import { serverNow } from '../../lib/clock.ts';
import type { Json } from '../../lib/database.types.ts';

/** A row in a list, as the database returns it. */
export type Row = Readonly<Record<string, Json | undefined>>;

/** How to show a value. Amounts are in rupees; days and times are India's. */
export type CellKind =
  | 'text'
  | 'code'
  | 'rupees'
  | 'short'
  | 'percent'
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

/**
 * The link that a row or a cell leads to. With `has`, only operators who may read that list see the link. With `leads`,
 * it is outlined instead of the row's first button.
 */
export type Link = { label: string; href: string; has?: string; leads?: true };

/** A column in a list. */
export type Column = {
  name: string;
  label: string;
  kind?: CellKind;
  /** The text to show for each value, if the values are codes, such as the names of states. */
  words?: Options;
  /** What the screen shows for the row's value, with what belongs to it, such as '4.8 from 12'. A file has the value. */
  text?: (row: Row) => string;
  /** The page that the value opens. */
  opens?: (row: Row) => Link | undefined;
  /** True if the screen leaves the column out, and only the file has it. */
  onlyInFile?: true;
};

/** Options taken from the rows of another list on the screen. */
type OptionRows = {
  list: string;
  value: string;
  label: (row: Row) => string;
  /** Which rows become options; all of them by default. */
  only?: (row: Row) => boolean;
};

/** How the operator enters or chooses a field's value. */
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

/** A field that becomes an argument of the function. */
export type DeskField = {
  name: string;
  label: string;
  kind: FieldKind;
  hint?: string;
  /** The field's limit, by the name that the database uses when it refuses a value. */
  limit?: LimitName;
  /** True if the field can be left empty because the function has a default. */
  optional?: true;
  /** True if an empty field is sent too, because it removes the stored value. */
  clears?: true;
  /** The field appears only while another field has one of these values. */
  only?: { field: string; values: readonly string[] };
  /** What a choice shows while nothing is chosen, if not 'Choose'. */
  none?: string;
  /** A choice's options, or suggestions for a text field. */
  options?: Options;
  rows?: OptionRows;
  /** The field's initial value. */
  start?: (row: Row, rows: PreviewProps['rows']) => string;
};

/** The typed values as arguments for the function, and the rows of the screen's lists. */
export type PreviewProps = {
  args: Readonly<Record<string, Json>>;
  rows: (list: string) => readonly Row[];
};

/**
 * A button: it calls a function of `operations`, after the operator has filled in the fields and confirmed the
 * question.
 */
export type DeskAction = {
  action: string;
  label: string;
  /** The text on the form's button, if the button's label alone would not make clear what happens. */
  button?: string | ((typed: Readonly<Record<string, unknown>>) => string);
  /** Arguments taken from columns of the row. */
  args?: Readonly<Record<string, string>>;
  /** Arguments with a fixed value. */
  always?: Readonly<Record<string, Json>>;
  fields?: readonly DeskField[];
  /** True if fields start with the value of the column of the same name. */
  filled?: true;
  /** The label of the button that closes the dialog, in case 'Cancel' could be mistaken for the action itself. */
  keep?: string;
  /**
   * The confirmation question, with the amount, the person and the day. Without a question or fields, the button acts
   * right away.
   */
  asks?: (row: Row) => string;
  /** True if the action cannot be undone. The dialog then says so. */
  final?: true;
  /** Whether the button appears for this row. */
  when?: (row: Row) => boolean;
  /**
   * True if the form first asks the database what the action would do, shows the result, and asks the operator to
   * confirm it.
   */
  tries?: true;
  /** True if the form asks the payment provider about the payment before it tries the action. */
  asksProvider?: true;
  /** Where the operator goes on, or can undo it, once the action is done. */
  next?: (row: Row) => Link;
  /** Shown after the trial run: a list that gets some of the arguments, or what a member would see. */
  preview?:
    | (DeskList & { takes: readonly string[] })
    | { title: string; loadView: () => Promise<{ default: ComponentType<PreviewProps> }> };
};

/**
 * A field that filters a list: a choice of a few options, a text, or a date. Its value becomes part of the screen's
 * address.
 */
export type Filter = {
  name: string;
  label: string;
  options?: () => Options;
  typed?: true;
  /** True if the form only keeps the value that the address has. */
  kept?: true;
};

/** A list: a view of `operations`, or a function there that returns rows. */
export type DeskList = {
  list: string;
  title: string;
  /** Shown if there are no rows. */
  empty: string;
  args?: Readonly<Record<string, Json>>;
  /** The column values that filter a long list. */
  where?: Readonly<Record<string, Json>>;
  /** The filter fields above the list. */
  filters?: readonly Filter[];
  /** Links above the list to other views of it, in groups. The current view has no `href`. */
  links?: readonly (readonly { label: string; href?: string }[])[];
  /**
   * How to show the list if not as a table: sessions by day, the seven days of a week, log entries by day, a chart for
   * each column, or a highlighted line for each row.
   */
  look?: 'agenda' | 'week' | 'diary' | 'charts' | 'notices';
  columns: readonly Column[];
  actions?: readonly DeskAction[];
  /** A row's link, beside its buttons. */
  leadsTo?: (row: Row) => Link | undefined;
  /** A button for all ticked rows together. Its argument `arg` is the list of these rows' values in `column`. */
  together?: Omit<DeskAction, 'asks'> & {
    arg: string;
    column: string;
    asks: (rows: readonly Row[]) => string;
  };
  /** The line below the rows that adds them up. */
  total?: (rows: readonly Row[]) => string;
  /** The name of the CSV file, if the list can be saved. */
  file?: string;
  /** How many rows are drawn at first, if not the usual fifty. */
  first?: number;
  /** True to hide the list while it has no rows. */
  quiet?: true;
  /** True if the list stays closed until its heading is pressed. */
  folded?: true;
  /** Which rows of a collapsed list wait for an operator. The list is open while there are any, and counts only these. */
  opens?: (row: Row) => boolean;
  /** Which rows of a collapsed list its heading counts, if not all. */
  counts?: (row: Row) => boolean;
  /** True if each row is a day's or a week's figures, so that the number of rows tells the operator nothing. */
  figures?: true;
  /** True to show a table on phones too, because its figures are short. */
  compact?: true;
  /** True if a phone shows each row as a name and a line with the rest, because the values need no labels. */
  brief?: true;
  /** True for a list of one row with many columns, such as everything about a payment. */
  facts?: true;
  /** True if the screen's heading already says what the list is. */
  untitled?: true;
  /** True if a row's first button is what an operator most often comes for. All others are in a menu. */
  leads?: true;
  /** Whether to hide a row. */
  hides?: (row: Row) => boolean;
};

/** Makes a list from its name in SQL, its title, and the text to show if there are no rows. */
export const list = (
  name: string,
  title: string,
  empty: string,
  rest: Omit<DeskList, 'list' | 'title' | 'empty'>,
): DeskList => ({ list: name, title, empty, ...rest });

/** Makes a button from its function in SQL and its label. */
export const button = (
  action: string,
  label: string,
  rest: Omit<DeskAction, 'action' | 'label'> = {},
): DeskAction => ({ action, label, ...rest });

/** Makes a row's button that sends one column, which has the name of the function's argument. */
export const rowButton = (
  action: string,
  label: string,
  sends: string,
  rest: Omit<DeskAction, 'action' | 'label' | 'args'> = {},
) => button(action, label, { args: { [sends]: sends }, ...rest });

/** Makes a column from its name in SQL, its heading, and how to show its values, or the text for each value. */
export const column = (
  name: string,
  label: string,
  shown?: CellKind | Options,
  opens?: Column['opens'],
): Column => ({
  name,
  label,
  ...(typeof shown === 'string' ? { kind: shown } : shown && { words: shown }),
  ...(opens && { opens }),
});

/** Makes a form's field from its argument in SQL, its label, and how the value is entered or chosen. */
export const field = (
  name: string,
  label: string,
  kind: FieldKind,
  rest: Omit<DeskField, 'name' | 'label' | 'kind'> = {},
): DeskField => ({ name, label, kind, ...rest });

type CheckedColumn<Table extends string> = {
  [Name in LimitName]: Name extends `${Table}_${infer Column}_check` ? Column : never;
}[LimitName];

/** Makes fields for a table's columns, each with the limit from the column's check. */
export const fieldIn =
  <Table extends string>(table: Table) =>
  (
    name: CheckedColumn<Table>,
    label: string,
    kind: FieldKind,
    rest: Omit<DeskField, 'name' | 'label' | 'kind' | 'limit'> = {},
  ): DeskField =>
    // The type of `name` allows only columns that have a limit with the same name.
    field(name, label, kind, { limit: `${table}_${name}_check` as LimitName, ...rest });

/** The single thing that a screen shows instead of its lists: its title, once its list has loaded, and the way back. */
export type Opened = { list: string; title: (row?: Row) => string; back: Link };

/** A screen of the desk: its lists, and the buttons that do not belong to a row. */
export type DeskScreen = {
  name: string;
  label: string;
  /** The sentence above the screen's lists: its purpose, or what its lists amount to once they have loaded. */
  purpose: string | ((rows: (list: string) => readonly Row[] | undefined) => string);
  /** The screen's lists, given the query in its address. */
  lists: (query: URLSearchParams) => readonly DeskList[];
  actions?: readonly DeskAction[];
  /** What the address opens on this screen, if anything. */
  opened?: (query: URLSearchParams) => Opened | undefined;
  /** The screen's search field. */
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

/** A date in the current year as 'Tue, 24 Nov', and any other date with its year. */
export function shortDay(timestamp: string): string {
  const { shortWeekday, day, shortMonth, year } = indiaParts(timestamp);
  const isThisYear = year === indiaDay(serverNow()).slice(0, 4);
  return `${shortWeekday}, ${day} ${shortMonth}${isThisYear ? '' : ` ${year}`}`;
}

/** Shortens an interval from Postgres: '2 days 23:27:00' becomes '2 days 23 h'. */
function span(interval: string): string {
  const [, past, days = 0, hours = 0, minutes = 0] =
    /^(-?)(?:(-?\d+) days? ?)?(?:-?(\d+):(\d+):\d+)?/.exec(interval) ?? [];
  if (past || Number(days) < 0) return 'now';
  if (Number(days) > 0) return `${days} ${days === '1' ? 'day' : 'days'} ${Number(hours)} h`;
  return Number(hours) > 0 ? `${Number(hours)} h ${Number(minutes)} min` : `${Number(minutes)} min`;
}

const texts: Record<Exclude<Column['kind'] & string, 'files'>, (value: string) => string> = {
  text: withThousands,
  code: (value) => value,
  lines: (value) => value,
  rupees: (value) => withThousands(formatRupees(Number(value))),
  short: (value) => withThousands(formatShort(Number(value))),
  percent: (value) => `${value}%`,
  most: (value) => (Number(value) > 99 ? '99+' : value),
  day: shortDay,
  moment: (value) => `${shortDay(value)}, ${indiaTime(value)}`,
  span,
  name: (value) => capitalized(value.replaceAll('_', ' ')),
  yes: (value) => (value === 'true' ? 'Yes' : 'No'),
};

/** A cell's text; empty if the row has no value for it. */
export function cellText({ name, kind = 'text', words }: Column, row: Row): string {
  const value = textOf(row[name]);
  if (value === '' || kind === 'files') return value;
  return words?.[value] ?? texts[kind](value);
}

/** Whether an operator may follow a link. */
export const mayOpen = ({ has }: Link, may: Readonly<Record<string, boolean>>) =>
  has === undefined || has in may;

/** Formats a count that stops at 99: '99+' means more. */
export const upTo99 = texts.most;

/** An action's arguments that are fixed or come from the row. */
export function argsOfRow({ args = {}, always }: DeskAction, row: Row): Record<string, Json> {
  const ofRow = Object.entries(args).map(([name, column]) => [name, row[column] ?? null] as const);
  return { ...always, ...Object.fromEntries(ofRow) };
}

function isDay(value: string): boolean {
  const at = /^[1-9]\d{3}-\d\d-\d\d$/.test(value) ? Date.parse(value) : NaN;
  // Browsers read 30 February as 2 March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
}
const isNumber = (value: string) => /^\d{1,9}$/.test(value);
const isId = (value: string) => v.is(uuid, value);

/** The query parameters whose values the database parses. All other parameters accept any text. */
const readable: Readonly<Record<string, (value: string) => boolean>> = {
  from: isDay,
  to: isDay,
  day: isDay,
  week: isDay,
  month: isDay,
  intake: isNumber,
  operator: isNumber,
  mentor: isNumber,
  message: isNumber,
  member: isId,
};

/** The query of an address, cleaned as forms clean what is typed, without values that the database could not read. */
export function readQuery(search: string): URLSearchParams {
  return new URLSearchParams(
    [...new URLSearchParams(search)]
      .map(([name, value]): [string, string] => [name, cleanText(value)])
      .filter(([name, value]) => readable[name]?.(value) ?? true),
  );
}

/** A screen's address with this query. `do` names the action whose window is open, on this screen or a page of Find. */
export function screenAddress(screen: string, query: Readonly<Record<string, string>> = {}) {
  return `/desk?${new URLSearchParams({ screen, ...query })}`;
}

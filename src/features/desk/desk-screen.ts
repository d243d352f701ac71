import type { ComponentType } from 'react';
import type { Json } from '../../lib/database.types.ts';

/** A row of a list, as the database gives it. */
export type Row = Readonly<Record<string, Json | undefined>>;

/** How a value is shown. Amounts are in rupees, days and times India's. */
export type CellKind =
  'text' | 'rupees' | 'short' | 'day' | 'moment' | 'span' | 'lines' | 'files' | 'yes' | 'name';

export type Column = {
  name: string;
  label: string;
  kind?: CellKind;
  /** Words for the values of a state. */
  words?: Readonly<Record<string, string>>;
};

/** Where the answers of a choice come from, if they are rows of another list of the screen. */
type OptionsOf = {
  list: string;
  value: string;
  label: (row: Row) => string;
  /** The rows that are answers; all of them, unless this is given. */
  only?: (row: Row) => boolean;
};

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

/** What is typed for an argument of a function. */
export type DeskField = {
  name: string;
  label: string;
  kind: FieldKind;
  hint?: string;
  /** True where it may stay empty: the function has a value of its own. */
  optional?: true;
  /** The answers of a choice, or what is proposed for a text. */
  options?: readonly { value: string; label: string }[] | OptionsOf;
  /** What is there before anything is typed. */
  start?: (row: Row) => string;
};

/** What was typed, as arguments of the function, and the rows of the screen's lists. */
export type PreviewProps = {
  args: Readonly<Record<string, Json>>;
  rows: (list: string) => readonly Row[];
};

/** A button: a function of operations, and what is typed and asked before it is called. */
export type DeskAction = {
  action: string;
  label: string;
  /** What the button of its form says, where the label alone would not tell what it does. */
  button?: string;
  /** Arguments that are columns of the row. */
  args?: Readonly<Record<string, string>>;
  /** Arguments that are always the same. */
  always?: Readonly<Record<string, Json>>;
  fields?: readonly DeskField[];
  /** What is asked before, with the amount, the person and the day. Without it and fields, a press is enough. */
  asks?: (row: Row) => string;
  /** True where it cannot be undone, which is said too. */
  final?: true;
  /** Whether the row has this button. */
  when?: (row: Row) => boolean;
  /** What is shown before it is done: a list with these of its arguments, or what members will see. */
  preview?:
    | (DeskList & { takes: readonly string[] })
    | { title: string; view: ComponentType<PreviewProps> };
};

/** A view or a function of operations that gives rows. */
export type DeskList = {
  list: string;
  title: string;
  /** Said where there are no rows. */
  empty: string;
  args?: Readonly<Record<string, Json>>;
  columns: readonly Column[];
  actions?: readonly DeskAction[];
  /** Where a row leads, and the list that whoever goes there has to have. */
  leadsTo?: (row: Row) => { label: string; href: string; has?: string } | undefined;
  /** One button for the rows that are ticked: the argument of the function that gets their column. */
  together?: DeskAction & { arg: string; column: string };
  /** The name of its file, where the list can be saved. */
  file?: string;
  /** True where it is opened by its heading. */
  folded?: true;
  /** True where a phone shows it as a table too, because its figures are short. */
  compact?: true;
  /** True where it has one row of many columns, such as all about a payment. */
  facts?: true;
  /** Rows that are not shown. */
  without?: (row: Row) => boolean;
};

/** A screen of the desk: lists, and buttons that belong to no row. */
export type DeskScreen = {
  name: string;
  label: string;
  /** What the address asks for decides about the lists. */
  lists: (query: URLSearchParams) => readonly DeskList[];
  actions?: readonly DeskAction[];
  /** What can be looked for: a text, or one of a few answers. */
  search?: {
    name: string;
    label: string;
    button: string;
    hint?: string;
    options?: () => readonly { value: string; label: string }[];
  };
};

/** A value as text; empty where there is none. */
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

/** The arguments of an action that nobody types. */
export function argsOfRow({ args = {}, always }: DeskAction, row: Row): Record<string, Json> {
  const ofRow = Object.entries(args).map(([name, column]) => [name, row[column] ?? null] as const);
  return { ...always, ...Object.fromEntries(ofRow) };
}

/** The address of a screen, and of what it shows. */
export function screenAddress(screen: string, query: Readonly<Record<string, string>> = {}) {
  return `/desk?${new URLSearchParams({ screen, ...query })}`;
}

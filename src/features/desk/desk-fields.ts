import type { Json } from '../../lib/database.types.ts';
import { readPercent, readRupees } from '../../domain/words/typed-figures.ts';
import { cleanCode, cleanLines } from '../../domain/words/typed-text.ts';
import type { DeskField, FieldKind } from './desk-screen.ts';

/** The value of a field: a text, a tick, or the days that are ticked. */
export type Typed = string | boolean | string[];

type Figure = { read: (text: string) => Json | undefined; unreadable: string };

/** How figures are parsed, and the error if that fails; the rest is sent as typed. Days and times are India's. */
const figures: Partial<Record<FieldKind, Figure>> = {
  rupees: { read: readRupees, unreadable: 'Type an amount, such as 699 or 15 lakh.' },
  percent: { read: readPercent, unreadable: 'Type a rate, such as 10.5.' },
  number: {
    read: (text) => (/^\d{1,9}$/.test(cleanCode(text)) ? Number(cleanCode(text)) : undefined),
    unreadable: 'Type a whole number.',
  },
};

/** The argument of the function for a typed value; `undefined` leaves the argument out. */
export function argumentOf(
  { kind, clears }: DeskField,
  typed: Typed | undefined,
): Json | undefined {
  if (typeof typed !== 'string') return typed;
  const text = cleanLines(typed);
  if (text === '') return clears ? '' : undefined;
  const figure = figures[kind];
  return figure ? figure.read(text) : text;
}

/** Checks a typed value: true, or the reason why it cannot be sent. */
export function checkTyped(field: DeskField, typed: Typed | undefined): true | string {
  const value = typeof typed === 'string' ? cleanLines(typed) : typed;
  // A box without a tick is an answer.
  if (typeof value !== 'boolean' && !value?.length) {
    return field.optional ? true : `${field.label} is missing.`;
  }
  if (argumentOf(field, value) !== undefined) return true;
  return figures[field.kind]?.unreadable ?? true;
}

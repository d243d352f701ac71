import type { Json } from '../../lib/database.types.ts';
import { readPercent, readRupees } from '../../domain/words/typed-figures.ts';
import type { DeskField, FieldKind } from './desk-screen.ts';

/** The value of a field: a text, a tick, or the days that are ticked. */
export type Typed = string | boolean | string[];

type Read = (text: string) => Json | undefined;

const asTyped: Read = (text) => text;

/** How each kind of field is parsed, and the error if that fails. Days and times are India's. */
const kinds: Record<Exclude<FieldKind, 'yes' | 'weekdays'>, { read: Read; unreadable: string }> = {
  text: { read: asTyped, unreadable: '' },
  lines: { read: asTyped, unreadable: '' },
  choice: { read: asTyped, unreadable: '' },
  day: { read: asTyped, unreadable: '' },
  clock: { read: asTyped, unreadable: '' },
  moment: { read: asTyped, unreadable: '' },
  rupees: { read: readRupees, unreadable: 'Type an amount, such as 699 or 15 lakh.' },
  percent: { read: readPercent, unreadable: 'Type a rate, such as 10.5.' },
  number: {
    read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
    unreadable: 'Type a whole number.',
  },
};

/** The argument of the function for a typed value; `undefined` leaves the argument out. */
export function argumentOf({ kind }: DeskField, typed: Typed | undefined): Json | undefined {
  if (typeof typed !== 'string') return typed;
  const text = typed.trim();
  if (text === '' || kind === 'yes' || kind === 'weekdays') return undefined;
  return kinds[kind].read(text);
}

/** Checks a typed value: true, or the reason why it cannot be sent. */
export function checkTyped(field: DeskField, typed: Typed | undefined): true | string {
  const isEmpty = typed === undefined || (typeof typed !== 'boolean' && typed.length === 0);
  if (isEmpty) return field.optional ? true : `${field.label} is missing.`;
  if (typeof typed !== 'string' || field.kind === 'yes' || field.kind === 'weekdays') return true;
  if (typed.trim() === '') return field.optional ? true : `${field.label} is missing.`;
  return argumentOf(field, typed) === undefined ? kinds[field.kind].unreadable : true;
}

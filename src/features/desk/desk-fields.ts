import { emailPattern } from '../../domain/account/account-rules.ts';
import { limits, operatorRefusals, type Takes } from '../../domain/refusals/operators.ts';
import { indiaDay } from '../../domain/words/dates.ts';
import { linkInName } from '../../domain/words/links.ts';
import type { Json } from '../../lib/database.types.ts';
import { readPercent, readWholeRupees } from '../../domain/words/typed-figures.ts';
import { cleanCode, cleanEmail, cleanLines } from '../../domain/words/typed-text.ts';
import { serverNow } from '../../lib/clock.ts';
import { textOf, type DeskField, type FieldKind } from './desk-screen.ts';

/** A field's value: a string, a tick, or the days that are ticked. */
export type Typed = string | boolean | string[];

type Figure = { read: (text: string) => Json | undefined; unreadable: string };

/**
 * How to parse figures, and the error if parsing fails. Everything else is sent as typed. Days and times are India's.
 */
const figures: Partial<Record<FieldKind, Figure>> = {
  rupees: {
    read: readWholeRupees,
    unreadable: 'Enter an amount in whole rupees, such as 699 or 15 lakh.',
  },
  percent: { read: readPercent, unreadable: 'Enter a rate, such as 10.5.' },
  number: {
    // A number outside its field's limits is a number too, so that the field names the limits.
    read: (text) => (/^-?\d{1,15}$/.test(cleanCode(text)) ? Number(cleanCode(text)) : undefined),
    unreadable: 'Type a whole number.',
  },
};

/** Converts a typed value to an argument for the function; undefined means that the argument is left out. */
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

/** The date the given number of days from today, in Indian time, as YYYY-MM-DD. */
const dayFromNow = (days: number) => indiaDay(serverNow() + days * 86_400_000);

/** The text below a field's label: its hint, and which values are accepted. */
export function hintOf({ hint, limit }: DeskField): string | undefined {
  const takes = limit && limits[limit].takes.kind !== 'address' && limits[limit].says;
  return [hint, takes].filter(Boolean).join(' ') || undefined;
}

/** The first and the last date that a field accepts, if it has such limits. */
export function daysOf({ limit }: DeskField): { min?: string; max?: string } {
  const takes: Takes | undefined = limit && limits[limit].takes;
  return takes?.kind === 'days'
    ? { min: dayFromNow(takes.least), max: dayFromNow(takes.most) }
    : {};
}

function fits(takes: Takes, value: Json): boolean {
  const text = textOf(value);
  switch (takes.kind) {
    case 'figure':
      return Number(value) >= takes.least && Number(value) <= takes.most;
    case 'years': {
      const years = Number(value) - Number(dayFromNow(0).slice(0, 4));
      return years >= takes.least && years <= takes.most;
    }
    case 'days':
      return (
        text.slice(0, 10) >= dayFromNow(takes.least) && text.slice(0, 10) <= dayFromNow(takes.most)
      );
    case 'address':
      return emailPattern.test(cleanEmail(text));
    case 'form':
      return takes.form.test(cleanCode(text));
    default: {
      // Postgres counts characters, not UTF-16 units.
      const { length } = Array.from(text);
      const isNamed =
        takes.kind !== 'name' || (/[^\p{N}\p{P}\p{S}\p{Z}]/u.test(text) && !linkInName(text));
      return isNamed && length >= takes.least && length <= takes.most;
    }
  }
}

/** What to do about an empty field, by its kind; any other is filled in. */
const unchosen: Partial<Record<FieldKind, string>> = {
  choice: 'Choose one from the list.',
  weekdays: 'Choose at least one day of the week.',
};

/** Checks a typed value. Returns true, or the reason why it cannot be sent (§22.32). */
export function checkTyped(field: DeskField, typed: Typed | undefined): true | string {
  const value = typeof typed === 'string' ? cleanLines(typed) : typed;
  // An unticked checkbox is an answer too.
  if (typeof value !== 'boolean' && !value?.length) {
    return field.optional ? true : (unchosen[field.kind] ?? `Fill in: ${field.label}.`);
  }
  const argument = argumentOf(field, value);
  const limit = field.limit && limits[field.limit];
  if (argument === undefined) {
    // Amounts have a form of their own. Of other figures, the limit says more.
    const unreadable = figures[field.kind]?.unreadable ?? true;
    return field.kind === 'rupees' ? unreadable : (limit?.says ?? unreadable);
  }
  if (!limit || fits(limit.takes, argument)) return true;
  const isPast =
    limit.takes.kind === 'days' &&
    limit.takes.least === 0 &&
    textOf(argument).slice(0, 10) < dayFromNow(0);
  return isPast ? operatorRefusals.day_is_past.says : limit.says;
}

import * as v from 'valibot';
import { cleanCode } from '../words/typed-text.ts';

/** A typed discount code as the database has it: in capitals, without blanks, 'Code:' and what it is wrapped in (§8.31). */
export const cleanDiscountCode = (typed: string): string =>
  cleanCode(typed)
    .replaceAll(' ', '')
    .toUpperCase()
    .replace(/^.*:/, '')
    // All signs of a keyboard but the dash.
    .replace(/^[!-,./:-@[-`{-~।،۔]+/, '')
    .replace(/[!-,./:-@[-`{-~।،۔]+$/, '');

/** A discount code as the database has it. */
export const discountCode = v.pipe(
  v.string(),
  v.transform(cleanDiscountCode),
  v.regex(/^[A-Z0-9][A-Z0-9-]{3,19}$/),
);

/** A code that takes something off a pack's price, and the amount left to pay, in paise; `typed` if the buyer typed it. */
export type Discount = { code: string; amount: number; typed?: true };

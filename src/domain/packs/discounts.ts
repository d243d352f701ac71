import * as v from 'valibot';
import { cleanCode } from '../words/typed-text.ts';

/** A typed discount code in the form that the database has: without spaces, in capitals (§8.31). */
export const cleanDiscountCode = (typed: string): string =>
  cleanCode(typed).replaceAll(' ', '').toUpperCase();

/** A discount code as the database has it. */
export const discountCode = v.pipe(
  v.string(),
  v.transform(cleanDiscountCode),
  v.regex(/^[A-Z0-9][A-Z0-9-]{3,19}$/),
);

/** A code that takes something off a pack's price, and the amount left to pay, in paise; `typed` if the buyer typed it. */
export type Discount = { code: string; amount: number; typed?: true };

import * as v from 'valibot';
import { cleanCode } from '../words/typed-text.ts';

/**
 * Converts a typed discount code to the database's form: in capitals, with spaces, a leading 'Code' and surrounding
 * symbols removed (§8.31).
 */
export const cleanDiscountCode = (typed: string): string =>
  cleanCode(typed)
    .replace(/^(?:(?:use |promo |discount )*(?:coupon|code) )+(?=.*[a-z])/i, '')
    .replaceAll(' ', '')
    .toUpperCase()
    .replace(/^.*:/, '')
    // Every symbol on a keyboard.
    .replaceAll(/^[!-/:-@[-`{-~।،۔]+|[!-/:-@[-`{-~।،۔]+$/g, '');

/** A discount code in the database's form. */
export const discountCode = v.pipe(
  v.string(),
  v.transform(cleanDiscountCode),
  v.regex(/^[A-Z0-9][A-Z0-9-]{3,19}$/),
);

/**
 * A code that lowers a pack's price, and the amount still to pay, in paise. `typed` is set if the buyer typed the code.
 */
export type Discount = { code: string; amount: number; typed?: true };

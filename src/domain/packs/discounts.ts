import * as v from 'valibot';

/** A discount code as the database has it; people type it in small letters and with blanks too (§8.31). */
export const discountCode = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/\s/g, '').toUpperCase()),
  v.regex(/^[A-Z0-9][A-Z0-9-]{3,19}$/),
);

/** What a code, which the buyer may have typed, makes of a pack's price: its name, and what is to be paid, in paise. */
export type Discount = { code: string; amount: number; typed?: true };

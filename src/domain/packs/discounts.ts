import * as v from 'valibot';

/** A discount code as the database has it; people may type it in lower case and with spaces (§8.31). */
export const discountCode = v.pipe(
  v.string(),
  v.transform((typed) => typed.replaceAll(/\s/g, '').toUpperCase()),
  v.regex(/^[A-Z0-9][A-Z0-9-]{3,19}$/),
);

/** A code that takes something off a pack's price, and the amount left to pay, in paise; `typed` if the buyer typed it. */
export type Discount = { code: string; amount: number; typed?: true };

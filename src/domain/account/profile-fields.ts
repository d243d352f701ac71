import { keysOf } from '../words/keys-of.ts';

/** The profile texts that members can change, in the form's order. Lengths are the same as in the `profiles` table. */
export const profileFields = {
  firstname: { label: 'First Name', autoComplete: 'given-name', maxLength: 80 },
  lastname: { label: 'Last Name', autoComplete: 'family-name', maxLength: 80 },
  phonenumber: {
    label: 'Phone Number',
    type: 'tel',
    autoComplete: 'tel',
    maxLength: 32,
    hint: 'For the free interview and your lender. Never sold.',
  },
  referralcode: { label: 'Referral Code', autoComplete: 'off', maxLength: 32 },
} as const;
export type ProfileField = keyof typeof profileFields;
export const profileFieldNames = keysOf(profileFields);

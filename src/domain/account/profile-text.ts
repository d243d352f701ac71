import { cleanCode, cleanPhone, cleanText } from '../words/typed-text.ts';
import type { ProfileField } from './account-rules.ts';

/** Stored in place of a blank referral code (§9.7). */
const defaultReferralCode = '0000';

const cleaners = {
  firstname: cleanText,
  lastname: cleanText,
  phonenumber: cleanPhone,
  referralcode: (typed) => cleanCode(typed) || defaultReferralCode,
} satisfies Record<ProfileField, (typed: string) => string>;

/** A text of a profile as it is sent: cleaned, with '0000' for a blank referral code (§5.12). */
export const profileTextToSend = (name: ProfileField, typed: string): string =>
  cleaners[name](typed);

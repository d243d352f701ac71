import { cleanCode, cleanPhone, cleanText } from '../words/typed-text.ts';
import type { ProfileField } from './profile-fields.ts';

/** The database stores this for a blank referral code (§9.7). */
export const defaultReferralCode = '0000';

const cleaners = {
  firstname: cleanText,
  lastname: cleanText,
  phonenumber: cleanPhone,
  referralcode: (typed) => cleanCode(typed) || defaultReferralCode,
} satisfies Record<ProfileField, (typed: string) => string>;

/** Prepares a profile text for sending: cleans it, and replaces a blank referral code with '0000' (§5.12). */
export const profileTextToSend = (name: ProfileField, typed: string): string =>
  cleaners[name](typed);

import { messages } from './messages.ts';

/**
 * One reasonable e-mail pattern for every form and function (§14.8): something, an @, a domain
 * with a dot, no spaces, 254 characters at most.
 */
export const emailPattern =
  /^(?=.{3,254}$)[^\s@<>"(),:;[\]\\]+@[^\s@.<>"(),:;[\]\\]+(?:\.[^\s@.<>"(),:;[\]\\]+)+$/;

/** Fewest characters of a password at sign-up, and when it is changed (§9.5). */
const minimumPassword = { signUp: 6, change: 8 } as const;

/** The account service hashes no more than this many bytes of a password. */
const maximumPasswordBytes = 72;

/** Fewest characters of a phone number (§9.6). */
const minimumPhone = 10;

/** The most characters the profiles table takes. */
export const maximumLength = {
  firstname: 80,
  lastname: 80,
  email: 254,
  phonenumber: 32,
  referralcode: 32,
} as const;

/** What a blank referral code is stored as (§9.7). */
const defaultReferralCode = '0000';

// A text is shown in many places; characters that cannot be seen can only do harm there. The
// database strips the same ones.
const unseen = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** One line of text as a person means it: no control or direction marks, no blanks at either end. */
export function cleanText(typed: string): string {
  return typed.replaceAll(unseen, '').trim();
}

/** The address the account service knows: it takes no blanks around it and no capitals. */
export function cleanEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/** The referral code to send: a blank one becomes '0000' (§5.12). */
export function referralCodeToSend(typed: string): string {
  return cleanText(typed) || defaultReferralCode;
}

type Check = (value: string) => true | string;

function filled(message: string): Check {
  return (value) => cleanText(value) !== '' || message;
}

const longPhone: Check = (value) =>
  cleanText(value).length >= minimumPhone || messages.phoneInvalid;

const fittingPassword: Check = (value) =>
  new TextEncoder().encode(value).length <= maximumPasswordBytes || messages.passwordTooLong;

function emailRule(invalid: string) {
  return {
    required: messages.emailRequired,
    validate: (value: string) => emailPattern.test(value.trim()) || invalid,
  };
}

function passwordRule(required: string, minimum: number) {
  return {
    required,
    minLength: { value: minimum, message: messages.passwordTooShort },
    validate: fittingPassword,
  };
}

/** The rule of a field that repeats the field `password`. */
function repeatRule<Name extends string>(password: Name, required: string, differs: string) {
  return {
    required,
    validate: (value: string, values: Record<Name, string>) =>
      value === values[password] || differs,
  };
}

/** Rules and messages of every form field, in react-hook-form's terms (§5.1 to §5.22). */
export const fieldRules = {
  firstname: {
    required: messages.firstnameRequired,
    validate: filled(messages.firstnameRequired),
  },
  lastname: { required: messages.lastnameRequired, validate: filled(messages.lastnameRequired) },
  email: emailRule(messages.emailInvalid),
  recoveryEmail: emailRule(messages.recoveryEmailInvalid),
  phonenumber: { required: messages.phoneRequired, validate: longPhone },
  password: passwordRule(messages.passwordRequired, minimumPassword.signUp),
  confirmPassword: repeatRule(
    'password',
    messages.confirmPasswordRequired,
    messages.confirmPasswordDiffers,
  ),
  newPassword: passwordRule(messages.newPasswordRequired, minimumPassword.change),
  confirmNewPassword: repeatRule(
    'newPassword',
    messages.newPasswordRequired,
    messages.newPasswordDiffers,
  ),
  terms: { required: messages.termsRequired },
} as const;

import { inTime } from '../in-time.ts';
import { linkInName } from '../words/links.ts';
import { messages } from './messages.ts';

/**
 * The one email pattern that all forms share (§14.8): any characters, an @ and a domain with a dot, without spaces or
 * control characters, without punctuation in the domain, and with up to 64 characters before the @ and 254 in total.
 * `private.is_address` has the same rule.
 */
export const emailPattern =
  /^(?=\P{Cc}{3,254}$)[^\s@<>"(),:;[\]\\*]{1,64}@[^\s!-,./:-@[-^`{-~]+(?:\.[^\s!-,./:-@[-^`{-~]+)+$/u;

/** The shortest password in characters, at sign-up and when changing it (§9.5). */
export const minimumPassword = { signUp: 6, change: 8 } as const;

/** Says what a typed password still lacks: 'Use at least 8 characters: 1 more'. */
export const sayMissing = (minimum: number, typed: number) =>
  `Use at least ${minimum} characters: ${minimum - typed} more`;

/** The account service can hash only this many bytes of a password. */
const maximumPasswordBytes = 72;

type Check = (value: string) => true | string;
type Cleaner = typeof import('../words/typed-text.ts');

/**
 * A rule that checks the cleaned text; `fits` may return its own message. The cleaner is imported only when needed,
 * because it would make the sign-up page's scripts too large.
 */
function cleaned(fits: (value: string, cleaner: Cleaner) => boolean | string, message: string) {
  // If the cleaner does not load within 10 s, the field counts as valid: submitting the form then fails for the same
  // reason, with a message.
  return (value: string) =>
    inTime(import('../words/typed-text.ts')).then(
      (cleaner): true | string => fits(value, cleaner) || message,
      () => true,
    );
}

const filled = (message: string) =>
  cleaned(
    (value, { cleanText }) => linkInName(cleanText(value)) ?? cleanText(value) !== '',
    message,
  );

const fittingPhone = cleaned(
  (value, { cleanPhone, readPhone }) =>
    readPhone(value) !== undefined ||
    // Too many digits for one number.
    (/(?:\d\D*){19}/.test(cleanPhone(value)) && messages.twoPhones),
  messages.phoneInvalid,
);

const fittingPassword: Check = (value) =>
  new TextEncoder().encode(value).length <= maximumPasswordBytes || messages.passwordTooLong;

function emailRule(invalid: string) {
  return {
    required: messages.emailRequired,
    validate: cleaned((value, { cleanEmail }) => emailPattern.test(cleanEmail(value)), invalid),
  };
}

function passwordRule(required: string) {
  return {
    required,
    minLength: { value: minimumPassword.signUp, message: messages.passwordTooShort },
    validate: fittingPassword,
  };
}

/** The rule for a field that must match the `password` field. */
function repeatRule<Name extends string>(password: Name, required: string, differs: string) {
  return {
    required,
    validate: (value: string, values: Record<Name, string>) =>
      value === values[password] || differs,
  };
}

/** The form fields' rules and messages, as options of react-hook-form (§5.1 to §5.22). */
export const fieldRules = {
  firstname: {
    required: messages.firstnameRequired,
    validate: filled(messages.firstnameRequired),
  },
  lastname: { required: messages.lastnameRequired, validate: filled(messages.lastnameRequired) },
  email: emailRule(messages.emailInvalid),
  recoveryEmail: emailRule(messages.recoveryEmailInvalid),
  phonenumber: { required: messages.phoneRequired, validate: fittingPhone },
  referralcode: {},
  password: passwordRule(messages.passwordRequired),
  confirmPassword: repeatRule(
    'password',
    messages.confirmPasswordRequired,
    messages.confirmPasswordDiffers,
  ),
  newPassword: {
    ...passwordRule(messages.newPasswordRequired),
    // The fixed message names 6 characters, so it is true only below 6 (§14.15).
    validate: (value: string) =>
      value.length < minimumPassword.change
        ? sayMissing(minimumPassword.change, value.length)
        : fittingPassword(value),
  },
  confirmNewPassword: repeatRule(
    'newPassword',
    messages.newPasswordRequired,
    messages.newPasswordDiffers,
  ),
  terms: { required: messages.termsRequired },
} as const;

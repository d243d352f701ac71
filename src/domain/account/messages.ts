/** Messages of forms and calls, word for word as in §5. */
export const messages = {
  firstnameRequired: 'First Name filed is required',
  lastnameRequired: 'Last Name is required',
  emailRequired: 'Email is required',
  emailInvalid: 'entered email is not valid',
  phoneRequired: 'Phone Number is required',
  phoneInvalid: 'Entered phone number is not valid',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password needs a minimum of 6 characters',
  confirmPasswordRequired: 'please enter the password',
  confirmPasswordDiffers: 'Entered passwords donot match',
  termsRequired: 'please accept terms and conditions',
  newPasswordRequired: 'This field is required',
  newPasswordDiffers: 'Passwords need to match',
  recoveryEmailInvalid: 'Entered email is not valid',

  signedUp: 'Account has been created successfully!',
  loginFailed: 'Either password or email is wrong',
  logoutFailed: 'Not able to logout',
  recoverySent: 'email successfully sent',
  unexpectedError: 'Unexpected Application Error!',

  // Not from §5.
  // The account service rejects such passwords, so the form rejects them first.
  passwordTooLong: 'Use up to 72 characters. Emoji and accented letters count as two to four each.',
  twoPhones: 'Enter only one phone number.',
} as const;

/** Messages that §5 does not specify (§5.46). */
export const hints = {
  offline: 'You appear to be offline. Check your connection and try again.',
  tooManyTries: 'Too many attempts. Wait a minute, then try again.',
  loginRefused:
    'Check your email and password and try again, or set a new password with ‘Forgot Password?’ below.',
  emailNotConfirmed:
    'Your address is not confirmed yet. Open the link in our email, or ask for a new one.',
  accountServiceDown:
    'Our account service is not responding right now. Please try again in a minute.',
  accountExists: 'There is already an account with this address.',
  offlineLogin:
    'You appear to be offline, so your password was not checked. Check your connection and try again.',
  sessionExpired: 'You have been logged out. Log in again to continue.',
  sessionExpiredTypedKept:
    'You have been logged out. Log in again to continue: we have kept what you typed.',
  pageOutOfDate: 'Part of this page did not load. Reload the page, then try again.',
  storageBlocked:
    'Your browser blocks this site’s data, so we cannot keep you logged in. Allow site data for it, then reload this page.',
  linkIncomplete: 'This link is incomplete. Copy the whole link from our email into your browser.',
} as const;

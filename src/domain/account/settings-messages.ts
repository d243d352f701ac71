/**
 * Messages for the member's profile and settings, word for word as in §5, and messages that only lazily loaded code
 * shows. They are separate, because every page with a form downloads `messages`.
 */
export const settingsMessages = {
  profileFailed: 'Not able to acess the data',
  profileUpdateFailed: 'Not able to update',
  profileUpdated: 'updated successfully',
  passwordUpdated: 'password successfully updated',
  pictureUploadFailed: 'couldnot upload image',

  // Messages that §5 does not specify (§5.46).
  notSaved:
    'We could not save your changes, but what you typed is still here. Try again in a minute.',
  othersNotEnded:
    'Your password has changed, but your other devices are still logged in. Select ‘Log out everywhere’ in Settings.',
  authenticator:
    'This account uses an authenticator app, so a link or password alone is not enough. Log in, enter the code at /desk, then change your password here. If you cannot, ask an owner to remove the authenticator.',
  linkExpired: 'This link has expired or was already used.',
  otherAccount: 'This link belongs to another account. Log in to the account that asked for it.',
  serverDown: 'Our server is not responding right now. Please try again in a minute.',
  signUpFailed: 'We could not create your account. Please try again.',
  mailFailed: 'We could not send the email. Please try again.',
} as const;

/**
 * Messages of the member's profile and settings, to the letter as in §5, and messages that only lazily loaded code
 * shows. They are not in `messages`, because every page with a form downloads that.
 */
export const settingsMessages = {
  profileFailed: 'Not able to acess the data',
  profileUpdateFailed: 'Not able to update',
  profileUpdated: 'updated successfully',
  passwordUpdated: 'password successfully updated',
  pictureTooLarge: 'File size should be less than 300kb',
  pictureWrongType: 'Invalid file type. Please upload an image (JPEG, PNG, GIF)',
  pictureUploadFailed: 'couldnot upload image',

  // Messages that §5 does not specify (§5.46).
  notSaved: 'Nothing was saved. What you typed is still here: try again in a minute.',
  othersNotEnded:
    'Your password is changed, but your other devices are still logged in. Press ‘Log out everywhere’ in Settings.',
  authenticator:
    'This account has an authenticator, so a link or password alone changes nothing. Log in, enter the code at /desk, then change your password here. If you cannot, ask an owner to remove it.',
  otherAccount: 'This link belongs to another account. Log in as the one that asked for it.',
  serverDown: 'Our server is not answering right now. Please try again in a minute.',
  signUpFailed: 'The account could not be created. Please try again.',
  mailFailed: 'The mail could not be sent. Please try again.',
  pictureTooManyPixels: 'This picture has more than 120 million pixels. Choose a smaller one.',
} as const;

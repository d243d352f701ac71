/**
 * The messages of the member's profile and settings, letter by letter as in §5. They are not in `messages`, which
 * every page with a form downloads.
 */
export const settingsMessages = {
  profileFailed: 'Not able to acess the data',
  profileUpdateFailed: 'Not able to update',
  profileUpdated: 'updated successfully',
  passwordUpdated: 'password successfully updated',
  pictureTooLarge: 'File size should be less than 300kb',
  pictureWrongType: 'Invalid file type. Please upload an image (JPEG, PNG, GIF)',
  pictureUploadFailed: 'couldnot upload image',

  // Messages for which the rules give no words (§5.46).
  notSaved: 'Nothing was saved. What you typed is still here: try again in a minute.',
  othersNotEnded:
    'Your password was changed, but your other devices could not be logged out. Press ‘Log out everywhere’ in your settings.',
  pictureTooManyPixels:
    'This picture has more than 120 million pixels, too many for a phone. Choose a smaller one.',
} as const;

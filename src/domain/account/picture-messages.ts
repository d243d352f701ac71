/** Why a profile picture is refused; `tooLarge` and `wrongType` are word for word as in §5.23 and §5.24. */
export const pictureMessages = {
  tooLarge: 'File size should be less than 300kb',
  wrongType: 'Invalid file type. Please upload an image (JPEG, PNG, GIF)',
  tooManyPixels:
    'This picture is too large for your device to open. Choose a smaller one, or take a screenshot of it.',
} as const;

import { expect, test } from 'vitest';
import { messages } from './messages.ts';
import { pageMessages } from './page-messages.ts';
import { pictureMessages } from './picture-messages.ts';
import { settingsMessages } from './settings-messages.ts';

// The spelling mistakes are part of the rules (§5): correcting one is a defect.
test('the error messages match §5 to the letter', () => {
  const all = { ...messages, ...pageMessages, ...settingsMessages, ...pictureMessages };
  expect(Object.values(all)).toEqual(
    expect.arrayContaining([
      'First Name filed is required',
      'Last Name is required',
      'Email is required',
      'entered email is not valid',
      'Entered email is not valid',
      'Phone Number is required',
      'Entered phone number is not valid',
      'Password is required',
      'Password needs a minimum of 6 characters',
      'please enter the password',
      'Entered passwords donot match',
      'please accept terms and conditions',
      'File size should be less than 300kb',
      'Invalid file type. Please upload an image (JPEG, PNG, GIF)',
      'This field is required',
      'Passwords need to match',
      'Account has been created successfully!',
      'Either password or email is wrong',
      'home data couldnot be loaded',
      'Not able to logout',
      'Not able to acess the data',
      'Not able to update',
      'couldnot upload image',
      'updated successfully',
      'password successfully updated',
      'email successfully sent',
      'Page not found',
      'Unexpected Application Error!',
    ]),
  );
});

import { expect, test } from 'vitest';
import { changedFields, changesToSend } from './profile-changes.ts';

const saved = {
  email: 'asha@example.com',
  firstname: 'Asha',
  lastname: 'Rao',
  phonenumber: '9876543210',
  referralcode: '0000',
  profileimage: '',
};

test('D21 saving the profile sends only the fields that changed', () => {
  expect(changedFields(saved, { ...saved, lastname: 'Iyer' })).toEqual({ lastname: 'Iyer' });
  expect(changedFields(saved, saved)).toEqual({});
});

test('D10 changed fields are cleaned, and an emptied referral code is sent as 0000', () => {
  expect(changesToSend({ firstname: ' A\u0000sha ', referralcode: ' ' })).toEqual({
    firstname: 'Asha',
    referralcode: '0000',
  });
});

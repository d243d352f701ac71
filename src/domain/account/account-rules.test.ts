import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { links, names, twoPhones, unseen } from '../../../tests/samples/typed.ts';
import { messageRequest, messageRules } from '../messages/contact-message.ts';
import { emailPattern, fieldRules } from './account-rules.ts';
import { profileTextToSend } from './profile-text.ts';

describe('email rules', () => {
  test.each(['asha@example.com', 'a+b.c@mail.example.co.in', "o'neil@example.org", 'ä@exämple.de'])(
    'A25 the email field accepts %s',
    (address) => expect(emailPattern.test(address)).toBe(true),
  );

  test.each([
    'asha',
    'asha@',
    '@example.com',
    'asha@example',
    'asha rao@example.com',
    'asha@@example.com',
    'asha@example..com',
    '<asha@example.com>',
    'asha@example.com,b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'example.'.repeat(32)}com`,
  ])('A25 the email field rejects %s', (address) => expect(emailPattern.test(address)).toBe(false));

  test('A25 the email field accepts capital letters and surrounding spaces', async () => {
    await expect(fieldRules.email.validate('  Asha@Example.com ')).resolves.toBe(true);
  });

  test('the recovery form shows the email error exactly as §5.18 words it', async () => {
    await expect(fieldRules.email.validate('x')).resolves.toBe('entered email is not valid');
    await expect(fieldRules.recoveryEmail.validate('x')).resolves.toBe(
      'Entered email is not valid',
    );
  });
});

describe('name and referral code rules', () => {
  test('D11 a name made of spaces and invisible characters counts as missing', async () => {
    await expect(fieldRules.firstname.validate(' \u202E\u0000 ')).resolves.toBe(
      'First Name filed is required',
    );
    await expect(fieldRules.lastname.validate('\t')).resolves.toBe('Last Name is required');
    await expect(fieldRules.lastname.validate('R')).resolves.toBe(true);
  });

  test.each(unseen)('§5.52 D11 the invisible name %j counts as missing', async (name) => {
    await expect(fieldRules.firstname.validate(name)).resolves.toBe('First Name filed is required');
    await expect(fieldRules.lastname.validate(name)).resolves.toBe('Last Name is required');
  });

  test.each(links)('§5.56 the name field refuses the link %j and asks for a name', async (name) => {
    const said = 'This is a link. Please write your name.';
    await expect(fieldRules.firstname.validate(name)).resolves.toBe(said);
    await expect(fieldRules.lastname.validate(name)).resolves.toBe(said);
    expect(messageRules.name.validate(name)).toBe(said);
    expect(v.is(messageRequest.entries.name, name)).toBe(false);
  });

  test.each(names)('the name field does not mistake %s for a link', async (name) => {
    await expect(fieldRules.firstname.validate(name)).resolves.toBe(true);
    expect(messageRules.name.validate(name)).toBe(true);
  });

  test.each(['', '   ', '\u0000'])('D14 the blank referral code %j is sent as 0000', (code) => {
    expect(profileTextToSend('referralcode', code)).toBe('0000');
  });

  test('D14 any other referral code is trimmed before it is sent', () => {
    expect(profileTextToSend('referralcode', ' friend-7 ')).toBe('friend-7');
  });
});

describe('phone rules', () => {
  test.each([
    ...['9876543210', '+91 98765 43210', '0000000000', '९८७६५ ४३२१०', '022 2345 6789'],
    ...['+44 20 7946 0958', '0091 (0) 98765-43210', '089/1234567-89'],
  ])(
    'D15 the phone field accepts %s',
    async (phone) => await expect(fieldRules.phonenumber.validate(phone)).resolves.toBe(true),
  );

  test.each(['987654321', '          ', '98765\u200F43\u200F21 ', 'abcdefghij', '98765x43210'])(
    'D15 the phone field rejects %j',
    async (phone) =>
      await expect(fieldRules.phonenumber.validate(phone)).resolves.toBe(
        'Entered phone number is not valid',
      ),
  );

  test.each(twoPhones)(
    '§5.52 the phone field says that %j is more than one number',
    async (text) =>
      await expect(fieldRules.phonenumber.validate(text)).resolves.toBe(
        'Enter only one phone number.',
      ),
  );
});

describe('password rules', () => {
  const longest = 'a'.repeat(72);

  test('A23 a password over 72 bytes is rejected, even if it has fewer than 72 characters', () => {
    expect(fieldRules.password.validate(longest)).toBe(true);
    expect(fieldRules.password.validate(`${longest}a`)).not.toBe(true);
    expect(fieldRules.newPassword.validate('é'.repeat(36))).toBe(true);
    expect(fieldRules.newPassword.validate('é'.repeat(37))).not.toBe(true);
    expect(fieldRules.newPassword.validate('🎓'.repeat(19))).not.toBe(true);
  });

  test('§14.15 a password needs 6 characters at sign-up and 8 when it is changed, and the fixed message is shown only below 6', () => {
    const message = 'Password needs a minimum of 6 characters';
    expect(fieldRules.password.minLength).toEqual({ value: 6, message });
    expect(fieldRules.newPassword.minLength).toEqual({ value: 6, message });
    expect(fieldRules.newPassword.validate('1234567')).toBe('Use at least 8 characters: 1 more');
    expect(fieldRules.newPassword.validate('12345678')).toBe(true);
  });

  test('passwords are compared without trimming', () => {
    const { confirmPassword, confirmNewPassword } = fieldRules;
    expect(confirmPassword.validate(' a', { password: ' a' })).toBe(true);
    expect(confirmPassword.validate('a', { password: 'a ' })).toBe('Entered passwords donot match');
    expect(confirmNewPassword.validate('a', { newPassword: 'A' })).toBe('Passwords need to match');
  });
});

import { expect, test } from 'vitest';
import { loginOf } from './member.ts';

const user = {
  id: '5f0c3f0e-1111-4222-8333-444455556666',
  role: 'authenticated',
  email: 'asha@example.com',
  user_metadata: { firstname: 'Asha', lastname: 'Rao' },
};

test('a user with the role ‘authenticated’ counts as a member', () => {
  expect(loginOf(user)).toEqual({
    status: 'authenticated',
    member: { id: user.id, email: user.email, firstname: 'Asha', lastname: 'Rao' },
  });
});

test.each([
  ['another role', { ...user, role: 'anon' }],
  ['the service role', { ...user, role: 'service_role' }],
  ['no role', { ...user, role: undefined }],
  ['a role in the metadata only', { ...user, role: '', user_metadata: { role: 'authenticated' } }],
  ['no id', { ...user, id: '' }],
  ['no user', null],
  ['text instead of a user', 'authenticated'],
])('a login with %s counts as anonymous', (_name, given) => {
  expect(loginOf(given)).toEqual({ status: 'anonymous' });
});

test.each([
  ['missing', undefined],
  ['of another kind', ['Asha']],
  ['with numbers for names', { firstname: 1, lastname: {} }],
])('a member’s names are empty if the metadata is %s', (_name, user_metadata) => {
  expect(loginOf({ ...user, user_metadata })).toMatchObject({
    member: { firstname: '', lastname: '' },
  });
});

import { expect, test } from 'vitest';
import { parseMailedLink } from './our-link.ts';

const token = '0123456789abcdef'.repeat(4);

test.each(['verify', 'email_token', 'pack', 'invitation'] as const)(
  '§15.60 §18.82 the token of an emailed link is read only for the link’s own purpose: %s',
  (kind) => {
    expect(parseMailedLink(`#${kind}=${token}`, kind)).toEqual({ token });
    expect(parseMailedLink(`#${kind}=${token}&for=a%E2%80%A6%40example.com`, kind)).toEqual({
      token,
    });
    const other = kind === 'verify' ? 'pack' : 'verify';
    expect(parseMailedLink(`#${kind}=${token}`, other)).toBeUndefined();
  },
);

test.each(['#verify=', `#verify=${token.slice(1)}`, `#verify=${token}x`])(
  'the fragment %s is recognised as a damaged link without a token',
  (fragment) => {
    expect(parseMailedLink(fragment, 'verify')).toEqual({});
  },
);

test('§18.94 the token is read from a link that unsubscribes a member from news emails', () => {
  const ofAccount = `5f0c3f0e-1111-4222-8333-444455556666.${token}`;
  expect(parseMailedLink(`#unsubscribe=${ofAccount}`, 'unsubscribe')).toEqual({ token: ofAccount });
  expect(parseMailedLink(`#unsubscribe=${ofAccount.slice(1)}`, 'unsubscribe')).toEqual({});
});

test.each(['', '#', '#content', `#token_hash=${token}&type=recovery`, `#${token}`])(
  'the fragment %j is not mistaken for an emailed link',
  (fragment) => {
    expect(parseMailedLink(fragment, 'verify')).toBeUndefined();
  },
);

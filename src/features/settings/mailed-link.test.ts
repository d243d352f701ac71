import { expect, test } from 'vitest';
import { parseMailedLink } from './mailed-link.ts';

const token = '0123456789abcdef'.repeat(4);

test('§15.60 reads the token of our link', () => {
  expect(parseMailedLink(`#address_token=${token}`, '#address_token=')).toEqual({ token });
});

test('§18.82 a link for another address is of no use for a proof, and the other way round', () => {
  expect(parseMailedLink(`#email_token=${token}`, '#email_token=')).toEqual({ token });
  expect(parseMailedLink(`#email_token=${token}`, '#address_token=')).toBeUndefined();
  expect(parseMailedLink(`#address_token=${token}`, '#email_token=')).toBeUndefined();
});

test.each(['#address_token=', `#address_token=${token.slice(1)}`, `#address_token=${token}&x=1`])(
  '%s is a part of a link',
  (fragment) => {
    expect(parseMailedLink(fragment, '#address_token=')).toBe('incomplete');
  },
);

test.each(['', '#', '#content', `#token_hash=${token}&type=recovery`, `#${token}`])(
  '%j is another fragment',
  (fragment) => {
    expect(parseMailedLink(fragment, '#address_token=')).toBeUndefined();
  },
);

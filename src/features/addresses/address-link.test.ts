import { expect, test } from 'vitest';
import { parseAddressLink } from './address-link.ts';

const token = '0123456789abcdef'.repeat(4);

test('§15.60 reads the token of our link', () => {
  expect(parseAddressLink(`#address_token=${token}`)).toEqual({ token });
});

test.each(['#address_token=', `#address_token=${token.slice(1)}`, `#address_token=${token}&x=1`])(
  '%s is a part of a link',
  (fragment) => {
    expect(parseAddressLink(fragment)).toBe('incomplete');
  },
);

test.each(['', '#', '#content', `#token_hash=${token}&type=recovery`, `#${token}`])(
  '%j is another fragment',
  (fragment) => {
    expect(parseAddressLink(fragment)).toBeUndefined();
  },
);

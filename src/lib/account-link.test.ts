import { expect, test } from 'vitest';
import { parseMailLink } from './account-link.ts';

const token = 'e0dc2a5a8f0e022725d62e961a515f6d5adae5339ae0fb60abf9c115b3af6c60';

test.each(['recovery', 'email', 'email_change'])(
  'the token is read from a link of type %s',
  (type) => {
    expect(parseMailLink(`#token_hash=${token}&type=${type}`)).toEqual({ type, tokenHash: token });
  },
);

test.each([
  '',
  '#',
  '#packs',
  `#token_hash=${token}`,
  `#token_hash=${token}&type=magiclink`,
  '#token_hash=&type=recovery',
  '#token_hash=<script>alert(1)</script>&type=recovery',
  `#access_token=${token}&refresh_token=${token}&type=recovery`,
])('A1 the token is not read from the fragment %j', (fragment) => {
  expect(parseMailLink(fragment)).toBeUndefined();
});

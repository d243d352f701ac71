import { expect, test } from 'vitest';
import { plain } from '../ui/Sentence.tsx';
import { sharedBy, sharedPack, sharedWithYou } from './second-person.ts';

test('a shared pack names who shares it, if we know the name', () => {
  expect(plain(sharedWithYou({ other: 'Asha' }))).toBe('Shared with you by Asha');
  expect(sharedWithYou({ other: null })).toBe('Shared with you');
});

test('an invitation shows its sender’s first name, or ‘Someone’', () => {
  expect(plain(sharedBy({ from: 'Asha' }))).toBe('Asha has shared a pack with you');
  expect(sharedBy({ from: null })).toBe('Someone has shared a pack with you');
  expect(sharedPack({ pack: 'super-value', sessions: 4 })).toBe(
    'Super Value Pack, 4 sessions left for the two of you',
  );
  expect(
    sharedPack({ pack: 'super-value', sessions: 0 }),
    'the invitation says why the pack cannot book',
  ).toMatch(/^Super Value Pack\. You cannot book with this pack now: .* refund$/);
});

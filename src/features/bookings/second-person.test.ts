import { expect, test } from 'vitest';
import { plain } from '../ui/Sentence.tsx';
import { namingsLeft, sharedBy, sharedPack } from './second-person.ts';

test('§15.26 the buyer sees how many times they can still name a second person', () => {
  expect(namingsLeft({ namings_left: 3 })).toContain('three times, until the second person books');
  expect(namingsLeft({ namings_left: 2 })).toContain('two more times');
  expect(namingsLeft({ namings_left: 1 })).toContain('last');
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

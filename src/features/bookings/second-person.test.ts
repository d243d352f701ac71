import { expect, test } from 'vitest';
import { plain } from '../ui/Sentence.tsx';
import { namingsLeft, nowShared, sharedBy, sharedPack, sharedWithYou } from './second-person.ts';

test('§15.26 the buyer sees how many times they can still invite someone else', () => {
  const instead = 'Later, you can invite someone else instead,';
  const until = 'at most, until the second person books a session.';
  expect(namingsLeft({ namings_left: 3 })).toBe(`${instead} two times ${until}`);
  expect(namingsLeft({ namings_left: 2 })).toBe(`${instead} once ${until}`);
  expect(namingsLeft({ namings_left: 1 })).toBe('This is your last invitation for this pack.');
});

test('§15.25 whoever accepts an invitation is told whose pack it is and what is left in it', () => {
  expect(nowShared({ from: 'Asha', sessions: 1 })).toBe(
    'You now share Asha’s pack: 1 session left for the two of you.',
  );
  expect(nowShared({ from: null, sessions: 0 })).toBe('You now share this pack.');
  expect(plain(sharedWithYou({ from: 'Asha' }))).toBe('Shared with you by Asha');
  expect(sharedWithYou({ from: null })).toBe('Shared with you');
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

import { expect, test } from 'vitest';
import { initials } from './initials.ts';

test.each([
  ['Asha Rao', 'AR'],
  ['  asha   devi rao ', 'AR'],
  ['Meera', 'M'],
  ['मीरा शर्मा', 'मश'],
  ['𝒜sha Rao', '𝒜R'],
  ['', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters);
});

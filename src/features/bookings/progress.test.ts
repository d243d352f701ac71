import { expect, test } from 'vitest';
import { booking, feedback } from '../../../tests/components/support/samples/bookings.ts';
import type { Booking } from '../packs/practice-schema.ts';
import { exerciseOf, lineSize, pointsOf, scoresOf } from './progress.ts';

const held = (hours: number, changes: Partial<NonNullable<Booking['feedback']>> = {}) =>
  booking(-hours, { feedback: { ...feedback, ...changes } });

test('§15.97 scores come in the order of their sessions, each kind by itself', () => {
  const [late, early] = [held(30, { content: 5 }), held(90, { content: 2 })];
  const others = [
    booking(-50, { kind: 'gd', feedback }),
    held(40, { attended: false }),
    held(45, { structure: null }),
    booking(-20),
  ];
  const scores = scoresOf([late, ...others, early], 'interview');
  expect(scores.map(({ id, content }) => [id, content])).toEqual([
    [early.id, 2],
    [late.id, 5],
  ]);
  expect(scoresOf(others, 'gd')).toHaveLength(1);
});

test('§15.97 the best score stands at the top, the worst at the bottom, the first on the left', () => {
  const scores = scoresOf([held(90, { content: 1 }), held(30, { content: 5 })], 'interview');
  const { width, height, margin } = lineSize;
  expect(pointsOf(scores, 'content')).toEqual([
    { x: margin, y: height - margin },
    { x: width - margin, y: margin },
  ]);
});

test('§15.97 the exercise is that of the newest feedback, also where it has none', () => {
  expect(exerciseOf([])).toBeUndefined();
  const [old, newest] = [held(90, { exercise: 'Count' }), held(30, { exercise: 'Breathe' })];
  expect(exerciseOf([newest, old])).toBe('Breathe');
  expect(exerciseOf([old, held(20, { exercise: null })])).toBeUndefined();
});

import { expect, test } from 'vitest';
import { offerProblems } from './offer.ts';

// In India it is already 22 November 2026, and in Greenwich still the 21st.
const now = Date.parse('2026-11-21T20:00:00Z');
const good = { institute: 'IIM Indore', offeredOn: '2026-11-20', interviewedOn: '2026-11-10' };

test('§17.66 the form accepts an offer from the last three weeks', () => {
  expect(offerProblems.institute(good)).toBeUndefined();
  expect(offerProblems.offeredOn(good, now)).toBeUndefined();
  expect(offerProblems.interviewedOn(good, now)).toBeUndefined();
  expect(offerProblems.interviewedOn({ ...good, interviewedOn: good.offeredOn }, now)).toBe(
    undefined,
  );
});

test('§17.66 the form requires an institute of up to 120 characters', () => {
  expect(offerProblems.institute({ ...good, institute: '  ' })).toBe('Enter the institute.');
  expect(offerProblems.institute({ ...good, institute: 'x'.repeat(121) })).toContain('120');
});

test('§17.66 §17.8 the form accepts an offer until the end of the 21st day after the offer’s date, in Indian time', () => {
  const at = (offeredOn: string) => offerProblems.offeredOn({ ...good, offeredOn }, now);
  expect(at('2026-11-22')).toBeUndefined();
  expect(at('2026-11-23')).toBe('This date is in the future. Enter one that has passed.');
  expect(at('2026-11-01')).toBeUndefined();
  expect(at('2026-10-31')).toContain('was 21 November 2026');
  expect(at('')).toContain('Enter the day');
});

test('§17.66 the form accepts an interview up to 300 days before the offer, in any season', () => {
  const at = (interviewedOn: string, offeredOn = good.offeredOn) =>
    offerProblems.interviewedOn({ ...good, interviewedOn, offeredOn }, now);
  expect(at('2026-11-21')).toBe('The final interview must be before the offer.');
  expect(at('2026-11-23')).toBe('This date is in the future. Enter one that has passed.');
  expect(at('2026-01-24')).toBeUndefined();
  expect(at('2026-01-23')).toContain('300 days');
  const july = Date.parse('2026-07-06T12:00:00Z');
  const waited = { ...good, offeredOn: '2026-07-06', interviewedOn: '2026-04-10' };
  expect(offerProblems.offeredOn(waited, july)).toBeUndefined();
  expect(offerProblems.interviewedOn(waited, july), 'an offer from a wait list').toBeUndefined();
  expect(at('')).toContain('Enter the day');
  expect(at('2026-11-10', ''), 'the error stands beside the offer').toBeUndefined();
});

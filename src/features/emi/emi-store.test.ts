import { beforeEach, expect, test } from 'vitest';
import {
  $arrival,
  $errors,
  $figures,
  $texts,
  arrive,
  leaveFigure,
  slideFigure,
  typeFigure,
} from './emi-store.ts';
import { firstFigures } from './figures.ts';

beforeEach(() => arrive(''));

test('a typed figure counts right away, and is reformatted when the input loses focus', () => {
  typeFigure('amount', '15 lakh');
  expect($figures.get().amount).toBe(15_00_000);
  expect($texts.get().amount).toBe('15 lakh');
  leaveFigure('amount');
  expect($texts.get().amount).toBe('15,00,000');
});

test('a slider changes the figure and the input’s text, and clears the input’s error', () => {
  typeFigure('rate', 'ten');
  leaveFigure('rate');
  slideFigure('rate', 9.1);
  expect($figures.get().rate).toBe(9.1);
  expect($texts.get().rate).toBe('9.1');
  expect($errors.get().rate).toBeUndefined();
  slideFigure('rate', 10.400000000000002);
  expect($figures.get().rate).toBe(10.4);
});

test('§16.42 the page starts with the figures in its URL and with any text typed before its scripts ran', () => {
  arrive('?amount=3500000&rate=none', { study: '18 months' });
  expect($arrival.get()).toMatchObject({ unread: ['Interest rate'] });
  expect($figures.get()).toEqual({ ...firstFigures, amount: 35_00_000, study: 18 });
  expect($texts.get()).toMatchObject({ amount: '35,00,000', rate: '10.5', study: '18 months' });
});

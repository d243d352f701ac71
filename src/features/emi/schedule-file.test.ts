import { expect, test } from 'vitest';
import { workOut } from '../../domain/loans/loan.ts';
import { firstFigures, termsOf } from './figures.ts';
import { scheduleFile } from './schedule-file.ts';

/** The rows of a CSV file whose cells contain no commas. */
const rowsOf = (file: string) =>
  file
    .slice(1)
    .split('\r\n')
    .map((line) => line.split(','));

test('§16.38 the schedule file has a row for each month, to the paisa', () => {
  const loan = workOut(termsOf(firstFigures));
  const [headings, ...rows] = rowsOf(scheduleFile(loan));
  expect(headings?.join()).toBe('Month,Stage,Payment (Rs),Interest (Rs),Principal (Rs),Owed (Rs)');
  expect(rows.pop(), 'the last line ends with a line break').toEqual(['']);
  expect(rows).toHaveLength(156);
  expect(rows[0]).toEqual(['1', 'Study', '0.00', '17500.00', '0.00', '2017500.00']);
  expect(rows[24]?.[1]).toBe('Grace');
  expect(rows[36]).toEqual(['37', 'EMI', '35487.90', '23012.50', '12475.40', '2617524.60']);
  expect(rows.at(-1)?.at(-1)).toBe('0.00');

  const paise = (cell = '') => Number(cell.replace('.', ''));
  const sum = (column: number) => rows.reduce((all, row) => all + paise(row[column]), 0);
  expect(sum(2)).toBe(loan.total);
  expect(sum(3)).toBe(loan.interest);
});

test('paying interest during study does not repay any of the loan', () => {
  const loan = workOut(termsOf({ ...firstFigures, interest: 'paid' }));
  const [, first] = rowsOf(scheduleFile(loan));
  expect(first).toEqual(['1', 'Study', '17500.00', '17500.00', '0.00', '2000000.00']);
});

test('D13 §22.24 the cells of a schedule file cannot become formulas and do not need an apostrophe', () => {
  const cells = rowsOf(scheduleFile(workOut(termsOf(firstFigures)))).flat();
  expect(cells.filter((cell) => !/^(?:[A-Z\d]|$)/i.test(cell))).toEqual([]);
});

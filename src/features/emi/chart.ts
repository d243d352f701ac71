import { sumOf, type Loan } from '../../domain/loans/loan.ts';
import { sayMonths } from '../../domain/words/count.ts';
import { formatShort } from '../../domain/words/money.ts';

/** The chart's size in SVG units. The plot is between `top` and `bottom`. */
export const chartSize = { width: 640, height: 320, top: 46, bottom: 280 } as const;

/** The width of a label's letters on a phone, where they are largest. */
const letterWidth = 13;

/** The room between a label and what is to its left. */
const labelGap = 8;

/** The smallest number that is at least `least` and 1, 2, 2.5 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 2.5, 5].find((factor) => factor * power >= least) ?? 10);
}

/** An amount in paise, rounded to thousands of rupees and four digits so that it fits in a label. */
function about(paise: number): string {
  return formatShort(Number((Math.round(paise / 100_000) * 1_000).toPrecision(4)));
}

/** The multiples of `step` from 0 to `end`. */
function multiples(step: number, end: number): number[] {
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}

/** Lays out a loan's chart in the units of `chartSize`. `amount` is in paise. */
export function chartOf({ schedule, atStart }: Loan, amount: number) {
  const { width, top, bottom } = chartSize;
  const months = schedule.length;
  const highest = Math.max(amount, atStart);
  const x = (month: number) => Math.round((month / months) * width * 10) / 10;
  const y = (owed: number) => Math.round((bottom - (owed / highest) * (bottom - top)) * 10) / 10;

  const firstEmi = schedule.findIndex(({ stage }) => stage === 'emi');
  const startText = `${about(atStart)} owed when EMIs start`;
  const owedAfter = (month: number) => schedule[month - 1]?.owed ?? amount;
  // Half-year steps look smooth enough. The month when EMIs start needs its own point, because the line bends there.
  const corners = [...multiples(6, months), firstEmi, months].toSorted((one, two) => one - two);
  const points = [...new Set(corners)].map((month) => `${x(month)} ${y(owedAfter(month))}`);
  const line = `M${points.join('L')}`;

  /**
   * A grid line. Its label stands at its right end, unless the debt is still higher there. At the left end, the line at
   * the start of EMIs must not cross it.
   */
  function lineAt(owed: number) {
    const text = formatShort(owed / 100);
    const length = text.length * letterWidth;
    const from = Math.floor(months * (1 - length / width));
    const atEnd = owedAfter(Math.max(from, firstEmi)) < owed;
    const startX = Math.max(x(firstEmi), 0);
    const left = startX > labelGap + length ? labelGap : startX + labelGap;
    return { at: y(owed), text, left, atEnd, below: !atEnd && owed <= amount };
  }

  const amountStep = roundStep(highest / 4.5);
  const amounts = multiples(amountStep, highest).slice(1).map(lineAt);
  const yearStep = [1, 2, 3, 5].find((step) => months / 12 / step <= 8) ?? 5;
  return {
    /** The path of the line that shows the debt, from the first day to the last month. */
    line,
    /** The path around the area below the line. */
    area: `${line}V${bottom}H0Z`,
    /** Grid lines at round amounts, from the lowest up, with the place of each label. */
    amounts,
    /** Marks for the years since the payout. */
    years: multiples(yearStep, months / 12).map((year) => ({ at: x(year * 12), text: `${year}` })),
    /** The month in which EMIs start; undefined if it is the first. */
    start:
      firstEmi > 0
        ? {
            x: x(firstEmi),
            y: y(atStart),
            text: startText,
            labelLeft: firstEmi > months * 0.4,
            raised: amounts.some(({ at }) => at < top + 20),
          }
        : undefined,
  };
}

/** The schedule added up by years since the payout, in paise. The last year may be shorter. */
export function yearsOf({ schedule }: Loan) {
  return multiples(12, schedule.length - 1).map((before, index) => {
    const months = schedule.slice(before, before + 12);
    return {
      year: index + 1,
      payment: sumOf(months, 'payment'),
      interest: sumOf(months, 'interest'),
      owed: months.at(-1)?.owed ?? 0,
    };
  });
}

/**
 * The important points in time: the first day, the start of EMIs if later, half the debt repaid, and the end. `amount`
 * is in paise.
 */
export function milestonesOf({ schedule, atStart }: Loan, amount: number) {
  const firstEmi = schedule.findIndex(({ stage }) => stage === 'emi');
  const half = schedule.find(({ stage, owed }) => stage === 'emi' && owed <= atStart / 2);
  return [
    { when: 'On the first day', owed: about(amount) },
    ...(firstEmi > 0
      ? [{ when: `After ${sayMonths(firstEmi)}, when EMIs start`, owed: about(atStart) }]
      : []),
    ...(half ? [{ when: `After ${sayMonths(half.month)}`, owed: 'half of that' }] : []),
    { when: `After ${sayMonths(schedule.length)}`, owed: 'nothing' },
  ];
}

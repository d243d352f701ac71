import { exampleLoan, type LoanTerms } from '../../domain/loans/loan.ts';
import { count } from '../../domain/words/count.ts';
import { keysOf } from '../../domain/words/keys-of.ts';
import { formatRupees, formatShort, toPaise } from '../../domain/words/money.ts';
import {
  readMonths,
  readPercent,
  readRupees,
  type FigureRules,
} from '../../domain/words/typed-figures.ts';

/** The calculator's figures: whole rupees, percent per year, months. */
export type Figures = {
  amount: number;
  rate: number;
  term: number;
  study: number;
  grace: number;
  interest: LoanTerms['interest'];
};

/** The figures that visitors type. */
export type FigureName = Exclude<keyof Figures, 'interest'>;

const { months: term, ...example } = exampleLoan;

/** The figures in the page as built. */
export const firstFigures: Figures = { ...example, amount: example.amount / 100, term };

/**
 * How to read, print and phrase a figure, and the unit or hint beside its input (§16.44). Does not use valibot, because
 * its chunk would exceed this page's budget (§12.30).
 */
type Figure = FigureRules & {
  label: string;
  /** A unit shown before or after the figure. */
  before?: string;
  after?: string;
  hint?: (value: number) => string;
  /** The slider's step, in the unit of `Figures`. */
  step: number;
  /** Formats the figure for its input. */
  print: (value: number) => string;
  /** Formats the figure for a sentence. */
  say: (value: number) => string;
};

const sayWait = (months: number) =>
  months > 0 && months % 12 === 0 ? count(months / 12, 'year') : count(months, 'month');

const inMonths = {
  after: 'months',
  least: 0,
  step: 1,
  print: String,
  say: sayWait,
  read: (text: string) => readMonths(text, 'months'),
};

/** The calculator's inputs, in order (§16.30 to §16.34). */
export const figureInputs: Record<FigureName, Figure> = {
  amount: {
    label: 'Loan amount',
    before: 'Rs',
    least: 1_00_000,
    most: 1_00_00_000,
    step: 50_000,
    hint: formatShort,
    print: (rupees) => formatRupees(rupees).replace('Rs ', ''),
    say: formatRupees,
    read: readRupees,
    words: {
      empty: 'Enter the loan amount.',
      unreadable: 'Enter an amount such as 15,00,000 or 15 lakh.',
      outside: 'Enter an amount from Rs 1 lakh to Rs 1 crore.',
    },
  },
  rate: {
    label: 'Interest rate',
    after: '% a year',
    least: 0,
    most: 24,
    step: 0.1,
    print: String,
    say: (percent) => `${percent}%`,
    read: readPercent,
    words: {
      empty: 'Enter the interest rate.',
      unreadable: 'Enter a rate such as 10.5, with up to two decimals.',
      outside: 'Enter a rate from 0% to 24%.',
    },
  },
  term: {
    label: 'Term',
    after: 'years of EMIs',
    least: 12,
    most: 240,
    step: 6,
    print: (months) => String(months / 12),
    say: (months) => count(months / 12, 'year'),
    read: (text) => readMonths(text, 'years'),
    words: {
      empty: 'Enter the term.',
      unreadable: 'Enter a term such as 10 or 7.5 years.',
      outside: 'Enter a term from 1 to 20 years.',
      between: 'Enter whole or half years.',
    },
    multipleOf: 6,
  },
  study: {
    ...inMonths,
    label: 'Study',
    most: 60,
    words: {
      empty: 'Enter the course length in months, or 0.',
      unreadable: 'Enter a time such as 24 months or 2 years.',
      outside: 'Enter 0 to 60 months.',
    },
  },
  grace: {
    ...inMonths,
    label: 'Grace',
    most: 24,
    words: {
      empty: 'Enter the grace period in months, or 0.',
      unreadable: 'Enter a time such as 6 months or 1 year.',
      outside: 'Enter 0 to 24 months.',
    },
  },
};

export const figureNames = keysOf(figureInputs);

export const interestLabel = 'Interest during study and grace';

/** The two ways to treat interest during the study and grace periods, with their labels (§16.35). */
export const interestChoices = [
  { value: 'paid', label: 'Paid monthly' },
  { value: 'added', label: 'Added to the loan' },
] as const satisfies { value: Figures['interest']; label: string }[];

/** The loan terms that these figures describe. */
export function termsOf({ amount, term, ...others }: Figures): LoanTerms {
  return { ...others, amount: toPaise(amount), months: term };
}

/** These figures in a sentence that introduces the results. */
export function sayFigures({ amount, rate, term, study, grace }: Figures): string {
  const { say } = figureInputs.term;
  const loan = `${formatRupees(amount)} at ${rate}% a year`;
  const waits = [
    study > 0 && `${sayWait(study)} of study`,
    grace > 0 && `${sayWait(grace)} of grace`,
  ];
  const wait = waits.filter(Boolean).join(' and ');
  return wait
    ? `${loan}: ${wait}, then ${say(term)} of EMIs`
    : `${loan} over ${say(term)}, EMIs from the first month`;
}

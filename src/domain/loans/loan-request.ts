import { sayMonths } from '../words/count.ts';
import { indiaDay } from '../words/dates.ts';
import { keysOf } from '../words/keys-of.ts';
import { formatRupees, toPaise } from '../words/money.ts';
import {
  readFigure,
  readMonths,
  readPaise,
  type FigureRules,
  type Reading,
} from '../words/typed-figures.ts';
import { cleanText } from '../words/typed-text.ts';

/** How far the member's application to the institute has come (§16.4). */
export const stageNames = {
  applied: 'Applied',
  shortlisted: 'Shortlisted',
  converted: 'Converted',
};
export const stages = keysOf(stageNames);

/** Who signs the loan together with the member (§16.9). */
export const coApplicantNames = {
  none: 'No one yet',
  parent: 'A parent',
  spouse: 'My spouse',
  sibling: 'A brother or sister',
  other: 'Someone else',
};
export type CoApplicant = keyof typeof coApplicantNames;
export const coApplicants = keysOf(coApplicantNames);

/** The limits for a request, which the database checks too (§16.70). Amounts are in paise. */
export const requestLimits = {
  amount: { least: toPaise(1_00_000), most: toPaise(1_00_00_000) },
  term_months: { least: 12, most: 180 },
  course_months: { least: 6, most: 60 },
  /**
   * How many months before and after the current one a course can start. The database counts 24 months back to the day,
   * so on most days the first of the 24th month before is too early.
   */
  course_starts: { before: 23, after: 24 },
  institute: { least: 2, most: 120 },
  programme: { least: 2, most: 120 },
  city: { least: 2, most: 80 },
} as const;

/** A request's fields by their names in the database, with their labels as specified (§16.2 to §16.10). */
export const requestLabels = {
  institute: 'Institute',
  programme: 'Programme',
  stage: 'Stage',
  course_starts: 'Course starts',
  course_months: 'Course length',
  amount: 'Loan amount',
  term_months: 'Term',
  co_applicant: 'Co-applicant',
  city: 'City',
};
export const requestFields = keysOf(requestLabels);
export type RequestField = keyof typeof requestLabels;
export type RequestTexts = Record<RequestField, string>;

function readText(name: 'institute' | 'programme' | 'city', empty: string) {
  return (text: string): Reading<string> => {
    const { least, most } = requestLimits[name];
    const clean = cleanText(text);
    if (clean === '') return { error: empty };
    if (clean.length < least) return { error: 'Enter at least two letters.' };
    if (clean.length > most) return { error: `Use up to ${most} characters.` };
    return { value: clean };
  };
}

const asFigure = (rules: FigureRules) => (text: string) => readFigure(text, rules);

function readChoice<T extends string>(choices: readonly T[], empty: string) {
  return (text: string): Reading<T> => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { error: empty } : { value };
  };
}

const firstOfMonth = /^\d{4}-(?:0[1-9]|1[0-2])-01$/;

/** Each field's parser. The database also checks how far away the start of the course is. */
export const readers = {
  institute: readText('institute', 'Enter the institute.'),
  programme: readText('programme', 'Enter the programme.'),
  stage: readChoice(stages, 'Choose your admission stage.'),
  course_starts: (text: string): Reading<string> =>
    firstOfMonth.test(text) ? { value: text } : { error: 'Choose the month.' },
  course_months: asFigure({
    ...requestLimits.course_months,
    read: (text) => readMonths(text, 'months'),
    words: {
      empty: 'Enter the length of the course.',
      unreadable: 'Enter a length such as 24, 2 years or 20 months.',
      outside: 'Enter 6 to 60 months.',
    },
  }),
  amount: asFigure({
    ...requestLimits.amount,
    read: readPaise,
    words: {
      empty: 'Enter the loan amount.',
      unreadable: 'Enter an amount such as 15,00,000 or 15 lakh.',
      outside: 'Enter an amount from Rs 1 lakh to Rs 1 crore.',
    },
  }),
  term_months: asFigure({
    ...requestLimits.term_months,
    read: (text) => readMonths(text, 'years'),
    words: {
      empty: 'Enter the term.',
      unreadable: 'Enter a term such as 10, 7.5 years or 90 months.',
      outside: 'Enter a term from 1 to 15 years.',
    },
  }),
  co_applicant: readChoice(coApplicants, 'Choose your co-applicant.'),
  city: readText('city', 'Enter the city you live in.'),
} satisfies Record<RequestField, (text: string) => Reading<unknown>>;

/** A parsed request: the amount in paise, durations in months, and the start as the first of a month, `YYYY-MM-DD`. */
export type LoanRequest = {
  [Name in RequestField]: NonNullable<ReturnType<(typeof readers)[Name]>['value']>;
};

/** Parses a request; undefined if any field is invalid. */
export function readRequest(texts: RequestTexts): LoanRequest | undefined {
  const values = requestFields.map((name) => [name, readers[name](texts[name]).value] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  // Object.fromEntries loses the types of the names.
  return Object.fromEntries(values) as LoanRequest;
}

/** A request's figures as the form shows them; the amount is in paise. */
export const figureTexts = ({
  amount,
  course_months: course,
  term_months: term,
}: Pick<LoanRequest, 'amount' | 'course_months' | 'term_months'>) => ({
  amount: formatRupees(amount / 100).replace('Rs ', ''),
  course_months: sayMonths(course),
  term_months: sayMonths(term),
});

/** The texts that prefill the form for editing a request. */
export function textsOf(request: LoanRequest): RequestTexts {
  const texts = requestFields.map((name) => [name, String(request[name])] as const);
  // Object.fromEntries loses the types of the names.
  return { ...(Object.fromEntries(texts) as RequestTexts), ...figureTexts(request) };
}

/**
 * The months in which a course can start (§16.70), each as its first day. `coming` counts up from this month, `past`
 * counts down from last month, both from today's date in Indian time. `now` is in milliseconds.
 */
export function courseStartMonths(now: number): { coming: string[]; past: string[] } {
  const { before, after } = requestLimits.course_starts;
  const today = new Date(indiaDay(now));
  const month = (ahead: number) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, 1))
      .toISOString()
      .slice(0, 10);
  return {
    coming: Array.from({ length: after + 1 }, (_, index) => month(index)),
    past: Array.from({ length: before }, (_, index) => month(index - before)),
  };
}

/** The papers that lenders usually ask for, after the co-applicant if there is none yet (§16.93). */
export function papersFor(coApplicant: CoApplicant): string[] {
  const whose = coApplicant === 'none' ? 'your' : 'your co-applicant’s';
  return [
    ...(coApplicant === 'none'
      ? ['a co-applicant, usually a parent: most lenders ask for one', 'your PAN and Aadhaar']
      : ['PAN and Aadhaar, yours and your co-applicant’s']),
    'your admission letter with the fees',
    'your mark sheets and your entrance test score card',
    `proof of ${whose} income (salary slips or tax returns, six months of bank statements)`,
  ];
}

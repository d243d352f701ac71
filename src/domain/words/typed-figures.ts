import { toPaise } from './money.ts';
import { cleanCode } from './typed-text.ts';

// Figures the way people in India type them: '15,00,000', '15 lakh', 'Rs 1.5 crore', '10.5 %', '2 years'. Each function
// returns undefined for text that it cannot read with certainty.

/** What a typed text means, or the error to show below its field. */
export type Reading<T> = { value: T; error?: never } | { value?: never; error: string };

/** How to parse a figure, which values to allow, and which errors to show for anything else. */
export type FigureRules = {
  least: number;
  most: number;
  /** If given, the figure must be a multiple of this number. */
  multipleOf?: number;
  /** Parses a text; undefined if it cannot be read. */
  read: (text: string) => number | undefined;
  words: {
    empty: string;
    unreadable: string;
    outside: string;
    /** The error for a figure between two multiples. */
    between?: string;
  };
};

// Longer texts are not figures. They can arrive in the page's address.
const longestFigure = 40;

/** Parses a figure by these rules. */
export function readFigure(text: string, rules: FigureRules): Reading<number> {
  const { read, least, most, words, multipleOf } = rules;
  if (text.trim() === '') return { error: words.empty };
  const value = text.length > longestFigure ? undefined : read(text);
  if (value === undefined) return { error: words.unreadable };
  if (value < least || value > most) return { error: words.outside };
  if (multipleOf !== undefined && value % multipleOf !== 0) {
    return { error: words.between ?? words.unreadable };
  }
  return { value };
}

/**
 * A figure as if typed on a Latin keyboard, in lower case. Also converts Urdu commas, decimal points and percent signs.
 */
const plain = (text: string) =>
  cleanCode(text).toLowerCase().replaceAll(/[٬،]/g, ',').replaceAll('٫', '.').replaceAll('٪', '%');

// The last group must have three digits, so that '15,00' is not read as 1500: it may be unfinished, or mean 15.
const digits = String.raw`(?:\d{1,3}(?:, ?\d{2,3})*, ?\d{3}(?!\d)|\d{1,3}(?: \d{2,3})* \d{3}(?!\d)|\d+)(?:\.\d*)?|\.\d+`;

// 'Lakh' in most of India's scheduled languages, and the other units in English, Hindi, Marathi and Urdu. Units that
// are too large for a loan, or that no one types, would only make the download larger. Some people type the nukta,
// others leave it out.
const units: readonly (readonly [names: RegExp, rupees: number])[] = [
  [/^(?:crores?|crs?|करोड\u093C?|कोटी|کروڑ)\.?$/, 1_00_00_000],
  [/^(?:lakhs?|lacs?|l|लाख|লাখ|লক্ষ|ਲੱਖ|લાખ|ଲକ୍ଷ|இ?லட்சம்|లక్ష(?:లు?)?|ಲಕ್ಷ|ലക്ഷം|لاکھ)\.?$/, 1_00_000],
  [/^(?:thousand|k|हज\u093C?ार)\.?$/, 1_000],
  [/^$/, 1],
];

const part = new RegExp(String.raw`(${digits}) ?(\p{L}[\p{L}\p{M}]*\.?)?`, 'gu');
const wholeAmount = new RegExp(
  String.raw`^(?:(?:${digits}) ?(?:\p{L}[\p{L}\p{M}]*\.?)?(?: |$))+$`,
  'u',
);

/** Rupees and paise: '15,00,000', '15 lakh', '1 crore 20 lakh', 'Rs 15,00,000/-', '₹15L', '१५ लाख'. */
function readMoney(text: string): number | undefined {
  const amount = plain(text)
    .replace(/^(?:rs\.?|rupees|inr|₹|रु\.?) ?/, '')
    .replace(/(?: ?(?:\/[-=]|rupees|rs|inr|₹|रु|रुपये|रुपए|only))+$/, '');
  if (!wholeAmount.test(amount)) return undefined;

  let sum = 0;
  let last = Number.POSITIVE_INFINITY;
  for (const [, number = '', unit = ''] of amount.matchAll(part)) {
    const rupees = units.find(([names]) => names.test(unit))?.[1];
    // '20 lakh 1 crore' and '15 20' are not amounts: units must get smaller from left to right.
    if (rupees === undefined || rupees >= last) return undefined;
    sum += Number(number.replaceAll(/[, ]/g, '')) * rupees;
    last = rupees;
  }
  return Math.round(sum * 100) / 100;
}

/** An amount in whole rupees, rounded. */
export function readRupees(text: string): number | undefined {
  const rupees = readMoney(text);
  return rupees === undefined ? undefined : Math.round(rupees);
}

/** An amount in whole rupees; undefined if there are paise. */
export function readWholeRupees(text: string): number | undefined {
  const rupees = readMoney(text);
  return Number.isInteger(rupees) ? rupees : undefined;
}

/** Reads a typed amount in rupees and converts it to paise. */
export function readPaise(text: string): number | undefined {
  const rupees = readRupees(text);
  return rupees === undefined ? undefined : toPaise(rupees);
}

/** A percentage with up to two decimals: '10.5', '10.5 %', '10.5% p.a.', '10.5 per cent', '१०.५ प्रतिशत'. */
export function readPercent(text: string): number | undefined {
  const pattern =
    /^(\d+(?:\.\d{0,2})?|\.\d{1,2}) ?(?:%|percent|per cent|प्रतिशत|टक्के)? ?(?:p\.? ?a\.?|per annum|(?:a|per) year)?$/;
  const [, number] = pattern.exec(plain(text)) ?? [];
  return number === undefined ? undefined : Number(number);
}

const span =
  /^(?:(\d+(?:\.\d*)?|\.\d+) ?(?:years?|yrs?|y|साल|वर्षे?))?(?:(?:,| and)? ?(\d+(?:\.\d*)?) ?(?:months?|mths?|mos?|m|मह[\u093F\u0940]ने|माह))?$/;

/** Whole months: '24', '24 months', '2 years', '1 year 6 months', '२ साल'. A number without a unit counts in `unit`. */
export function readMonths(text: string, unit: 'months' | 'years'): number | undefined {
  const typed = plain(text);
  const named = /^[\d.]+$/.test(typed) ? `${typed} ${unit}` : typed;
  const [found, years, months] = span.exec(named) ?? [];
  if (!found) return undefined;
  const total = Number(years ?? 0) * 12 + Number(months ?? 0);
  return Number.isInteger(total) ? total : undefined;
}

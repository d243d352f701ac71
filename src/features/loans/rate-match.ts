import { rateMatchLimits } from '../../domain/files/member-files.ts';
import { indiaDay } from '../../domain/words/dates.ts';
import { readFigure, readPaise, readPercent } from '../../domain/words/typed-figures.ts';
import { cleanText } from '../../domain/words/typed-text.ts';
import { sendFile } from '../../lib/member-files.ts';
import { myLoan } from './loan-store.ts';

/** A better offer, as the member typed it. */
export type MatchTexts = { lender: string; rate: string; charges: string; validUntil: string };

// Compared as strings, so that a 29 February that does not exist falls correctly between 28 February and 1 March.
const yearAfter = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

/** Each field's error at `now` (in milliseconds); undefined if the field can be sent (§16.77). */
export const matchProblems = {
  lender: (text: string) => {
    const { length } = cleanText(text);
    if (length === 0) return 'Enter the lender’s name.';
    const { least, most } = rateMatchLimits.lender;
    return length < least || length > most ? 'Write 2 to 80 characters.' : undefined;
  },
  rate: (text: string) =>
    readFigure(text, {
      ...rateMatchLimits.rate,
      read: readPercent,
      words: {
        empty: 'Enter the interest rate.',
        unreadable: 'Enter a rate such as 10.5, with up to two decimals.',
        outside: 'Enter a rate from 0% to 30%.',
      },
    }).error,
  charges: (text: string) =>
    readFigure(text, {
      ...rateMatchLimits.charges,
      read: readPaise,
      words: {
        empty: 'Enter the charges, or 0.',
        unreadable: 'Enter an amount such as 10,000.',
        outside: 'Enter charges of up to Rs 10 lakh.',
      },
    }).error,
  validUntil: (day: string, now: number) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Enter the offer’s last day.';
    const today = indiaDay(now);
    if (day < today) return 'This offer has already expired.';
    return day > yearAfter(today) ? 'Enter a date within the next year.' : undefined;
  },
} satisfies { [Name in keyof MatchTexts]: (text: string, now: number) => string | undefined };

/** The call's query, made from values that have been checked. */
export function matchQuery({ lender, rate, charges, validUntil }: MatchTexts): MatchTexts {
  return {
    lender: cleanText(lender),
    rate: String(readPercent(rate) ?? ''),
    charges: String(readPaise(charges) ?? 0),
    validUntil,
  };
}

/**
 * Sends a better offer with its checked file. Resolves to the rate match's id once the page shows it. Throws
 * FunctionError.
 */
export const sendRateMatch = (texts: MatchTexts, file: Blob) =>
  myLoan.change(() => sendFile('rate-match', matchQuery(texts), file));

import * as v from 'valibot';
import type { LoanTerms } from '../../domain/loans/loan.ts';
import { requestFields } from '../../domain/loans/loan-request.ts';
import { toPaise } from '../../domain/words/money.ts';
import { keptText } from '../../lib/kept-text.ts';
import { keptOfMember } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

/** The member's unsent request, kept on this device (§16.11). Logging out deletes it. */
export const loanDraft = keptOfMember(
  storageKeys.loanDraft,
  // React Hook Form turns a radio group without a choice into null when it validates the form.
  v.object(v.entriesFromList(requestFields, v.optional(v.nullable(v.string(), ''), ''))),
  'local',
);

/**
 * The member's answer to 'Can you pay interest while you study?', kept on this device (§16.91). Logging out deletes it.
 */
export const paysInStudy = keptOfMember(
  storageKeys.paysInStudy,
  v.picklist(['yes', 'no']),
  'local',
);

/** The calculator's address in this tab, and the lender whose offer it shows. */
const calculator = keptText(storageKeys.calculator, 'session');

/** The calculator's last figures in this tab, as its address has them; '' if there are none. */
export const calculatorQuery = () => calculator.read()?.replace(/^[^?]*|\n.*/g, '') ?? '';

/** The calculator's last figures in this tab; undefined if there are none. */
export function calculatorFigures(): LoanTerms | undefined {
  const figures = new URLSearchParams(calculatorQuery());
  const given = (name: string) => Number(figures.get(name) ?? NaN);
  const terms = {
    ...{ amount: toPaise(given('amount')), rate: given('rate'), months: given('years') * 12 },
    ...{ study: given('study'), grace: given('grace') },
    interest: figures.get('interest') === 'paid' ? 'paid' : 'added',
  } as const;
  return Object.values<unknown>(terms).includes(NaN) ? undefined : terms;
}

/** Tells the calculator in this tab which lender's offer is at this address (§16.92). */
export const showAtCalculator = (address: string, lender: string) =>
  calculator.keep(`${address}\n${lender}`);

import * as v from 'valibot';
import { requestFields } from '../../domain/loans/loan-request.ts';
import { keptText } from '../../lib/kept-text.ts';
import { keptOfMember } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

/** The unsent request of a member on this device (§16.11). A logout deletes it. */
export const loanDraft = keptOfMember(
  storageKeys.loanDraft,
  v.object(v.entriesFromList(requestFields, v.optional(v.string(), ''))),
  'local',
);

/** A member's answer to 'Can you pay interest while you study?' on this device (§16.91). A logout deletes it. */
export const paysInStudy = keptOfMember(
  storageKeys.paysInStudy,
  v.picklist(['yes', 'no']),
  'local',
);

const shownOffer = keptText(storageKeys.shownOffer, 'session');

/** Tells the calculator in this tab whose offer this address shows (§16.92). */
export const showAtCalculator = (address: string, lender: string) =>
  shownOffer.keep(`${address}\n${lender}`);

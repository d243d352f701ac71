import * as v from 'valibot';
import { requestFields } from '../../domain/loans/loan-request.ts';
import { keptText } from '../../lib/kept-text.ts';
import { keptOfMember } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';

const draft = keptOfMember(
  storageKeys.loanDraft,
  v.object(v.entriesFromList(requestFields, v.optional(v.string(), ''))),
  'local',
);

/** Keeps an unsent request on this device (§16.11). A logout deletes it. */
export const keepDraft = draft.keep;

/** The unsent request of this member. Deletes one of another member. */
export const draftOf = draft.read;

/** Deletes the draft. */
export const forgetDraft = draft.forget;

const paysInStudy = keptOfMember(storageKeys.paysInStudy, v.picklist(['yes', 'no']), 'local');

/** Keeps the answer to 'Can you pay interest while you study?' on this device (§16.91). A logout deletes it. */
export const keepPaysInStudy = paysInStudy.keep;

/** This member's answer. Deletes one of another member. */
export const paysInStudyOf = paysInStudy.read;

const shownOffer = keptText(storageKeys.shownOffer, 'session');

/** Tells the calculator in this tab whose offer this address shows (§16.92). */
export const showAtCalculator = (address: string, lender: string) =>
  shownOffer.keep(`${address}\n${lender}`);

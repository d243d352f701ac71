import { keysOf } from '../words/keys-of.ts';

/** Labels for a choice's states, for members (§16.24). */
export const choiceNames = {
  chosen: 'Chosen',
  with_lender: 'With the lender',
  sanctioned: 'Sanctioned',
  disbursed: 'Disbursed',
  expired: 'Expired',
  withdrawn: 'Withdrawn by the lender',
  declined: 'Declined',
  taken_back: 'Withdrawn by you',
};
export type ChoiceState = keyof typeof choiceNames;
export const choiceStates = keysOf(choiceNames);

/** The states that a successful choice goes through, in order. */
export const choiceWay: readonly ChoiceState[] = [
  'chosen',
  'with_lender',
  'sanctioned',
  'disbursed',
];

/** True if the member can still withdraw the choice. */
export const isActive = ({ state }: { state: ChoiceState }): boolean =>
  state !== 'disbursed' && choiceWay.includes(state);

/** True until the lender has decided, while it may still call and ask for papers (§16.93). */
export const waitsForLender = ({ state }: { state: ChoiceState }): boolean =>
  state === 'chosen' || state === 'with_lender';

/** Labels for a rate match's states, for members (§16.28). */
export const matchNames = {
  sent: 'Sent',
  with_lenders: 'With lenders',
  matched: 'Matched',
  bettered: 'Beaten',
  declined: 'No lender matched it',
  taken_back: 'Withdrawn',
};
export type MatchState = keyof typeof matchNames;
export const matchStates = keysOf(matchNames);

/** True while a rate match is waiting for an answer. */
export const isOpen = (state: MatchState): boolean => state === 'sent' || state === 'with_lenders';

/** A lender's reason as a sentence. Lenders write it with or without a full stop. */
export const sayReason = (reason: string) =>
  `The reason given: ${reason.replace(/[.!?]?$/, (end) => end || '.')}`;

import type { LoanRequest, RequestTexts } from '../../domain/loans/loan-request.ts';

/**
 * What the page gives to its parts that load late. They do not import it, because a module that both import
 * would be a file of its own, which everybody waits for.
 */
export type LoanActions = {
  joinGroup: (request: LoanRequest, consentVersion: number) => Promise<void>;
  leaveGroup: () => Promise<void>;
  chooseOffer: (offer: string, consentVersion: number) => Promise<void>;
  takeChoiceBack: (choice: string) => Promise<void>;
  takeConsentBack: (consent: string) => Promise<void>;
  takeRateMatchBack: (match: string) => Promise<void>;
  showFreshLoan: () => Promise<void>;
  draftOf: (memberId: string) => RequestTexts | undefined;
  keepDraft: (memberId: string, typed: RequestTexts) => void;
  forgetDraft: () => void;
};

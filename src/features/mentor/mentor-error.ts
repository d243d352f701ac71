import { hints } from '../../domain/account/messages.ts';
import { notLoadedHint } from '../../lib/service-errors.ts';

/** Why a call for a mentor failed, in words for the mentor. */
export class MentorError extends Error {
  override readonly name = 'MentorError';
  /** True if the same call may work later. */
  readonly mayRetry: boolean;

  constructor(message: string, mayRetry: boolean) {
    super(message);
    this.mayRetry = mayRetry;
  }
}

/** What a failed call says; without its code, which could not be downloaded, it can be tried again. */
export function failureOf(error: unknown): { message: string; mayRetry: boolean } {
  if (error instanceof MentorError) return error;
  return { message: hints[notLoadedHint()], mayRetry: true };
}

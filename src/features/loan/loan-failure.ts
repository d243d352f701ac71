import { isLoanProblem, loanMessages } from '../../domain/loan-messages.ts';
import { hints } from '../../domain/messages.ts';
import { fileRefusals } from '../../domain/member-files.ts';
import { FunctionError } from '../../lib/function-call.ts';

const noAnswer =
  'We got no answer, so it is not certain what happened. The page shows it as soon as the connection is back; please look before you try again.';

const notDone = 'That did not work. Please try again in a minute.';

const refusals: Readonly<Record<string, string>> = {
  payload_too_large: fileRefusals.tooLarge,
  invalid_file: fileRefusals.wrongType,
  invalid_request: loanMessages.match_not_valid,
  session_expired: hints.sessionExpired,
};

function field(error: unknown, name: 'code' | 'message'): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  return Object.getOwnPropertyDescriptor(error, name)?.value;
}

/** Why something about the loan did not work, as a person reads it; `online` is the browser's. */
export function loanFailure(error: unknown, online: boolean): string {
  const code = error instanceof FunctionError ? error.code : field(error, 'message');
  if (isLoanProblem(code)) return loanMessages[code];
  if (field(error, 'code') === '42501') return hints.sessionExpired;
  const refusal = typeof code === 'string' ? refusals[code] : undefined;
  if (refusal !== undefined) return refusal;
  if (error instanceof FunctionError && error.code !== 'network') {
    return error.told ?? notDone;
  }
  return online ? noAnswer : hints.offline;
}

/** Why a file could not be downloaded, which changes nothing. */
export function downloadFailure(error: unknown, online: boolean): string {
  if (error instanceof FunctionError && error.code !== 'network') return loanFailure(error, online);
  return online ? notDone : hints.offline;
}

/** The same for the connection that this browser has now. */
export const sayLoanFailure = (error: unknown) => loanFailure(error, navigator.onLine);
export const sayDownloadFailure = (error: unknown) => downloadFailure(error, navigator.onLine);

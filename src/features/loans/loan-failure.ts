import { isLoanProblem, loanMessages } from '../../domain/loans/loan-messages.ts';
import { hints } from '../../domain/account/messages.ts';
import { databaseRefusal } from '../../lib/database-refusal.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { fileFailures } from '../../lib/member-files.ts';

const noAnswer =
  'We got no answer, so it is not certain what happened. The page shows it as soon as the connection is back; please look before you try again.';

const notDone = 'That did not work. Please try again in a minute.';

/** Why something about the loan did not work, as a person reads it; `online` is the browser's. */
export function loanFailure(error: unknown, online: boolean): string {
  const { word, sessionEnded } = databaseRefusal(error);
  const isRefusal = error instanceof FunctionError && error.code !== 'network';
  const code = isRefusal ? error.code : word;
  if (isLoanProblem(code)) return loanMessages[code];
  if (sessionEnded) return hints.sessionExpired;
  if (code === 'invalid_request') return loanMessages.match_not_valid;
  if (isRefusal) return fileFailures[error.code] ?? error.told ?? notDone;
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

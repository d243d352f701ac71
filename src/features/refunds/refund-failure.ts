import { hints } from '../../domain/account/messages.ts';
import { isRefundProblem, refundMessages } from '../../domain/refunds/refund-messages.ts';
import { databaseRefusal } from '../../lib/database-refusal.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { fileFailures } from '../../lib/member-files.ts';

const noAnswer =
  'We got no answer, so it is not certain what happened. The page shows it as soon as the connection is back; please look before you try again.';

const notDone = 'That did not work. Nothing was sent. Please try again in a minute.';

/** Why something about a refund did not work, as a person reads it; `online` is the browser's. */
export function refundFailure(error: unknown, online: boolean): string {
  const { word, sessionEnded } = databaseRefusal(error);
  const isRefusal = error instanceof FunctionError && error.code !== 'network';
  const code = isRefusal ? error.code : word;
  if (isRefundProblem(code)) return refundMessages[code];
  if (sessionEnded) return hints.sessionExpired;
  if (isRefusal) return fileFailures[error.code] ?? error.told ?? notDone;
  return online ? noAnswer : hints.offline;
}

/** Why a file could not be downloaded, which changes nothing. */
export function downloadFailure(error: unknown, online: boolean): string {
  if (error instanceof FunctionError && error.code !== 'network') {
    return refundFailure(error, online);
  }
  return online ? 'That did not work. Please try again in a minute.' : hints.offline;
}

/** The same for the connection that this browser has now. */
export const sayRefundFailure = (error: unknown) => refundFailure(error, navigator.onLine);
export const sayDownloadFailure = (error: unknown) => downloadFailure(error, navigator.onLine);

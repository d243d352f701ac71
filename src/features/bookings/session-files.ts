import { hints } from '../../domain/account/messages.ts';
import { isSessionProblem, sessionMessages } from '../../domain/bookings/session-messages.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { fileFailures } from '../../lib/member-files.ts';

/** Why something with a file did not work, as a person reads it. */
export function fileFailure(error: unknown, online: boolean): string {
  const code = error instanceof FunctionError ? error.code : 'internal';
  if (isSessionProblem(code)) return sessionMessages[code];
  const known = fileFailures[code];
  if (known) return known;
  return online ? 'That did not work. Please try again in a minute.' : hints.offline;
}

/** The same for the connection that this browser has now. */
export const sayFileFailure = (error: unknown) => fileFailure(error, navigator.onLine);

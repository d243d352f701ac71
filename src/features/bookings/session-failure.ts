import { hints } from '../../domain/account/messages.ts';
import {
  isSessionProblem,
  sessionMessages,
  type SessionProblem,
} from '../../domain/bookings/session-messages.ts';
import { databaseRefusal } from '../../lib/database-refusal.ts';

/** Why something about a session did not work. */
export type SessionFailure = {
  /** The database's code word; undefined where it did not refuse. */
  problem?: SessionProblem;
  message: string;
};

const noAnswer =
  'We got no answer, so it is not certain what happened. The page shows what is booked as soon as the connection is back; please look before you try again.';

/** The failure as a person reads it; `online` is whether the browser has a connection. */
export function sessionFailure(error: unknown, online: boolean): SessionFailure {
  const { word, sessionEnded } = databaseRefusal(error);
  if (isSessionProblem(word)) return { problem: word, message: sessionMessages[word] };
  if (sessionEnded) return { message: hints.sessionExpired };
  return { message: online ? noAnswer : hints.offline };
}

/** True for a refusal after which another time has to be chosen. */
export function needsAnotherTime({ problem }: SessionFailure): boolean {
  return (
    problem === 'slot_full' ||
    problem === 'slot_closed' ||
    problem === 'overlaps' ||
    problem === 'pack_expired' ||
    problem === 'already_booked'
  );
}

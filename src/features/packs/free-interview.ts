import {
  freeInterviewPath,
  freeInterviewReply,
  type FreeInterview,
} from '../../domain/packs/free-interview.ts';
import { callAsMember } from '../../lib/member-call.ts';
import { sayFailure, wordOf } from '../../lib/say-failure.ts';
import { freeText } from './free-messages.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';

const failed =
  'That did not work. You have not used up your free interview: please try again in a minute.';

/**
 * Why the member does not get a free interview: a sentence, and the error code if the server refused the request.
 * `isFinal` if the interview is no longer offered.
 */
export type FreeProblem = { word?: string; message: string; isFinal?: boolean };

/** Asks for the free interview (§15.31). Resolves to the interview, or to the reason why it was refused. */
export async function askForFreeInterview(): Promise<{ free: FreeInterview } | FreeProblem> {
  try {
    const { free } = await callAsMember(freeInterviewPath, freeInterviewReply, { method: 'POST' });
    mySessions.refresh();
    // After any other state, there is nothing to book.
    return free.state === 'granted' || free.state === 'booked'
      ? { free }
      : { message: freeText(free), isFinal: true };
  } catch (error) {
    const word = wordOf(error);
    if (word === 'free_gone') mySessions.refresh();
    return { ...(word && { word }), message: sayFailure(error, {}, { noAnswer: failed }) };
  }
}

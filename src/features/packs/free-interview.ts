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

/** Why the member does not get a free interview: a sentence, and the error code if the server refused the request. */
export type FreeProblem = { word?: string; message: string };

/** Asks for the free interview (§15.31). Resolves to the interview, or to the reason why it was refused. */
export async function askForFreeInterview(): Promise<{ free: FreeInterview } | FreeProblem> {
  try {
    const { free } = await callAsMember(freeInterviewPath, freeInterviewReply, { method: 'POST' });
    mySessions.refresh();
    return free.state === 'waiting' ? { word: free.state, message: freeText(free) } : { free };
  } catch (error) {
    const word = wordOf(error);
    if (word === 'free_gone') mySessions.refresh();
    return { ...(word && { word }), message: sayFailure(error, {}, { noAnswer: failed }) };
  }
}

import {
  freeInterviewPath,
  freeInterviewReply,
  isRefused,
  type FreeInterview,
} from '../../domain/packs/free-interview.ts';
import { callAsMember } from '../../lib/member-call.ts';
import { sayFailure, wordOf } from '../../lib/say-failure.ts';
import { freeText } from './free-messages.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';
import { showToast } from '../ui/toast.ts';

const failed =
  'That did not work. You have not used up your free interview: please try again in a minute.';

/**
 * Why the member does not get a free interview: a sentence, and the error code if the server refused the request, or
 * else our answer.
 */
export type FreeProblem = { word?: string; answer?: FreeInterview; message: string };

/**
 * Asks for the free interview (§15.31). Resolves to the interview, or to the reason why it was refused. With
 * `says`, a toast says that it is not offered any more, because the button disappears, and the answer with it:
 * 'always', or 'unless refused' where a card explains a refusal.
 */
export async function askForFreeInterview(
  says?: 'always' | 'unless refused',
): Promise<{ free: FreeInterview } | FreeProblem> {
  try {
    const { free } = await callAsMember(freeInterviewPath, freeInterviewReply, { method: 'POST' });
    mySessions.refresh();
    // After any other state, there is nothing to book.
    if (free.state === 'granted' || free.state === 'booked') return { free };
    const message = freeText(free);
    const tone = free.state === 'waiting' ? 'success' : 'error';
    if (says === 'always' || (says && !isRefused(free))) {
      showToast(tone, message, { duration: 8000 });
    }
    return { answer: free, message };
  } catch (error) {
    const word = wordOf(error);
    if (word === 'free_gone') mySessions.refresh();
    return { ...(word && { word }), message: sayFailure(error, {}, { noAnswer: failed }) };
  }
}

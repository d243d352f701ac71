import { freeInterviewPath, freeInterviewReply } from '../../domain/packs/free-interview.ts';
import { callAsMember } from '../../lib/member-call.ts';
import { sayFailure, wordOf } from '../../lib/say-failure.ts';
import { showToast } from '../ui/toast.ts';
import { freeText } from './free-messages.ts';
import { refreshPractice } from './practice-store.ts';

const failed = 'That did not work, and nothing was taken. Please try again in a minute.';

/** Why there is no free interview: a sentence, and the code word if the server refused. */
export type FreeProblem = { word?: string; message: string };

/** Asks for the free interview (§15.31). Resolves to why there is none, or to undefined. */
export async function askForFreeInterview(): Promise<FreeProblem | undefined> {
  try {
    const { free } = await callAsMember(freeInterviewPath, freeInterviewReply, { method: 'POST' });
    refreshPractice();
    // The button may stand in a card that is gone now.
    if (free.state === 'granted') showToast('success', freeText(free));
    return free.state === 'waiting' ? { word: free.state, message: freeText(free) } : undefined;
  } catch (error) {
    const word = wordOf(error);
    if (word === 'free_gone') refreshPractice();
    return { ...(word && { word }), message: sayFailure(error, {}, { noAnswer: failed }) };
  }
}

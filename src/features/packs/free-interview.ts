import { freeInterviewPath, freeInterviewReply } from '../../domain/packs/free-interview.ts';
import { hints } from '../../domain/account/messages.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { callAsMember } from '../../lib/member-call.ts';
import { refreshPractice } from './practice-store.ts';

const failed = 'That did not work, and nothing was taken. Please try again in a minute.';

/** Why there is no free interview: something that the member can do about it, or a sentence. */
export type FreeProblem = 'address_not_proven' | 'phone_missing' | { message: string };

/** Asks for the free interview (§15.31). Resolves to why there is none, or to undefined. */
export async function askForFreeInterview(): Promise<FreeProblem | undefined> {
  try {
    await callAsMember(freeInterviewPath, freeInterviewReply, { method: 'POST' });
  } catch (error) {
    const { code, told } = error instanceof FunctionError ? error : {};
    if (code === 'address_not_proven' || code === 'phone_missing') return code;
    if (code === 'free_gone') refreshPractice();
    if (code === 'session_expired') return { message: hints.sessionExpired };
    return { message: told ?? (navigator.onLine ? failed : hints.offline) };
  }
  refreshPractice();
  return undefined;
}

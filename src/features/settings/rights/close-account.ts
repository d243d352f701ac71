import {
  accountPaths,
  closeReply,
  closingRefusals,
  closingWord,
} from '../../../domain/rights/account-api.ts';
import { hints } from '../../../domain/account/messages.ts';
import { FunctionError } from '../../../lib/function-call.ts';
import { callAsMember } from '../../../lib/member-call.ts';
import { storageKeys } from '../../../lib/storage-keys.ts';
import { $loggingOut, signOut } from '../../auth/logout.ts';
import { carryToast } from '../../ui/carried-toast.ts';

// ms. The function gives up after 22 s.
const patience = 30_000;

/** Closes the account (§11.60), forgets it in this browser and goes home. Throws FunctionError. */
export async function closeAccount(password: string): Promise<void> {
  await callAsMember(accountPaths.close, closeReply, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password, word: closingWord }),
    timeout: patience,
  });
  // Nobody is signed in any more, and no page may say that a session has ended by itself.
  $loggingOut.set(true);
  await signOut('here');
  localStorage.removeItem(storageKeys.session);
  carryToast('Your account is closed. A last mail confirms it.', { duration: 10_000 });
  location.replace('/');
}

/** Why the account was not closed, as a person reads it (§18.34); `online` is the browser's. */
export function closingFailure(error: unknown, online: boolean): string {
  if (!(error instanceof FunctionError)) return hints.serverDown;
  const { code } = error;
  if (code === 'wrong_password' || code === 'too_many_requests') return closingRefusals[code];
  if (code === 'session_expired') {
    return 'You are not logged in any more. If you cannot log in with your address and password either, your account is closed.';
  }
  if (code === 'network') {
    return online
      ? 'We got no answer. Your account may be closed already: press the button again to see, it goes on where it stopped.'
      : hints.offline;
  }
  return 'It broke off half way, and some of your files may be gone. Press the button again: it goes on where it stopped.';
}

import { memberHome } from '../../domain/account/next-path.ts';
import { verifiedHash } from '../../domain/account/verified-hash.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { toBookFree } from '../../domain/packs/free-interview.ts';
import { carryToast } from '../ui/carried-toast.ts';
import { openLink, type OpenedLink, type Wanted } from '../account/verify-email.ts';
import { askForFreeInterview, type FreeProblem } from '../packs/free-interview.ts';

const toDashboard = { to: `${memberHome}${verifiedHash}` };

/**
 * Where members go once their address is verified: on with what they were doing (§15.78). The dashboard and the loan
 * page themselves say that the address is verified.
 */
const next: Record<Wanted, { to: string; says?: string }> = {
  free_interview: {
    to: toBookFree,
    says: 'Your email is verified, and the free mock interview is yours.',
  },
  loan: { to: `${memberPages.loan}${verifiedHash}` },
  packs: toDashboard,
  invitations: {
    to: memberPages.sessions,
    says: 'Your email is verified. Your invitations are here.',
  },
};

/**
 * The outcome of verifying an address. `problem` explains why the free interview that depended on it was not granted.
 */
export type Verified =
  | Exclude<OpenedLink, { state: 'done' | 'already' }>
  | { state: 'already' }
  | { state: 'done'; address: string; problem?: FreeProblem };

/**
 * Redeems the link, completes what was waiting for the address, and takes the member to the next page. If the outcome
 * is a `message`, the member can try again.
 */
export async function finishVerifying(
  token: string,
  account: string,
): Promise<Verified | { message: string }> {
  const opened = await openLink('address_proof', token);
  if ('message' in opened || !('address' in opened)) return opened;
  if (opened.state === 'already') return { state: 'already' };
  const { address, wanted } = opened;
  if (wanted === 'free_interview') {
    const answer = await askForFreeInterview();
    if (!('free' in answer)) return { state: 'done', address, problem: answer };
  }
  const isOwn = address === account.toLowerCase();
  const { to, says }: (typeof next)[Wanted] = wanted
    ? next[wanted]
    : isOwn
      ? toDashboard
      : { to: `${memberPages.settings}#addresses`, says: `${address} is verified.` };
  // Long enough to read, because the next page is still loading.
  if (says) carryToast(says, { duration: 6000 });
  location.replace(to);
  return { state: 'done', address };
}

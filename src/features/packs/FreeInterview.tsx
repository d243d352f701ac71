import { useStore } from '@nanostores/react';
import { memberPages } from '../../domain/member-pages.ts';
import { $member } from '../../lib/member-store.ts';
import { inTime } from '../../domain/in-time.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { showToast } from '../ui/toast.ts';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { usePress } from '../ui/use-press.ts';
import type { FreeProblem } from './free-interview.ts';
import { freeText } from './free-messages.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';

function Problem({ problem }: { problem: FreeProblem }) {
  const member = useStore($member, { ssr: 'initial' });
  if (problem.word === 'phone_missing') {
    return (
      <p>
        <span>{`Each Indian mobile number gets one free interview, and your profile has no number. `}</span>
        <a className="text-link" href={memberPages.profile}>
          Add your phone number
        </a>
        <span>, then ask again.</span>
      </p>
    );
  }
  if (problem.word !== 'address_not_proven') return <p>{problem.message}</p>;
  if (!member) return null;
  return (
    <VerifyEmail address={member.email} wanted="free_interview" asked>
      One step left: verify <MailAddress strong address={member.email} />, and the interview is
      yours.
    </VerifyEmail>
  );
}

function Ask({ primary }: { primary: boolean }) {
  const { busy, result, press } = usePress(async () => {
    const { askForFreeInterview } = await inTime(import('./free-interview.ts'));
    const answer = await askForFreeInterview();
    if (!('free' in answer)) return answer;
    // A toast, because the card with the button may no longer exist.
    showToast('success', freeText(answer.free));
    return undefined;
  });
  return (
    <>
      <button
        ref={keepsFocus}
        type="button"
        className={`button mt-4 ${primary ? '' : 'button-quiet'}`}
        aria-disabled={busy}
        onClick={press}
      >
        {busy ? 'Asking ...' : 'Get my free interview'}
      </button>
      {result && (
        <div role="alert" className="mt-4">
          <Problem problem={result} />
        </div>
      )}
    </>
  );
}

/** The free interview until the member has it; `primary` makes its button the page's main one. */
export function FreeInterviewState({ primary = false }: { primary?: boolean }) {
  return (
    <MemberPart
      {...mySessions}
      loading="Loading"
      notLoaded="We could not load the free mock interview."
      className="mt-2"
    >
      {({ free_interview: free }) => (
        <>
          <p role="status" className="mt-2">
            {freeText(free)}
          </p>
          {free.state === 'none' && free.left > 0 && <Ask primary={primary} />}
        </>
      )}
    </MemberPart>
  );
}

// The strip of four steps above the card names each of the other states.
const ownCard: ReadonlySet<string> = new Set(['none', 'waiting', 'declined']);

/**
 * The free mock interview for the first 1000 students: the offer while any are left, and our answer once the member has
 * asked for one (§15.32).
 */
export function FreeInterview() {
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  if (data && !ownCard.has(data.free_interview.state)) return null;
  return (
    <section aria-labelledby="free-interview" className="card mt-8 p-6 sm:p-8">
      <h3 id="free-interview" className="text-2xl">
        A free mock interview
      </h3>
      <FreeInterviewState />
    </section>
  );
}

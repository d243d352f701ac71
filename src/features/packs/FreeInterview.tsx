import { useStore } from '@nanostores/react';
import { noTimes, sayTime } from '../../domain/bookings/say-time.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { isRefused, toBookFree } from '../../domain/packs/free-interview.ts';
import { inTime } from '../../domain/in-time.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { carryToast } from '../ui/carried-toast.ts';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { usePress } from '../ui/use-press.ts';
import type { askForFreeInterview, FreeProblem } from './free-interview.ts';
import { FreeAnswer } from './FreeAnswer.tsx';
import { freeText } from './free-messages.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import { NextOpenTime } from '../bookings/NextOpenTime.tsx';
import { $chosenTime, type ChosenTime } from '../public-mentors/chosen-time.ts';
import { useIsGone } from '../public-mentors/use-is-gone.ts';
import { PhoneMissing } from './PhoneMissing.tsx';

function Problem({ problem }: { problem: FreeProblem }) {
  const { word, message } = problem;
  return <p>{word === 'phone_missing' ? <PhoneMissing message={message} /> : message}</p>;
}

type VerifyProps = {
  address: string;
  changingTo: string | null;
  /** True if the title above already asks the member to verify the email. */
  isTitled: boolean;
};

/** What is left to do before the member can ask. */
function Verify({ address, changingTo, isTitled }: VerifyProps) {
  return (
    <div className="mt-2 w-full">
      <VerifyEmail changingTo={changingTo} wanted="free_interview" mailed primary={isTitled}>
        <span>{isTitled ? 'We sent a link to ' : 'One step left: verify '}</span>
        <MailAddress strong address={address} />
        <span>.</span>
      </VerifyEmail>
    </div>
  );
}

type AskForFreeProps = {
  label: string;
  primary?: boolean;
  /** Whether a toast also says why it is refused. A card that explains the refusal needs none. */
  says?: Parameters<typeof askForFreeInterview>[0];
};

/** Takes the free interview and goes to the times for it, where a chosen time is selected (§15.31, §15.32). */
export function AskForFree({ label, primary = false, says = 'unless refused' }: AskForFreeProps) {
  const { busy, result, press } = usePress(async () => {
    const { askForFreeInterview: ask } = await inTime(import('./free-interview.ts'));
    const answer = await ask(says);
    if (!('free' in answer)) return answer;
    carryToast(freeText(answer.free));
    location.assign(toBookFree);
    // From the same page, only the fragment has changed, and the picker looks at it once.
    if (location.pathname === memberPages.sessions) location.reload();
    return undefined;
  });
  return (
    <>
      <button
        ref={keepsFocus}
        type="button"
        className={`button ${primary ? 'mt-4' : 'button-quiet'}`}
        aria-disabled={busy}
        onClick={press}
      >
        {busy ? 'Asking ...' : label}
      </button>
      {result && (
        <div role="alert" className={primary ? 'mt-4' : 'w-full'}>
          <Problem problem={result} />
        </div>
      )}
    </>
  );
}

type InterviewTimeProps = { next: MySessions['waiting']['next_time'] };

/** The time that the member chose on another page; once it has gone, also the next free one. */
function ChosenInterview({ time, next }: { time: ChosenTime } & InterviewTimeProps) {
  const isGone = useIsGone(time.slot);
  return (
    <>
      <span> Your time: </span>
      <strong className="bold">
        <Sentence words={sayTime(time)} />
      </strong>
      {/* The key replaces the sentence as a whole (§12.54). */}
      {isGone ? (
        <span key="gone">
          <b className="bold">, has gone.</b>
          {next && <NextOpenTime time={next} />}
        </span>
      ) : (
        <span key="free">
          . We do not hold the seat.{' '}
          <a className="text-link whitespace-nowrap" href="/mentors">
            Change the time
          </a>
        </span>
      )}
    </>
  );
}

/** The time that the member chose on another page, or else the next free one. */
function InterviewTime({ next }: InterviewTimeProps) {
  const chosen = useStore($chosenTime, { ssr: 'initial' });
  if (chosen?.kind === 'interview') {
    return (
      <p>
        <ChosenInterview time={chosen} next={next} />
      </p>
    );
  }
  return <p>{next ? <NextOpenTime time={next} /> : noTimes}</p>;
}

const about = 'A mentor interviews you and writes you feedback.';
const thenAbout = 'Then book your free mock interview.';

type FreeInterviewStateProps = {
  /** True for the page's main step, which says more. */
  primary?: boolean;
};

/** The free interview until the member has it. */
export function FreeInterviewState({ primary = false }: FreeInterviewStateProps) {
  const unproven = useStore($unproven, { ssr: 'initial' });
  return (
    <MemberPart
      {...mySessions}
      loading="Loading"
      notLoaded="We could not load the free mock interview."
      className="mt-2"
    >
      {({ free_interview: free, waiting: { next_time: time, loan } }) => {
        const isOffered = free.state === 'none' && free.left > 0;
        const isTitled = primary && isOffered && unproven;
        return (
          <>
            {isTitled && <Verify isTitled {...unproven} />}
            {primary && isOffered && (
              <>
                <p className="mt-2">{isTitled ? thenAbout : about}</p>
                <InterviewTime next={time} />
              </>
            )}
            <p role="status" className={primary ? 'flex-1' : 'text-muted'}>
              {!primary && isOffered && <span>{`${about} `}</span>}
              {!(isOffered && unproven) && <FreeAnswer free={free} />}
            </p>
            {isOffered &&
              unproven &&
              !primary &&
              (loan === 'not counted' ? (
                <p className="w-full">
                  You can get it as soon as{' '}
                  <a className="text-link" href={memberPages.loan}>
                    your email is verified
                  </a>
                  .
                </p>
              ) : (
                <Verify isTitled={false} {...unproven} />
              ))}
            {isOffered && !unproven && (
              <AskForFree label="Get my free interview" primary={primary} />
            )}
          </>
        );
      }}
    </MemberPart>
  );
}

/**
 * The free mock interview for the first 1000 students: the offer while any are left, and our answer once the member has
 * asked for one (§15.32).
 */
export function FreeInterview() {
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  // The strip of four steps above the card names each of the other states.
  const hasCard = ({ free_interview: free }: MySessions) =>
    free.state === 'none' || free.state === 'waiting' || isRefused(free);
  if (data && !hasCard(data)) return null;
  return (
    <section
      aria-labelledby="free-interview"
      className="card order-row mt-4 flex flex-wrap items-center"
    >
      <h3 id="free-interview" className="text-xl">
        Free mock interview
      </h3>
      <FreeInterviewState />
    </section>
  );
}

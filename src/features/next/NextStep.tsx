import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { memberPages } from '../../domain/member-pages.ts';
import { $member } from '../../lib/member-store.ts';
import { $now } from '../../lib/now.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { JoinButton } from '../bookings/JoinButton.tsx';
import { WantedTime } from '../bookings/WantedTime.tsx';
import { ClaimOffer } from '../packs/ClaimOffer.tsx';
import { $chosenTime } from '../public-mentors/chosen-time.ts';
import { FreeAnswer } from '../packs/FreeAnswer.tsx';
import { FreeInterviewState } from '../packs/FreeInterview.tsx';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import type { Elements } from '../ui/elements.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import {
  isFirstVisit,
  nextStep,
  sayAlso,
  saysRefusal,
  sayStep,
  type NextStep as Step,
} from './next-step.ts';
import { schools, type SeasonStep } from './schools.ts';
import { KeptData } from '../ui/FreshButton.tsx';
import { Loading } from '../ui/Loading.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { plain, Sentence } from '../ui/Sentence.tsx';
import '../ui/actions.css';
import '../ui/ink-panel.css';
import './next.css';

type NextStepProps = {
  /** The page on which the step appears. The sessions page has its own places for some steps. */
  page: 'dashboard' | 'sessions';
  /** On the dashboard, what the member has to know about the unpaid order, and the button to pay for it. */
  payment?: { says: string | undefined; button: Elements } | undefined;
};

type ShownProps = NextStepProps & { sessions: MySessions; firstname: string };

// The steps that the sessions page shows elsewhere.
const ownPlace: ReadonlySet<string> = new Set([
  'join',
  'session',
  'invitation',
  'book',
  'exercise',
  'awaited',
  'money',
]);

type NextCardProps = NextStepProps & {
  next: Step;
  now: number;
  also: ReturnType<typeof sayAlso>;
  /** The member's refused free interview, if the step explains the refusal; otherwise false. */
  refused: MySessions['free_interview'] | false;
};

/** The next step, with the one button for it (§15.70). */
function NextCard({ next, now, page, payment, also, refused }: NextCardProps) {
  const own = useId();
  const id =
    next.step === 'free' || refused
      ? 'free-interview'
      : next.step === 'payment' && payment
        ? `order-${next.payment.order}`
        : own;
  const wanted = useStore($chosenTime, { ssr: 'initial' });
  const unproven = useStore($unproven, { ssr: 'initial' });
  // A claim has no button here, because `ClaimOffer` has one for each pack.
  if (next.step === 'claim') return <ClaimOffer />;
  const { title, text, action } = sayStep(next, now, wanted);
  const toVerify = next.step === 'count' ? unproven : undefined;
  return (
    <section
      className="next-card ink-panel mt-6 flex flex-wrap items-center gap-4 gap-x-6 p-6"
      aria-labelledby={id}
    >
      <div className="flex-1">
        <h2 id={id} className="text-2xl">
          <Sentence words={title} />
        </h2>
        {refused && (
          <p className="mb-2">
            <FreeAnswer free={refused} />
          </p>
        )}
        {text && (
          <p>
            <Sentence words={payment?.says ?? text} />
          </p>
        )}
        {toVerify && (
          <VerifyEmail {...toVerify} wanted="loan" mailed primary>
            <span>Your loan request counts towards the group’s total as soon as </span>
            <MailAddress strong address={toVerify.address} />
            <span> is verified.</span>
          </VerifyEmail>
        )}
        {next.step === 'free' && <FreeInterviewState primary withTime={page === 'dashboard'} />}
      </div>
      {next.step === 'join' ? (
        <JoinButton booking={next.booking} />
      ) : (
        (payment?.button ??
        (action && !toVerify && (
          <a className="button" href={action.href}>
            {action.label}
          </a>
        )))
      )}
      <p className="actions w-full">
        {also.map(({ words, href }) => (
          <a key={href} className="link" href={href}>
            <Sentence words={words} />
          </a>
        ))}
      </p>
    </section>
  );
}

type BeginningProps = {
  heading: string;
  children: Elements;
};

/** One of a new member's two starting points (§15.72). */
function Beginning({ heading, children }: BeginningProps) {
  const id = useId();
  return (
    <section className="card flex flex-col items-start p-6" aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}

type FirstVisitProps = {
  firstname: string;
  asksFree: boolean;
  /** What the member can do about the target schools, if anything. */
  school: SeasonStep | undefined;
};

/** A greeting, and the two ways in which a new member can start (§15.72). */
function FirstVisit({ firstname, asksFree, school }: FirstVisitProps) {
  const unproven = useStore($unproven, { ssr: 'initial' });
  const isToVerify = unproven !== undefined && asksFree;
  return (
    <div data-first-visit>
      <p className="mt-2 wrap-anywhere">
        Welcome
        {firstname && (
          <span>
            , <bdi translate="no">{firstname}</bdi>
          </span>
        )}
        {/* The key replaces the sentence as a whole (§12.54). */}
        <span
          key={unproven?.address}
        >{`. ${unproven ? '' : 'Your email is verified. '}Where shall we start?`}</span>
      </p>
      <div className={`mt-4 grid gap-4 ${isToVerify ? '' : 'next-beginnings'}`}>
        <Beginning heading="Free mock interview">
          <FreeInterviewState primary withTime />
        </Beginning>
        <Beginning heading="MBA Loan">
          <div className="next-loan mt-2 flex w-full flex-wrap items-center gap-4 gap-x-6">
            <p className="flex-1">
              Lenders compete for everyone who starts the same year as you. It costs you nothing.
            </p>
            <a className={`button ${isToVerify ? 'button-quiet' : ''}`} href={memberPages.loan}>
              Apply for loan
            </a>
          </div>
        </Beginning>
      </div>
      {school && (
        <p className="mt-4">
          <a className="text-link" href={school.href}>
            {school.progress === 'open' ? 'Add your target schools' : school.state}
          </a>
          {school.progress === 'open' && <span>, and we mark the times with their alumni.</span>}
        </p>
      )}
    </div>
  );
}

function Shown({ page, payment, sessions, firstname }: ShownProps) {
  const now = useStore($now, { ssr: 'initial' });
  const next = nextStep(sessions, now);
  const title = next.step === 'claim' ? '' : sayStep(next, now).title;
  const [first] = useState(plain(title));
  if (page === 'dashboard' && isFirstVisit(sessions, next)) {
    const [school] = schools(sessions, now);
    return <FirstVisit {...{ firstname, school }} asksFree={next.step === 'free'} />;
  }
  if (page === 'sessions' && ownPlace.has(next.step)) return null;
  return (
    <>
      {/* Tells screen readers when fresh data has changed the next step. */}
      <p role="status" className="sr-only">
        {plain(title) !== first && <Sentence words={title} />}
      </p>
      <NextCard
        {...{ next, now, page, payment }}
        refused={saysRefusal(sessions, next) && sessions.free_interview}
        also={page === 'dashboard' ? sayAlso(sessions, next, now) : []}
      />
    </>
  );
}

function Page({ page, payment }: NextStepProps) {
  const member = useStore($member, { ssr: 'initial' });
  const { data, error, isKept = false } = useStore(mySessions.$data, { ssr: 'initial' });
  if (member && data) {
    const { id, firstname } = member;
    return (
      <KeptData key={id} value={isKept}>
        <Shown {...{ page, payment, firstname }} sessions={data} />
        {page === 'dashboard' && <WantedTime onDashboard />}
      </KeptData>
    );
  }
  // The parts below explain why nothing is shown.
  if (error !== undefined || page === 'sessions') return null;
  return (
    <Loading className="next-loading mt-6 text-2xl">
      Finding your next step. We look at your sessions, payments and loan.
    </Loading>
  );
}

/**
 * The most important thing for the member to do now. Appears first on the dashboard, and above 'Your sessions'
 * (§15.70).
 */
export const NextStep = withErrorBoundary(Page);

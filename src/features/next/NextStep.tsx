import { useStore } from '@nanostores/react';
import { memberPages } from '../../domain/member-pages.ts';
import { $session } from '../../lib/session-store.ts';
import { $now } from '../bookings/now.ts';
import { FreeInterviewState } from '../packs/FreeInterview.tsx';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { mySessions } from '../bookings/my-sessions-store.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { isFirstVisit, nextStep } from './next-step.ts';
import { Beginning, NextCard } from './NextCard.tsx';
import { Loading } from '../ui/Loading.tsx';
import './next.css';

type NextStepProps = {
  /** The page it is on. The sessions page shows some steps in places of their own. */
  page: 'dashboard' | 'sessions';
};

// The steps that the sessions page shows elsewhere.
const ownPlace: ReadonlySet<string> = new Set(['join', 'session', 'invitation', 'book']);

/** A greeting, and the two things that a new member can start with (§15.72). */
function FirstVisit({
  firstname,
  loan,
}: {
  firstname: string;
  loan: MySessions['waiting']['loan'];
}) {
  return (
    <div className="next-first">
      <p className="mt-6 text-xl wrap-anywhere">
        Welcome
        {firstname && (
          <>
            , <bdi>{firstname}</bdi>
          </>
        )}
        . What would you like to do first?
      </p>
      <div className="next-beginnings mt-5 grid gap-4">
        <Beginning heading="A free mock interview" seats={1}>
          <FreeInterviewState primary />
        </Beginning>
        <Beginning heading="A loan, together with others">
          <p className="mt-2">
            {loan === 'none'
              ? 'Say what you need, and lenders compete for everybody who starts in your year. It costs you nothing.'
              : 'You have asked for a loan. Your offers appear on its page.'}
          </p>
          <a className="button mt-4" href={memberPages.loan}>
            {loan === 'none' ? 'Join the loan group' : 'See your loan'}
          </a>
        </Beginning>
      </div>
    </div>
  );
}

type ShownProps = NextStepProps & { sessions: MySessions; firstname: string };

function Shown({ page, sessions, firstname }: ShownProps) {
  const now = useStore($now, { ssr: 'initial' });
  const next = nextStep(sessions, now);
  if (page === 'dashboard' && isFirstVisit(sessions, next)) {
    return <FirstVisit firstname={firstname} loan={sessions.waiting.loan} />;
  }
  if (!next || (page === 'sessions' && ownPlace.has(next.step))) return null;
  return <NextCard {...{ next, now }} />;
}

function Page({ page }: NextStepProps) {
  const session = useStore($session, { ssr: 'initial' });
  const { data, error } = useStore(mySessions.$data, { ssr: 'initial' });
  if (session.status === 'authenticated' && data) {
    const { id, firstname } = session.member;
    return <Shown key={id} {...{ page, firstname }} sessions={data} />;
  }
  // The parts below say why there is nothing.
  if (error !== undefined || page === 'sessions') return null;
  return (
    <Loading className="next-loading mt-6 text-2xl">
      Finding your next step. We look at your sessions, payments and loan.
    </Loading>
  );
}

/** What the member should do now: first on the dashboard, and above 'Your sessions' (§15.70). */
export const NextStep = withErrorBoundary(Page);

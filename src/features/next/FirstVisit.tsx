import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { memberPages } from '../../domain/member-pages.ts';
import type { Member } from '../../lib/member.ts';
import { $profile } from '../account/profile-store.ts';
import { $unproven } from '../bookings/my-sessions-store.ts';
import { FreeInterviewState } from '../packs/FreeInterview.tsx';
import { toVerifyTitle } from '../packs/free-messages.ts';
import type { Elements } from '../ui/elements.ts';
import { hasLoanDraft } from './loan-draft.ts';
import { finishRequest, loanStands } from './loan-stands.ts';
import type { schools } from './schools.ts';
import '../ui/ink-panel.css';
import './next.css';

type BeginningProps = {
  heading: string;
  /** True for the step that comes first, on the dark card. */
  isStep?: boolean;
  children: Elements;
};

/** One of a new member's two starting points (§15.72). */
function Beginning({ heading, isStep = false, children }: BeginningProps) {
  const id = useId();
  return (
    <section
      className={`${isStep ? 'ink-panel' : 'card'} flex flex-col items-start p-6`}
      aria-labelledby={id}
    >
      <h2 id={id} className="text-2xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}

type FirstVisitProps = {
  member: Member;
  asksFree: boolean;
  /** What the member can do about the target schools, if anything. */
  school: ReturnType<typeof schools>[number] | undefined;
};

/** A greeting, and the two ways in which a new member can start (§15.72). */
export function FirstVisit({ member: { id, firstname }, asksFree, school }: FirstVisitProps) {
  const unproven = useStore($unproven, { ssr: 'initial' });
  const { data: profile } = useStore($profile, { ssr: 'initial' });
  // Read each time, because the member may come back from the loan page to this page as it was.
  const hasDraft = hasLoanDraft(id);
  const name = profile?.firstname ?? firstname;
  const isToVerify = unproven !== undefined && asksFree;
  return (
    <div data-first-visit>
      <p className="mt-4 wrap-anywhere">
        Welcome
        {name && (
          <span>
            , <bdi translate="no">{name}</bdi>
          </span>
        )}
        {/* The key replaces the sentence as a whole (§12.54). */}
        <span
          key={unproven?.address}
        >{`. ${unproven ? '' : 'Your email is verified. '}${isToVerify ? '' : 'Where shall we start?'}`}</span>
      </p>
      <div className={`mt-4 grid gap-4 ${isToVerify ? '' : 'next-beginnings'}`}>
        <Beginning heading={isToVerify ? toVerifyTitle : 'Free mock interview'} isStep={asksFree}>
          <FreeInterviewState primary />
        </Beginning>
        <Beginning heading="MBA Loan">
          <div className="next-loan mt-2 flex w-full flex-wrap items-center gap-4 gap-x-6">
            <p className="flex-1">
              {hasDraft
                ? loanStands.none.before
                : 'Lenders compete for everyone who starts the same year as you. It costs you nothing.'}
            </p>
            <a
              className={isToVerify ? 'link' : `button ${asksFree ? 'button-quiet' : ''}`}
              href={hasDraft ? finishRequest.href : memberPages.loan}
            >
              {hasDraft ? finishRequest.label : 'Apply for loan'}
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

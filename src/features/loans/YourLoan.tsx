import { Suspense, useEffect, useState } from 'react';
import type { Member } from '../../lib/member.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { MemberPage, MemberSection } from '../ui/MemberPage.tsx';
import { useFolded } from '../ui/use-folded.ts';
import { useGoTo } from '../ui/use-go-to.ts';
import { late } from '../ui/late.tsx';
import { InGroup } from './InGroup.tsx';
import { Join } from './Join.tsx';
import { loanDraft } from './loan-kept.ts';
import type { MyLoan } from './loan-schema.ts';
import { myLoan } from './loan-store.ts';
import { calculatorLink } from './loan-words.ts';
import '../ui/form-card.css';
import './loans.css';

const loadForm = () => import('./RequestForm.tsx');
const RequestForm = late(loadForm);

/** True if the member has never been in a group. */
const isNew = ({ request, past_choices, rate_matches, consents }: MyLoan) =>
  !request && [past_choices, rate_matches, consents].every(({ length }) => length === 0);

type LoanProps = { loan: MyLoan; member: Member };

function Loan({ loan, member }: LoanProps) {
  const [editing, setEditing] = useState(false);
  const [cameToJoin] = useState(!loan.request);
  // The calculator links back to the offers.
  const goTo = useGoTo(() => location.hash.slice(1));
  const { request } = loan;

  useEffect(() => {
    // A member who already has a request does not need a draft, which may come from another device or member.
    if (request) loanDraft.forget();
  }, [request]);

  useFolded('promises', !isNew(loan));
  const figures = request && calculatorLink(loan.choice?.offer ?? {}, request);
  useEffect(() => {
    // Astro rendered this link below the island.
    const link = document.querySelector('#promises [href^="/emi"]');
    link?.setAttribute('href', figures ?? '/emi');
  }, [figures]);

  const form = (
    <MemberSection
      id="request-form"
      title={request ? 'Change your request' : 'Your request'}
      className="card form-card mt-8"
    >
      <Suspense fallback={<p role="status">Loading the form</p>}>
        <RequestForm
          loan={loan}
          memberId={member.id}
          onClose={(sent) => {
            setEditing(false);
            if (request) goTo(sent || request.fixed ? 'your-request' : 'change-request');
            else if (sent) goTo(loan.proven ? 'offers' : 'your-request');
            else goTo('start-request');
          }}
        />
      </Suspense>
    </MemberSection>
  );
  const invitation = !request && (
    <Join memberId={member.id} load={loadForm} onStart={() => setEditing(true)} />
  );
  const start = editing ? form : invitation;

  if (isNew(loan)) return start;
  return (
    <InGroup
      {...{ loan, member, editing, goTo }}
      isNew={cameToJoin}
      onEdit={() => setEditing(true)}
    >
      {start}
    </InGroup>
  );
}

function Page() {
  return (
    <MemberPage
      {...myLoan}
      lead={{
        text: 'Lenders compete for the whole group’s loans. Joining costs nothing and commits you to nothing.',
        isFor: isNew,
      }}
      words={{
        loading: 'Loading your loan',
        notLoaded: 'We could not load your loan. Your request is safe. Check your connection.',
        offline: 'This is the last version we loaded. To make changes, connect to the internet.',
      }}
    >
      {(loan, member) => (
        <div className="loan-page">
          <Loan loan={loan} member={member} />
        </div>
      )}
    </MemberPage>
  );
}

/** /dashboard/loan: request, group, offers, choice and rate matches (§16.1). */
export const YourLoan = withErrorBoundary(Page);

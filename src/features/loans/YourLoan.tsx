import { Suspense, useEffect, useState } from 'react';
import { verifiedHash } from '../../domain/account/verified-hash.ts';
import { requestFormHash } from '../../domain/loans/request-form-hash.ts';
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
import type { Question } from './Questions.tsx';
import { myLoan } from './loan-store.ts';
import { calculatorLink, sayChange, sayCounts, sayLeft, sayWithdrawn } from './loan-words.ts';
import type { FirstField } from './RequestForm.tsx';
import '../ui/form-card.css';
import './loans.css';

const loadForm = () => import('./RequestForm.tsx');
const RequestForm = late(loadForm);

/** True if the member has never been in a group. */
const isNew = ({ request, past_choices, rate_matches, consents }: MyLoan) =>
  !request && [past_choices, rate_matches, consents].every(({ length }) => length === 0);

/** What has just happened, said above everything else (§16.76). The focus goes to this id. */
type News = { id: 'verified' | 'joined' | 'changed' | 'left' | 'withdrawn'; text: string };

/** What a confirmed action did, if nothing else above the offers says so. */
function newsAfter(asked: Question, loan: MyLoan): News | undefined {
  if (asked.what === 'leave') return { id: 'left', text: sayLeft(loan) };
  if (asked.what === 'take-back')
    return { id: 'withdrawn', text: sayWithdrawn(asked.choice, loan) };
  return undefined;
}

function newsOnArrival({ request, proven }: MyLoan): News | undefined {
  if (location.hash !== verifiedHash || !proven) return undefined;
  return { id: 'verified', text: request ? sayCounts(request) : 'Email verified.' };
}

type LoanProps = { loan: MyLoan; member: Member };

function Loan({ loan, member }: LoanProps) {
  const [editing, setEditing] = useState(() => !loan.request && location.hash === requestFormHash);
  const [firstField, setFirstField] = useState<FirstField>();
  const [cameToJoin] = useState(!loan.request);
  const [news, setNews] = useState(() => newsOnArrival(loan));
  // The calculator links back to the offers.
  const goTo = useGoTo(() => location.hash.slice(1));
  const { request } = loan;

  useEffect(() => {
    // A member who already has a request does not need a draft, which may come from another device or member.
    if (request) loanDraft.forget();
  }, [request]);

  useEffect(() => {
    // A reload does not say it again.
    if (location.hash === verifiedHash) history.replaceState(history.state, '', location.pathname);
  }, []);

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
          first={firstField}
          loan={loan}
          memberId={member.id}
          onClose={(sent) => {
            setEditing(false);
            if (request && sent) {
              setNews({ id: 'changed', text: sayChange(loan, sent) });
              goTo('changed');
            } else if (request) goTo(request.fixed ? 'your-request' : 'change-request');
            else if (sent && loan.proven) {
              setNews({ id: 'joined', text: 'You are in the group, and your request counts.' });
              goTo('joined');
            } else if (sent) goTo('your-request');
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

  return (
    <>
      {news && (
        <p id={news.id} tabIndex={-1} className="notice notice-calm loan-news mt-8">
          {news.text}
        </p>
      )}
      {isNew(loan) ? (
        start
      ) : (
        <InGroup
          {...{ loan, member, editing, goTo }}
          isNew={cameToJoin}
          isToldCounts={news?.id === 'verified' || news?.id === 'joined'}
          onEdit={(first) => {
            setNews(undefined);
            setFirstField(first);
            setEditing(true);
          }}
          onDone={(asked) => setNews(newsAfter(asked, loan))}
        >
          {start}
        </InGroup>
      )}
    </>
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

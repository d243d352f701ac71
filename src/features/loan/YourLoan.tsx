import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { ProveAddress } from '../addresses/ProveAddress.tsx';
import { withErrorBoundary } from '../island/error-boundary.tsx';
import { useGoTo } from '../island/use-go-to.ts';
import { useOnline } from '../island/use-online.ts';
import { $session } from '../session/session-store.ts';
import { LastChoiceEnded, PastChoices, YourChoice } from './Choices.tsx';
import { Consents } from './Consents.tsx';
import { GroupPanel } from './Group.tsx';
import { Join } from './Join.tsx';
import { $loan, refreshLoan } from './loan-store.ts';
import type { MyLoan } from './loan-schema.ts';
import { Offers } from './Offers.tsx';
import { loadQuestions, loadRequestForm } from './parts.ts';
import type { Question } from './Questions.tsx';
import { RateMatches } from './RateMatches.tsx';
import { YourRequest } from './YourRequest.tsx';
// The parts that load late need these too, and a style that comes with a part comes too late for it.
import '../form/file-button.css';
import '../form/form.css';
import '../island/sheet.css';
import './loan.css';

const RequestForm = lazy(loadRequestForm);
const Questions = lazy(loadQuestions);

type ShownProps = { loan: MyLoan; member: { id: string; email: string } };

function Shown({ loan, member }: ShownProps) {
  const [editing, setEditing] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const goTo = useGoTo();
  const { request, group, choice, past_choices: past, proven } = loan;

  const answered = (asked: Question, done: boolean) => {
    setQuestion(undefined);
    if (!done) return;
    if (asked.what === 'leave') goTo('join');
    if (asked.what === 'choose') goTo('your-choice');
    if (asked.what === 'take-back') goTo('offers');
    if (asked.what === 'take-match-back') goTo(`match-${asked.match.id}`);
  };

  const form = (
    <Suspense fallback={<p role="status">Loading the form</p>}>
      <RequestForm
        memberId={member.id}
        loan={loan}
        onClose={(sent) => {
          setEditing(false);
          goTo(sent ? 'your-request' : request ? 'change-request' : 'start-request');
        }}
      />
    </Suspense>
  );

  return (
    <>
      {choice && (
        <YourChoice choice={choice} onTakeBack={() => setQuestion({ what: 'take-back', choice })} />
      )}
      {!choice && <LastChoiceEnded choice={past[0]} />}
      {!request && !editing && <Join memberId={member.id} onStart={() => setEditing(true)} />}
      {editing && (
        <section className="card form-card loan-form" aria-labelledby="request-form">
          <h2 id="request-form" className="loan-heading">
            {request ? 'Change your request' : 'Your request'}
          </h2>
          {form}
        </section>
      )}
      {request && (
        <div className="loan-top" data-alone={editing || undefined}>
          {!editing && (
            <YourRequest
              {...{ request, choice }}
              onChange={() => setEditing(true)}
              onLeave={() => setQuestion({ what: 'leave' })}
            />
          )}
          {group && <GroupPanel group={group} />}
        </div>
      )}
      {request && !proven && (
        <div className="notice loan-prove">
          <ProveAddress address={member.email}>
            <strong>Your request does not count yet.</strong> Prove that{' '}
            <bdi className="break-all">{member.email}</bdi> is yours by a link that we send there.
            Then it counts in the group, and you can choose an offer. The link opens your{' '}
            <a className="text-link" href="/dashboard/settings#addresses">
              addresses
            </a>
            .
          </ProveAddress>
        </div>
      )}
      {request && (
        <Offers
          {...{ loan, request }}
          onChoose={(offer) => setQuestion({ what: 'choose', offer, request })}
        />
      )}
      {(request !== null || loan.rate_matches.length > 0) && (
        <RateMatches
          loan={loan}
          onSent={(match) => goTo(match ? `match-${match}` : 'found-better')}
          onTakeBack={(match) => setQuestion({ what: 'take-match-back', match })}
        />
      )}
      <PastChoices choices={past} />
      <Consents consents={loan.consents} />
      {question && (
        <Suspense fallback={null}>
          <Questions question={question} loan={loan} onClose={(done) => answered(question, done)} />
        </Suspense>
      )}
    </>
  );
}

function Page() {
  const session = useStore($session, { ssr: 'initial' });
  const { data, loading, error } = useStore($loan, { ssr: 'initial' });
  const online = useOnline();

  if (session.status === 'authenticated' && data) {
    return (
      <div className="loan">
        <div role="status">
          {!online && (
            <p className="notice mt-6">
              You appear to be offline. This is what we knew last; a change needs a connection.
            </p>
          )}
          {online && error !== undefined && !loading && (
            <p className="notice mt-6">
              This may be out of date: our last request was not answered.{' '}
              <button type="button" className="link" onClick={refreshLoan}>
                Try again
              </button>
            </p>
          )}
        </div>
        <Shown loan={data} member={session.member} />
      </div>
    );
  }
  if (session.status === 'authenticated' && error !== undefined && !loading) {
    return (
      <div role="alert" className="notice mt-8">
        <p>Your loan could not be loaded. What you asked for is safe; the connection is not.</p>
        <button type="button" className="link" onClick={refreshLoan}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <div className="loan-loading" role="status">
      <p>Loading your loan</p>
      <div className="card" />
      <div className="card" />
    </div>
  );
}

/** /dashboard/loan: the request, the group, its offers, the choice and rate matches (§16.1). */
export const YourLoan = withErrorBoundary(Page);

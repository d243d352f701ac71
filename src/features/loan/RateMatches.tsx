import { lazy, Suspense, useState } from 'react';
import { formatPaise } from '../../domain/format.ts';
import { fileEndings } from '../../domain/session-files.ts';
import { rateMatchPath } from '../../domain/rate-match-api.ts';
import type { LoanActions } from './loan-actions.ts';
import { sayLoanFailure } from './loan-failure.ts';
import { isOpen, matchNames, percent, sayDay, whatMatchMeans } from './loan-words.ts';
import type { MyLoan, RateMatch } from './loan-schema.ts';
import { loadQuestions, loadRateMatchForm } from './parts.ts';
import { Reach } from './Reach.tsx';
import { Steps, type Step } from './Steps.tsx';

const RateMatchForm = lazy(loadRateMatchForm);

function stepsOf({ steps, state }: RateMatch): Step[] {
  const had = steps.map(({ state: one, at, reason }) => ({ name: matchNames[one], at, reason }));
  const left = [
    ...(state === 'sent' ? [{ name: matchNames.with_lenders }] : []),
    ...(isOpen(state) ? [{ name: 'Answered' }] : []),
  ];
  return [...had, ...left];
}

function Download({ match: { lender, file } }: { match: RateMatch }) {
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  if (!file) return null;
  const save = async () => {
    setBusy(true);
    setFailure('');
    try {
      const { saveToDevice } = await import('../form/member-files.ts');
      const query = new URLSearchParams({ file: file.id });
      await saveToDevice(`${rateMatchPath}?${query}`, `offer.${fileEndings[file.type]}`);
    } catch (error) {
      setFailure(sayLoanFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" className="link" disabled={busy} onClick={() => void save()}>
        Download your file<span className="sr-only"> about {lender}</span>
      </button>
      {failure && (
        <span role="alert" className="reach-failure">
          {failure}
        </span>
      )}
    </>
  );
}

type OneMatchProps = { match: RateMatch; onTakeBack: () => void };

function OneMatch({ match, onTakeBack }: OneMatchProps) {
  const { id, lender, rate, charges, state } = match;
  return (
    <li className="card">
      <h3 id={`match-${id}`} tabIndex={-1}>
        {lender}, {percent(rate)}{' '}
        <span className="loan-badge" data-state={state}>
          {matchNames[state]}
        </span>
      </h3>
      <p className="loan-note">
        Charges {formatPaise(charges)}, valid until {sayDay(match.valid_until)}
      </p>
      <p>{whatMatchMeans(match)}</p>
      <Steps
        label={`The way of the rate match with ${lender}`}
        steps={stepsOf(match)}
        ended={!isOpen(state)}
      />
      <div className="loan-actions">
        <Download match={match} />
        {isOpen(state) && (
          <Reach className="link" load={loadQuestions} onReady={onTakeBack}>
            Take it back<span className="sr-only"> ({lender})</span>
          </Reach>
        )}
      </div>
    </li>
  );
}

type RateMatchesProps = {
  loan: MyLoan;
  actions: LoanActions;
  /** Called when a match was sent and is on the page. */
  onSent: (match: string) => void;
  onTakeBack: (match: RateMatch) => void;
};

/** 'I found a better offer', and what became of those that were sent (§16.27, §16.28). */
export function RateMatches({ loan, actions, onSent, onTakeBack }: RateMatchesProps) {
  const { rate_matches: matches } = loan;
  const [open, setOpen] = useState(false);
  // One at a time, for a request that is open.
  const canSend = loan.request !== null && !matches.some(({ state }) => isOpen(state));
  return (
    <section aria-labelledby="better-offer" className="loan-matches">
      <h2 id="better-offer" tabIndex={-1} className="loan-heading">
        A better offer elsewhere?
      </h2>
      <p className="loan-lead">
        Send it to us before you sign. We ask our lenders to match or better it. If none does, we
        tell you so, and you should take it.
      </p>
      {matches.length > 0 && (
        <ul className="loan-past">
          {matches.map((match) => (
            <OneMatch key={match.id} match={match} onTakeBack={() => onTakeBack(match)} />
          ))}
        </ul>
      )}
      {canSend && !open && (
        <p className="mt-4">
          <Reach
            id="found-better"
            className="button button-quiet"
            load={loadRateMatchForm}
            onReady={() => setOpen(true)}
          >
            I found a better offer
          </Reach>
        </p>
      )}
      {canSend && open && (
        <Suspense fallback={null}>
          <div className="card form-card mt-4">
            <RateMatchForm
              actions={actions}
              onClose={(match) => {
                setOpen(false);
                onSent(match ?? '');
              }}
            />
          </div>
        </Suspense>
      )}
    </section>
  );
}

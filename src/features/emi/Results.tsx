import type { Loan } from '../../domain/loans/loan.ts';
import { formatSum, formatWholePaise, unbroken } from '../../domain/words/money.ts';
import { figureInputs, sayFigures, type Figures } from './figures.ts';

/** The ring's seats: each stands for Rs 5 out of every Rs 100 paid back. */
const seats = 20;

/** A ring of seats. The filled ones show the share of interest, in percent. */
function ShareRing({ share }: { share: number }) {
  const taken = Math.round((share / 100) * seats);
  return (
    <svg viewBox="0 0 44 44" className="emi-ring" aria-hidden="true">
      <g>
        <circle cx="22" cy="22" r="17.5" pathLength={seats} strokeDasharray=".66 .34" />
        {taken > 0 && (
          <circle
            className="emi-ring-taken"
            cx="22"
            cy="22"
            r="17.5"
            pathLength={seats}
            strokeDasharray={`${'.66 .34 '.repeat(taken - 1)}.66 ${seats}`}
          />
        )}
      </g>
    </svg>
  );
}

type ResultsProps = {
  figures: Figures;
  loan: Loan;
  /** True while an input is unreadable, so the results are for the previous figure. */
  areOld: boolean;
};

/** The EMI, the total interest and the total to repay, in whole rupees (§16.36). */
export function Results({ figures, loan, areOld }: ResultsProps) {
  const { emiInRupees, atStart, interest, total, schedule } = loan;
  const share = Math.round((interest / total) * 100);
  const wait = figures.study + figures.grace;
  const first = schedule[0]?.interest ?? 0;

  return (
    <>
      <dl className="emi-result flex flex-wrap items-baseline gap-x-3 bg-ink text-paper">
        <dt className="bold">EMI</dt>
        <dd className="emi-sum font-display whitespace-nowrap">{formatSum(emiInRupees)}</dd>
        <dd>{`a month${areOld ? ', from your last valid figures' : ` for ${figureInputs.term.say(figures.term)}`}`}</dd>
      </dl>
      <div className="emi-rest grid gap-4 bg-ink text-paper">
        <dl className="grid gap-4 gap-x-6">
          <div>
            <dt>Total interest</dt>
            <dd className="font-display wrap-anywhere">{formatWholePaise(interest)}</dd>
          </div>
          <div>
            <dt>Total to repay</dt>
            <dd className="font-display wrap-anywhere">{formatWholePaise(total)}</dd>
          </div>
        </dl>
        <div className="emi-share flex items-center gap-4">
          <ShareRing share={share} />
          <p className="font-display">
            Of every Rs 100 you pay back,{' '}
            <strong className="bold whitespace-nowrap text-marigold">{`Rs ${share}`}</strong> is
            interest.
          </p>
        </div>
        {wait > 0 && interest > 0 && (
          <p>
            {figures.interest === 'paid'
              ? `Before the EMIs start, you pay ${unbroken(formatWholePaise(first))} of interest a month, ${wait} times.`
              : `${unbroken(formatWholePaise(atStart - figures.amount * 100))} of interest is added to the loan when EMIs start.`}
          </p>
        )}
        <p className="emi-for">
          <span>{`${sayFigures(figures)}. Charges are not included: see `}</span>
          <a className="text-link" href="#emi-missing">
            what is left out
          </a>
          .
        </p>
      </div>
    </>
  );
}

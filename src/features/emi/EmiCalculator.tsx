import { useStore } from '@nanostores/react';
import { memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { lowerRates, workOut, type Loan } from '../../domain/loans/loan.ts';
import { formatSum, formatWholePaise, toPaise } from '../../domain/words/money.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { Choice } from '../ui/Choice.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { takesOver } from '../ui/takes-over.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { Actions } from './Actions.tsx';
import { queryOf } from './address.ts';
import {
  $arrival,
  $errors,
  $figures,
  arrive,
  chooseInterest,
  keepFigures,
  lenderShownAt,
  type Typed,
} from './emi-store.ts';
import { FigureInput } from './FigureInput.tsx';
import { figureNames, interestChoices, interestLabel, termsOf, type Figures } from './figures.ts';
import { LowerRates } from './LowerRates.tsx';
import { OwedChart } from './OwedChart.tsx';
import { Results } from './Results.tsx';
import '../ui/control.css';
import '../ui/field.css';
import '../ui/fold.css';
import './emi.css';

/** The largest rate cut to calculate: the largest that members have got (§14.23, §16.37). */
const mostPoints = 4;

/** The figures that the visitor typed, set with the sliders or chosen before hydration. */
function typedBefore(): Typed {
  const typed: Typed = {};
  const inputs = document.querySelectorAll<HTMLInputElement>('.emi-inputs input');
  for (const { name, value, defaultValue, checked, defaultChecked } of inputs) {
    if (value !== defaultValue || (checked && !defaultChecked)) typed[name] = value;
  }
  return typed;
}

/**
 * Writes the figures into the address, so that a reload shows them again, and returns the results as a sentence for
 * screen readers. Waits for a short pause in the changes before doing both.
 */
function useSettled(changed: boolean, figures: Figures, { emiInRupees, total }: Loan): string {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => {
      const query = queryOf(figures);
      if (query !== location.search) history.replaceState(history.state, '', query);
      keepFigures();
      setSaid(`EMI ${formatSum(emiInRupees)}, total to repay ${formatWholePaise(total)}`);
    }, 600);
    return () => clearTimeout(timer);
  }, [changed, emiInRupees, figures, total]);
  return said;
}

type OutcomeProps = {
  figures: Figures;
  loan: Loan;
  /** True while an input is unreadable, so the results are for the previous figure. */
  areOld: boolean;
};

/** The loan's cost. Memoised, because calculating it is most of the page's work. */
const Outcome = memo(function Outcome({ figures, loan, areOld }: OutcomeProps) {
  const rates = useMemo(() => lowerRates(termsOf(figures), mostPoints), [figures]);
  return (
    <>
      <Results figures={figures} loan={loan} areOld={areOld} />
      <OwedChart loan={loan} amount={toPaise(figures.amount)}>
        <Actions {...{ figures, loan }} />
      </OwedChart>
      <LowerRates loan={loan} rate={figures.rate} rates={rates} />
    </>
  );
});

function Calculator() {
  const hydrated = useHydrated();
  const [takeOver] = useState(() =>
    hydrated ? takesOver(document.querySelector('.emi-page')) : undefined,
  );
  const { figures: arrived, unread, offer } = useStore($arrival, { ssr: 'initial' });
  const errors = useStore($errors, { ssr: 'initial' });
  const newest = useStore($figures, { ssr: 'initial' });
  const { interest, study, grace } = newest;
  // The results render separately, so that typing and sliding stay fast.
  const figures = useDeferredValue(newest);
  const loan = useMemo(() => workOut(termsOf(figures)), [figures]);
  const isShown = arrived !== undefined && figures === newest;
  const said = useSettled(isShown && figures !== arrived, figures, loan);

  useEffect(() => {
    const lender = lenderShownAt(location.pathname + location.search);
    arrive(location.search, typedBefore(), lender);
  }, []);
  // The correct results are in place, so the page may now show them (§16.42, EmiCalculator's section).
  useLayoutEffect(() => {
    if (isShown) delete document.documentElement.dataset['figures'];
  }, [isShown]);

  return (
    <div className="emi-page grid">
      <div className="emi-inputs grid gap-4" ref={takeOver} role="group" aria-label="Your loan">
        {offer && (
          <p className="notice notice-calm">
            <span>{`${
              queryOf(newest) === offer.query
                ? `These are the figures from ${offer.lender}’s offer to you.`
                : `You changed the figures from ${offer.lender}’s offer.`
            } `}</span>
            <a className="text-link" href={`${memberPages.loan}#offers`}>
              Back to your offers
            </a>
          </p>
        )}
        {unread.length > 0 && (
          <p
            className="notice"
            role="alert"
          >{`We could not read this in the link: ${unread.join(', ')}. We used our own figures instead.`}</p>
        )}
        {figureNames.map((name) => (
          <FigureInput key={name} name={name} />
        ))}
        <Choice
          legend={interestLabel}
          hint={
            study + grace === 0
              ? 'With no study or grace period, both cost the same.'
              : interest === 'paid'
                ? 'You pay each month’s interest, and the loan does not grow.'
                : 'Simple interest, added once when EMIs start.'
          }
          name="interest"
          look="cards"
          options={interestChoices}
          chosen={interest}
          onChoose={chooseInterest}
        />
      </div>
      <Outcome {...{ figures, loan }} areOld={Object.values(errors).some(Boolean)} />
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}

/** The EMI calculator for MBA loans (§16.29 to §16.44). */
export const EmiCalculator = withErrorBoundary(Calculator);

import type { Loan, LowerRate } from '../../domain/loans/loan.ts';
import { count } from '../../domain/words/count.ts';
import { formatSum, formatWholePaise, unbroken } from '../../domain/words/money.ts';

type LowerRatesProps = {
  loan: Loan;
  /** Percent per year. */
  rate: number;
  rates: readonly LowerRate[];
};

/** What the same loan costs at rates that are one to four points lower (§16.37). */
export function LowerRates({ loan: { emiInRupees }, rate, rates }: LowerRatesProps) {
  const [first] = rates;
  const most = Math.max(...rates.map(({ saved }) => saved), 1);

  return (
    <section className="emi-lower grid" aria-labelledby="lower-rates">
      <div>
        <h2 id="lower-rates" className="text-3xl">
          What a lower rate saves you
        </h2>
        {first ? (
          <p className="emi-lower-first mt-4 font-display">
            <span>{`One point less saves you `}</span>
            <strong className="whitespace-nowrap">{formatWholePaise(first.saved)}</strong>
            <span>{` in total, ${unbroken(formatSum(emiInRupees - first.emiInRupees))} a month.`}</span>
          </p>
        ) : (
          <p className="emi-lower-first mt-4 font-display">{`${rate}% a year cannot drop by a whole point.`}</p>
        )}
      </div>
      {rates.length > 0 && (
        <ul>
          {rates.map(({ points, rate: lower, emiInRupees: lowerEmi, saved }) => (
            <li key={points} className="grid items-baseline">
              <p>
                <strong className="font-display whitespace-nowrap text-ink">{`${lower}%`}</strong>{' '}
                <span className="text-muted">{`${count(points, 'point')} less`}</span>
              </p>
              <p>
                <strong className="font-display whitespace-nowrap text-ink">
                  {formatWholePaise(saved)}
                </strong>{' '}
                <span className="text-muted">{`less in total, EMI ${unbroken(formatSum(lowerEmi))}`}</span>
              </p>
              <svg
                className="w-full"
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect width={Math.max(1, Math.round((saved / most) * 100))} height="1" />
              </svg>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

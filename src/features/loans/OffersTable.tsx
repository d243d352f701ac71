import type { CostedOffer } from '../../domain/loans/loan-offer.ts';
import { formatWholePaise } from '../../domain/words/money.ts';
import { LenderMark } from './LenderMark.tsx';
import type { ShownOffer } from './loan-schema.ts';
import { sayApr } from './loan-words.ts';

type Costed = CostedOffer<ShownOffer>;

const beforeEmis = ({ offer, cost }: Costed) =>
  offer.interest === 'paid' ? `${formatWholePaise(cost.wait.monthly)} a month` : 'Nothing';

const rows: readonly (readonly [string, (costed: Costed) => string])[] = [
  ['EMI', ({ cost }) => formatWholePaise(cost.emiInRupees * 100)],
  ['Before the EMIs', beforeEmis],
  ['In total', ({ cost }) => formatWholePaise(cost.total)],
  ['APR', ({ cost }) => sayApr(cost.apr)],
];

/** All offers side by side, in the four figures that tell them apart (§16.75). */
export function OffersTable({ offers }: { offers: readonly Costed[] }) {
  return (
    <div className="loan-compare mt-5">
      <table className="w-full">
        <caption className="sr-only">The offers in short</caption>
        <thead>
          <tr>
            <td />
            {offers.map(({ offer }) => (
              <th key={offer.id} scope="col">
                <a className="link wrap-anywhere text-ink" href={`#offer-${offer.id}`}>
                  <LenderMark lender={offer.lender} />
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, say]) => (
            <tr key={name}>
              <th scope="row">
                <span>{name}</span>
              </th>
              {offers.map((costed) => (
                <td key={costed.offer.id}>{say(costed)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

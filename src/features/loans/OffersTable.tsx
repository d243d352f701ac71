import type { ReactNode } from 'react';
import { formatSum, unbroken } from '../../domain/words/money.ts';
import { Table } from '../ui/Table.tsx';
import { LenderMark } from './LenderMark.tsx';
import { inFull, isBeaten, percent, sayApr, type Costed, type Lowest } from './loan-words.ts';
import { figure } from './offer-facts.tsx';

type Row = { name: string; say: (costed: Costed) => ReactNode; mark?: keyof Lowest };

const rows: readonly Row[] = [
  { name: 'Rate', say: ({ offer }) => figure(percent(offer.rate), offer.rate_type) },
  { name: 'EMI', say: ({ cost }) => unbroken(formatSum(cost.emiInRupees)) },
  {
    name: 'Before the EMIs',
    say: ({ offer, cost: { wait } }) =>
      offer.interest === 'paid'
        ? figure(
            inFull(wait.monthly),
            `interest a month, ${wait.months} times, starting while you study`,
          )
        : figure('Nothing', `${inFull(wait.added)} of interest is added to the loan`),
  },
  { name: 'In total', say: ({ cost }) => inFull(cost.total), mark: 'total' },
  { name: 'APR', say: ({ cost }) => sayApr(cost.apr), mark: 'apr' },
];

type OffersTableProps = {
  offers: readonly Costed[];
  /** The offers whose lowest figure is set in bold; undefined as long as the offers are not ranked. */
  lowest?: Lowest | undefined;
  /** Whether an offer does not fit the member's answer about interest during study. */
  asksNow?: (offer: Costed) => boolean;
  /** True if each name links to its offer below. */
  linked?: boolean;
};

/** All offers side by side, with the five figures that set them apart (§16.75). */
export function OffersTable({ offers, lowest, asksNow, linked }: OffersTableProps) {
  return (
    <Table
      className="loan-compare mt-4"
      caption="The offers in short"
      linked={linked}
      head={[
        '',
        ...offers.map((costed) => {
          const { id, lender } = costed.offer;
          return (
            <div key={id}>
              {linked ? (
                <a className="link wrap-anywhere text-ink" href={`#offer-${id}`}>
                  <LenderMark lender={lender} />
                </a>
              ) : (
                <span className="wrap-anywhere">
                  <LenderMark lender={lender} />
                </span>
              )}
            </div>
          );
        }),
      ]}
      rows={rows.map(({ name, say, mark }) => [
        name,
        ...offers.map((costed) => {
          if (asksNow?.(costed)) return <span className="text-muted">{say(costed)}</span>;
          return mark && costed === lowest?.[mark] ? (
            <>
              <strong className="bold">{say(costed)}</strong>
              {isBeaten(costed, offers, mark) && <small> lowest if you pay only afterwards</small>}
            </>
          ) : (
            say(costed)
          );
        }),
      ])}
    />
  );
}

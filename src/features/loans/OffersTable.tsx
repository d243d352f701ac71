import type { ReactNode } from 'react';
import type { AskedLoan } from '../../domain/loans/loan-offer.ts';
import { formatSum, unbroken } from '../../domain/words/money.ts';
import type { Elements } from '../ui/elements.ts';
import { Table } from '../ui/Table.tsx';
import { LenderMark } from './LenderMark.tsx';
import { inFull, isBeaten, percent, sayApr, type Costed, type Lowest } from './loan-words.ts';
import { figure, offerFacts, type FactName } from './offer-facts.tsx';

type Row = {
  name: string;
  say: (costed: Costed, request: AskedLoan) => ReactNode;
  mark?: keyof Lowest;
  /** True for a line that only the family's sheet has. */
  full?: boolean;
};

const detail = (name: FactName): Row => ({
  name,
  full: true,
  say: (costed, request) => new Map<FactName, ReactNode>(offerFacts(costed, request)).get(name),
});

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
  detail('Interest'),
  detail('Charges'),
  { name: 'In total', say: ({ cost }) => inFull(cost.total), mark: 'total' },
  { name: 'APR', say: ({ cost }) => sayApr(cost.apr), mark: 'apr' },
  detail('Security'),
  detail('Not in these figures'),
  detail('If you pay late'),
  detail('No EMIs during'),
  detail('Valid until'),
];

type OffersTableProps = {
  offers: readonly Costed[];
  request: AskedLoan;
  /** True for all lines; otherwise, the table has the five figures that set the offers apart. */
  full?: boolean;
  /** The offers whose lowest figure is set in bold; undefined as long as the offers are not ranked. */
  lowest?: Lowest | undefined;
  /** Whether an offer does not fit the member's answer about interest during study. */
  asksNow?: (offer: Costed) => boolean;
  /** True if each name links to its offer below. */
  linked?: boolean;
  /** An offer's labels, below its lender. */
  badges?: (offer: Costed) => Elements;
};

/** All offers side by side (§16.75, §16.97). */
export function OffersTable(props: OffersTableProps) {
  const { offers, request, full, lowest, asksNow, linked, badges } = props;
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
              {badges?.(costed)}
            </div>
          );
        }),
      ]}
      rows={rows
        .filter((row) => !row.full || full)
        .map(({ name, say, mark }) => [
          name,
          ...offers.map((costed) => {
            const said = say(costed, request);
            if (asksNow?.(costed)) {
              const monthly = inFull(costed.cost.wait.monthly);
              return (
                <>
                  <span>{said}</span>
                  {mark === 'total' && <small>{` with ${monthly} a month while you study`}</small>}
                </>
              );
            }
            return mark && costed === lowest?.[mark] ? (
              <>
                <strong className="bold">{said}</strong>
                {isBeaten(costed, offers, mark) && (
                  <small> lowest if you pay only afterwards</small>
                )}
              </>
            ) : (
              said
            );
          }),
        ])}
    />
  );
}

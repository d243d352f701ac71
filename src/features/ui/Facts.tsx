import type { ReactNode } from 'react';
import './facts.css';

type FactsProps = {
  /** Pairs of name and value; a pair without a value is left out. */
  facts: readonly (readonly [name: string, fact: ReactNode])[];
  /** One fact a line, with the names in a column. */
  lines?: boolean;
  className?: string;
};

/** Named facts, in a row as long as there is room. */
export function Facts({ facts, lines, className = '' }: FactsProps) {
  return (
    <dl className={`facts ${className}`} data-lines={lines}>
      {facts.map(
        ([name, fact]) =>
          fact && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

import type { ReactNode } from 'react';
import './facts.css';

type FactsProps = {
  /** Name-value pairs. Those without a value are left out. */
  facts: readonly (readonly [name: string, fact: ReactNode])[];
  /** True to show one fact per line, with the names in a column. */
  lines?: boolean;
  className?: string;
};

/** Facts with their names, side by side as far as space allows. */
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

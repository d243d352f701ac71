import type { ReactNode } from 'react';
import './facts.css';

type FactsProps = {
  /** Each with its name; a fact that is not known is left out. */
  facts: readonly (readonly [name: string, fact: ReactNode])[];
  className?: string;
};

/** Named facts, beside each other as long as there is room. */
export function Facts({ facts, className = '' }: FactsProps) {
  return (
    <dl className={`facts ${className}`}>
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

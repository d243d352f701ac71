import { formatMoment } from '../../domain/words/dates.ts';
import { PressButton } from '../ui/PressButton.tsx';
import type { Consent } from './consent-schema.ts';

/** Who the consent was given to. */
export const whom = ({ kind, lender }: Consent) =>
  kind === 'loan_group' ? 'the loan group' : (lender ?? 'a lender');

type OneConsentProps = {
  consent: Consent;
  heading: 'h4' | 'p';
  /** Downloads the dialog that withdraws the consent. */
  load: () => Promise<unknown>;
  /** Opens the dialog; undefined if the consent cannot be withdrawn on its own. */
  onTakeBack: (() => void) | undefined;
};

/** A consent in the words shown at the time, with its dates and 'Withdraw consent' (§16.12, §18.46). */
export function OneConsent({ consent, heading: Heading, load, onTakeBack }: OneConsentProps) {
  const { id, text, version, given_at: at, taken_back_at: until } = consent;
  return (
    <li>
      <Heading
        id={`consent-${id}`}
        tabIndex={-1}
        className="bold text-ink"
      >{`For ${whom(consent)}`}</Heading>
      <p className="text-muted">{`Version ${version}, given on ${formatMoment(at)}${until ? `, withdrawn on ${formatMoment(until)}` : ''}`}</p>
      <blockquote className="mt-1 quoted wrap-anywhere whitespace-pre-line">{text}</blockquote>
      {onTakeBack && !until && (
        <PressButton load={load} work={onTakeBack}>
          Withdraw consent<span className="sr-only">{` to ${whom(consent)}`}</span>
        </PressButton>
      )}
    </li>
  );
}

import { formatMoment } from '../../domain/words/dates.ts';
import { LoadingButton } from '../ui/LoadingButton.tsx';
import type { Consent } from './loan-schema.ts';
import { loadQuestions } from './parts.ts';
import '../ui/note.css';

type OneConsentProps = { consent: Consent; onTakeBack: () => void };

function OneConsent({ consent, onTakeBack }: OneConsentProps) {
  const { id, kind, text, version, given_at: at, taken_back_at: until } = consent;
  const lender = consent.lender ?? 'a lender';
  return (
    <li>
      <p id={`consent-${id}`} tabIndex={-1} className="font-semibold text-ink">
        {kind === 'loan_group' ? 'For the group' : `For ${lender}`}
      </p>
      <p className="note">
        Version {version}, given on {formatMoment(at)}
        {until && `, taken back on ${formatMoment(until)}`}
      </p>
      <blockquote>{text}</blockquote>
      {kind === 'loan_lender' && !until && (
        <LoadingButton className="link" load={loadQuestions} onReady={onTakeBack}>
          Take back<span className="sr-only"> the consent to {lender}</span>
        </LoadingButton>
      )}
    </li>
  );
}

type ConsentsProps = {
  consents: readonly Consent[];
  /** Asks before a consent to a lender is taken back. */
  onTakeBack: (consent: Consent) => void;
};

/** What the member agreed to, in the words that were shown, and since when it no longer holds (§16.12). */
export function Consents({ consents, onTakeBack }: ConsentsProps) {
  if (consents.length === 0) return null;
  return (
    <details className="loan-consents">
      <summary className="link">What you agreed to</summary>
      <ul>
        {consents.map((consent) => (
          <OneConsent key={consent.id} consent={consent} onTakeBack={() => onTakeBack(consent)} />
        ))}
      </ul>
      <p className="note">
        You can take back the consent to a lender at any time, and all of them with ‘Leave the
        group’.
      </p>
    </details>
  );
}

import type { Consent } from './consent-schema.ts';
import { OneConsent } from './OneConsent.tsx';

type ConsentsProps = {
  consents: readonly Consent[];
  /** Opens the dialog that withdraws a consent to a lender. */
  onTakeBack: (consent: Consent) => void;
};

/**
 * The consents that the member has given, in the words shown at the time, each with the dates between which it was
 * valid (§16.12).
 */
export function Consents({ consents, onTakeBack }: ConsentsProps) {
  if (consents.length === 0) return null;
  return (
    <details className="mt-8">
      <summary className="link text-ink">What you agreed to</summary>
      <ul className="mt-2 mb-4 grid gap-4">
        {consents.map((consent) => (
          <OneConsent
            key={consent.id}
            consent={consent}
            heading="p"
            load={() => import('./Questions.tsx')}
            // Consent to the group can be withdrawn only with 'Leave the group'.
            onTakeBack={consent.kind === 'loan_lender' ? () => onTakeBack(consent) : undefined}
          />
        ))}
      </ul>
      <p className="note">
        You can withdraw your consent to a lender at any time, or withdraw every consent with ‘Leave
        the group’.
      </p>
    </details>
  );
}

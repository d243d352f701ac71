import { formatMoment } from '../../domain/format.ts';
import type { Consent } from './loan-schema.ts';

/** What the member agreed to, in the words that were shown, and since when it no longer holds (§16.12). */
export function Consents({ consents }: { consents: readonly Consent[] }) {
  if (consents.length === 0) return null;
  return (
    <details className="loan-consents">
      <summary className="link">What you agreed to</summary>
      <ul>
        {consents.map(({ id, kind, lender, text, version, given_at: at, taken_back_at: until }) => (
          <li key={id}>
            <p className="font-semibold text-ink">
              {kind === 'loan_group' ? 'For the group' : `For ${lender ?? 'a lender'}`}
            </p>
            <p className="loan-note">
              Version {version}, given on {formatMoment(at)}
              {until && `, taken back on ${formatMoment(until)}`}
            </p>
            <blockquote>{text}</blockquote>
          </li>
        ))}
      </ul>
      <p className="loan-note">
        You take back the consent to a lender with ‘Take it back’ at your choice, and all of them
        with ‘Leave the group’.
      </p>
    </details>
  );
}

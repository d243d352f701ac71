import type { ComponentProps } from 'react';

type Link = { label: string; href: string };

/** The sentence beside the checkbox, with its two links. */
export type Consent = {
  before: string;
  terms: Link;
  between: string;
  privacy: Link;
  after: string;
};

type TermsFieldProps = ComponentProps<'input'> & { consent: Consent; error: string | undefined };

function NewTabLink({ label, href }: Link) {
  return (
    <a className="text-link" href={href} target="_blank" rel="noopener">
      {label}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** The terms checkbox (§5.8). Its links open in a new tab, so that the form keeps the typed text. */
export function TermsField({ consent, error, ...input }: TermsFieldProps) {
  return (
    <div className="field">
      <label className="check">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-error' : undefined}
        />
        <span>
          {consent.before} <NewTabLink {...consent.terms} /> {consent.between}{' '}
          <NewTabLink {...consent.privacy} /> {consent.after}
        </span>
      </label>
      {error && (
        <p id="terms-error" className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}

import type { ComponentProps } from 'react';
import { Check } from '../ui/Check.tsx';

type Link = { label: string; href: string };

/** The sentence next to the checkbox, with its two links. */
export type Consent = {
  before: string;
  terms: Link;
  between: string;
  privacy: Link;
  after: string;
};

type TermsFieldProps = ComponentProps<typeof Check> & { consent: Consent };

function NewTabLink({ label, href }: Link) {
  return (
    <a className="text-link" href={href} target="_blank" rel="noopener">
      {label}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

/** The terms checkbox (§5.8). Its links open in a new tab, so that the form keeps the typed text. */
export function TermsField({ consent, ...check }: TermsFieldProps) {
  return (
    <div className="field">
      <Check {...check}>
        {consent.before} <NewTabLink {...consent.terms} /> {consent.between}{' '}
        <NewTabLink {...consent.privacy} />
        {consent.after}
      </Check>
    </div>
  );
}

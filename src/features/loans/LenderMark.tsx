import { Badge } from '../ui/Badge.tsx';
import { NewTabLink } from '../ui/NewTabLink.tsx';
import type { Lender, Offer } from './loan-schema.ts';

/** A lender's name, with a mark if the lender is a sample (§16.78). */
export function LenderMark({ lender: { name, is_sample: isSample } }: { lender: Lender }) {
  return (
    <>
      <bdi translate="no">{isSample ? `${name} ` : name}</bdi>
      {isSample && <Badge tone="sample">Sample</Badge>}
    </>
  );
}

/** The link to a lender's site; a sample lender has none. */
export function LenderSite({ lender: { name, site, is_sample: isSample } }: { lender: Lender }) {
  if (isSample) return null;
  return (
    <NewTabLink className="link" href={site}>
      Lender’s site<span className="sr-only">{` (${name})`}</span>
    </NewTabLink>
  );
}

/** The link to an offer's Key Facts Statement. */
export function KeyFacts({ offer: { lender, key_facts_url: href } }: { offer: Offer }) {
  return (
    <a className="link text-ink" href={href} target="_blank" rel="noopener">
      Key Facts Statement
      <span className="sr-only">{` of ${lender.name} (${lender.is_sample ? 'a sample, ' : ''}opens in a new tab)`}</span>
    </a>
  );
}

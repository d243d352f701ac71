import type { ReactNode } from 'react';

type NewTabLinkProps = { href: string; className?: string; children: ReactNode };

/** A link that opens in a new tab and says so, so that text typed into a form on this page is not lost. */
export function NewTabLink({ href, className = 'text-link', children }: NewTabLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener">
      <span>{children}</span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

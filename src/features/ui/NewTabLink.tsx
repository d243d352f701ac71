import type { ReactNode } from 'react';

type NewTabLinkProps = { href: string; className?: string; children: ReactNode };

/** A link to another tab, which says so. A form next to it keeps the typed text. */
export function NewTabLink({ href, className = 'text-link', children }: NewTabLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener">
      <span>{children}</span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

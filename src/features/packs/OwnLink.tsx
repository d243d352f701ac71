import { useStore } from '@nanostores/react';
import type { Elements } from '../ui/elements.ts';
import { $own } from './own.ts';
import { OwnWords } from './OwnWords.tsx';

type OwnLinkProps = {
  /** True below the time that the member has chosen: says how to book it (§4.27). */
  chosen: boolean;
  children: Elements;
};

/** What the member already has; `children` until that is known, or nothing beside a chosen time (§4.18). */
export default function OwnLink({ chosen, children }: OwnLinkProps) {
  const own = useStore($own);
  // The links beside it then appear with it, so that none of them moves.
  if (chosen && own === undefined) return null;
  if (!own) return children;
  if (!chosen) return <OwnWords own={own} />;
  const { says, main, books } = own;
  return (
    <>
      <p className="mb-2 w-full">
        {books && main
          ? says
          : books
            ? 'Take it as your free interview, or buy a pack below.'
            : 'Buy a pack below and book it on the next page.'}
      </p>
      {books && (
        <a className="button button-quiet" href={books.href}>
          {books.label}
        </a>
      )}
    </>
  );
}

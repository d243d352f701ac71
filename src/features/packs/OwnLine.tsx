import { Suspense } from 'react';
import { memberPages } from '../../domain/member-pages.ts';
import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { late } from '../ui/late.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import './next-free.css';

// Loaded late, because only members need it.
const OwnLink = withErrorBoundary(late(() => import('./OwnLink.tsx')));

/**
 * What the member on /buy or /mentors already has (§4.18). The line is as high before the reply as after it. With
 * `chosen`, how to book the chosen time, in a row with its other links. `className` is for the line without a time.
 */
export function OwnLine({ chosen = false, className = 'next-free mt-3' }) {
  const hydrated = useHydrated();
  const link = (
    <a className="link" href={memberPages.sessions}>
      Your sessions
    </a>
  );
  return (
    <div className={`for-members ${chosen ? 'next-own' : className}`}>
      {hydrated && keptText(storageKeys.session, 'local').read() !== undefined ? (
        <Suspense fallback={chosen ? null : link}>
          <OwnLink chosen={chosen}>{link}</OwnLink>
        </Suspense>
      ) : (
        link
      )}
    </div>
  );
}

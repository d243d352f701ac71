import { type ComponentType, lazy, Suspense, useState } from 'react';
import { PressButton } from '../ui/PressButton.tsx';
import { LateCodeForm } from './LateCodeForm.tsx';
import { sayDeskFailure } from './desk-calls.ts';
import type { Enrolment } from './factor.ts';

// Loaded late, because an open desk rarely needs another authenticator.
const loadFactor = () => import('./factor.ts');

// If the QR code cannot be loaded, the operator can type in the secret.
const QrCode = lazy<ComponentType<{ uri: string }>>(() =>
  import('./QrCode.tsx').catch(() => ({ default: () => null })),
);

/** Sets up an authenticator: the operator scans or types in the secret, then enters a code (§22.2). */
export function Enrol({ onEnrolled }: { onEnrolled: () => void }) {
  const [begun, setBegun] = useState<Enrolment>();
  if (begun) {
    return (
      <>
        <p>
          Open an authenticator app on your phone, such as Google Authenticator or Aegis, and scan
          this code. If you are reading this on that phone, type the key into the app instead.
        </p>
        <Suspense fallback={<div className="desk-qr my-4" />}>
          <QrCode uri={begun.uri} />
        </Suspense>
        <p className="mb-6">
          Key:{' '}
          <code translate="no" className="wrap-anywhere">
            {begun.secret}
          </code>
        </p>
        <LateCodeForm enrolled={begun.id} onEntered={onEnrolled} />
      </>
    );
  }
  return (
    <PressButton
      className="button"
      load={loadFactor}
      work={async () => setBegun(await (await loadFactor()).enrol())}
      sayFailure={sayDeskFailure}
    >
      Set up an authenticator
    </PressButton>
  );
}

import { useEffect, useState } from 'react';
import { usePress } from '../ui/use-press.ts';
import { CodeForm } from './CodeForm.tsx';
import { sayDeskFailure } from './desk-calls.ts';
import { enrol, type Enrolment } from './factor.ts';

/** The address of an authenticator as a QR code, made in the browser so that the secret stays on this page. */
function QrCode({ uri }: { uri: string }) {
  const [code, setCode] = useState<{ size: number; path: string }>();
  useEffect(() => {
    const draw = async () => {
      const { create } = await import('qrcode');
      const { size, data } = create(uri).modules;
      const dark = [...data.entries()].filter(([, module]) => module);
      const path = dark.map(([at]) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('');
      setCode({ size, path });
    };
    // Without the QR code the secret can be typed.
    draw().catch(() => undefined);
  }, [uri]);
  if (!code) return <div className="qr-code" />;
  const margin = 4;
  const side = code.size + 2 * margin;
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label="QR code for your authenticator"
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
    >
      <path d={code.path} />
    </svg>
  );
}

/** Sets up an authenticator: the operator scans or types the secret, then enters the code (§22.2). */
export function Enrol({ onEnrolled }: { onEnrolled: () => void }) {
  const [begun, setBegun] = useState<Enrolment>();
  const { busy, result, press } = usePress(async () => {
    setBegun(await enrol());
    return undefined;
  }, sayDeskFailure);

  if (begun) {
    return (
      <>
        <p>
          Open an authenticator on your phone, such as Google Authenticator or Aegis, and scan this.
          If you are on that phone, type the key instead.
        </p>
        <QrCode uri={begun.uri} />
        <p className="mb-6">
          Key: <code className="wrap-anywhere">{begun.secret}</code>
        </p>
        <CodeForm enrolled={begun.id} onEntered={onEnrolled} />
      </>
    );
  }
  return (
    <>
      <button type="button" className="button" disabled={busy} onClick={press}>
        Set up an authenticator
      </button>
      <div role="alert">{result && <p className="notice mt-4">{result.message}</p>}</div>
    </>
  );
}

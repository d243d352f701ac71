import { create } from 'qrcode';

const margin = 4;

/** An authenticator's address as a QR code. Drawn in the browser, so that the secret stays on this page. */
export default function QrCode({ uri }: { uri: string }) {
  const { size, data } = create(uri).modules;
  const dark = [...data.entries()].filter(([, module]) => module);
  const path = dark.map(([at]) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('');
  const side = size + 2 * margin;
  return (
    <svg
      className="desk-qr my-4"
      role="img"
      aria-label="QR code for your authenticator"
      viewBox={`${-margin} ${-margin} ${side} ${side}`}
    >
      <path d={path} />
    </svg>
  );
}

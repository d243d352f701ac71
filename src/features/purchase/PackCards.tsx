import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { formatRupees } from '../../domain/money.ts';
import { packContents, packs, packSaving, type Pack } from '../../domain/packs.ts';
import { withErrorBoundary } from '../errors/error-boundary.tsx';
import { SeatRing } from './SeatRing.tsx';
import { purchaseMessages } from './purchase-messages.ts';
import { $purchase, buy } from './purchase-store.ts';

type PackCardProps = { pack: Pack; siteName: string; showLabels: boolean };

function PackCard({ pack, siteName, showLabels }: PackCardProps) {
  const purchase = useStore($purchase, { ssr: 'initial' });
  const busy = purchase.status !== 'idle';
  const saving = packSaving(pack);
  const heading = `pack-${pack.id}`;

  return (
    <li className="pack-card" data-featured={pack.id === 'most-purchased' || undefined}>
      <div className="pack-card-top">
        <h3 id={heading} className="font-display text-2xl text-ink">
          {pack.name}
        </h3>
        <SeatRing taken={pack.sessions} />
      </div>
      {showLabels && pack.labels.length > 0 && (
        <ul className="pack-labels">
          {pack.labels.map((label) => (
            <li key={label}>{label}</li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-muted">{packContents(pack)}</p>
      <p className="mt-5 flex flex-wrap items-baseline gap-x-3 whitespace-nowrap">
        <span className="font-display text-4xl text-ink">
          <span className="sr-only">Price </span>
          {formatRupees(pack.price)}
        </span>
        <s className="text-lg text-muted">
          <span className="sr-only">List price </span>
          {formatRupees(pack.listPrice)}
        </s>
      </p>
      <p className="mt-1 text-sm text-leaf">
        You save {formatRupees(saving.rupees)} ({saving.percent}% off {formatRupees(pack.listPrice)}
        )
      </p>
      <button
        type="button"
        className="button w-full"
        aria-describedby={heading}
        disabled={busy}
        onClick={() => void buy(pack, siteName)}
      >
        {busy && 'pack' in purchase && purchase.pack === pack.id ? 'Please wait' : 'Buy Now'}
      </button>
    </li>
  );
}

function PurchaseProblemNotice() {
  const purchase = useStore($purchase, { ssr: 'initial' });
  const notice = useRef<HTMLDivElement>(null);
  const problem = purchase.status === 'idle' ? purchase.problem : undefined;

  useEffect(() => {
    if (problem) notice.current?.focus();
  }, [problem]);

  return (
    <div ref={notice} role="alert" tabIndex={-1} className="notice-slot">
      {problem && <p className="notice">{purchaseMessages[problem]}</p>}
    </div>
  );
}

type PackCardsProps = {
  /** What the checkout calls the seller. */
  siteName: string;
  /** The dashboard prints the labels of spec §9; the buy page does not. */
  showLabels?: boolean;
};

function Packs({ siteName, showLabels = false }: PackCardsProps) {
  const { status } = useStore($purchase, { ssr: 'initial' });
  return (
    <>
      <PurchaseProblemNotice />
      <ul className="pack-cards">
        {packs.map((pack) => (
          <PackCard key={pack.id} pack={pack} siteName={siteName} showLabels={showLabels} />
        ))}
      </ul>
      <div role="status">
        {status === 'loading' && (
          <div className="page-loading">
            <SeatRing taken={5} />
            <p>Preparing your payment</p>
          </div>
        )}
      </div>
    </>
  );
}

/** The three packs with Buy Now, the page loading while a purchase starts, and what went wrong. */
export const PackCards = withErrorBoundary(Packs);

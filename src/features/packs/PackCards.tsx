import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { formatRupees } from '../../domain/words/money.ts';
import {
  packById,
  packContents,
  packs,
  packSaving,
  sessionPrice,
  type Pack,
} from '../../domain/packs/packs.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { purchaseLabels } from './purchase-labels.ts';
import { $purchase, buy, loadCheckoutStart, type Purchase } from './purchase-store.ts';
import { PurchaseState } from './PurchaseState.tsx';
import { SeatRing } from './SeatRing.tsx';
import './pack-cards.css';

type PackCardsProps = {
  /** The name of the seller in the checkout. */
  siteName: string;
  /** The dashboard prints the labels of §9.3; the buy page does not. */
  showLabels?: boolean;
};

type CardProps = {
  pack: Pack;
  showLabels: boolean;
  purchase: Purchase;
  onBuy: () => void;
};

// A failed download is tried again on the press, which also reports it.
const prepare = () => void loadCheckoutStart().catch(() => undefined);

function Card({ pack, showLabels, purchase, onBuy }: CardProps) {
  const heading = `pack-${pack.id}`;
  const { rupees, percent } = packSaving(pack);
  const isIdle = purchase.status === 'idle';
  const isWaiting = !isIdle && purchase.pack === pack.id && !purchase.order;
  return (
    <li className="card pack-card" data-featured={pack.id === 'most-purchased' ? '' : undefined}>
      <div className="flex items-center justify-between gap-4">
        <h3 id={heading} className="text-2xl">
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
        <s className="text-muted">
          <span className="sr-only">List price </span>
          {formatRupees(pack.listPrice)}
        </s>
      </p>
      <p className="mt-1 text-ink">{formatRupees(sessionPrice(pack))} a session</p>
      <p className="mb-6 text-leaf">
        You save {formatRupees(rupees)} ({percent}% off {formatRupees(pack.listPrice)})
      </p>
      <button
        type="button"
        className="button w-full"
        aria-describedby={heading}
        data-buy={pack.id}
        disabled={!isIdle}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={onBuy}
      >
        {isWaiting ? purchaseLabels.waiting : purchaseLabels.buy}
      </button>
    </li>
  );
}

function Cards({ siteName, showLabels = false }: PackCardsProps) {
  const purchase = useStore($purchase, { ssr: 'initial' });
  const root = useRef<HTMLDivElement>(null);

  // A press before hydration is carried out now. Controls elsewhere are disabled until then (`useHydrated`).
  useEffect(() => {
    const { pressed = '' } = root.current?.closest<HTMLElement>('[data-pack-cards]')?.dataset ?? {};
    const pack = packById(pressed);
    if (pack) void buy(pack, siteName);
  }, [siteName]);

  return (
    <div ref={root}>
      <PurchaseState onRetry={(pack) => void buy(pack, siteName)} />
      <ul className="pack-cards">
        {packs.map((pack) => (
          <Card
            key={pack.id}
            pack={pack}
            showLabels={showLabels}
            purchase={purchase}
            onBuy={() => void buy(pack, siteName)}
          />
        ))}
      </ul>
    </div>
  );
}

/** The three packs with 'Buy Now'. A press before hydration is carried out (§12.7, PackShop.astro). */
export const PackCards = withErrorBoundary(Cards);

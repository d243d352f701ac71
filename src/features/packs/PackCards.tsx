import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { begunId } from '../../content/payment-notices.ts';
import type { Discount } from '../../domain/packs/discounts.ts';
import {
  packById,
  packContents,
  packs,
  packSaving,
  sessionPrice,
  type Pack,
  type PackId,
} from '../../domain/packs/packs.ts';
import { formatRupees } from '../../domain/words/money.ts';
import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { hasStoredLogin } from '../../lib/supabase.ts';
import type { Elements } from '../ui/elements.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { late } from '../ui/late.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import type { MemberPrices } from './member-prices.ts';
import { purchaseLabels } from './purchase-labels.ts';
import { $purchase, $usual, buy, loadCheckoutStart, type Purchase } from './purchase-store.ts';
import { PurchaseState } from './PurchaseState.tsx';
import { SeatRing } from './SeatRing.tsx';
import '../ui/aria-disabled.css';
import './pack-cards.css';

// Loaded late, because few buyers have a discount code.
const DiscountForm = withErrorBoundary(late(() => import('./DiscountForm.tsx')));

type PackCardsProps = {
  /** The seller's name in the checkout. */
  siteName: string;
  /**
   * The dashboard's cards show the labels of §9.3, and none has a main button, because that is the next step's. The buy
   * page's cards have one, and a field for a discount code instead of labels.
   */
  onDashboard?: boolean;
};

type CardProps = {
  pack: Pack;
  onDashboard: boolean;
  purchase: Purchase;
  /** The discount that applies: from the typed code or from the member price. */
  discount: Discount | undefined;
  typed: Discount | undefined;
  onTyped: (discount: Discount | undefined) => void;
  onBuy: () => void;
};

// If the download fails, pressing the button tries again and reports the failure.
const prepare = () => void loadCheckoutStart().catch(() => undefined);

function Card({ pack, onDashboard, purchase, discount, typed, onTyped, onBuy }: CardProps) {
  const heading = `pack-${pack.id}`;
  const [isTyping, setIsTyping] = useState(false);
  const hydrated = useHydrated();
  const sold = discount ? { ...pack, price: discount.amount / 100 } : pack;
  const { rupees, percent } = packSaving(sold);
  const isLabelled = onDashboard && pack.labels.length > 0;

  const isIdle = purchase.status === 'idle';
  const isWaiting = !isIdle && purchase.pack === pack.id && !purchase.order;
  return (
    <li
      className="card pack-card flex flex-col p-6"
      data-featured={pack.isFeatured ? '' : undefined}
    >
      <div className="flex items-center justify-between gap-4">
        <h3 id={heading} className="text-2xl">
          {pack.name}
        </h3>
        {!onDashboard && <SeatRing taken={pack.sessions} />}
      </div>
      <p className="pack-contents mt-1 text-muted">{packContents(pack)}</p>
      <p className="pack-price mt-3 flex flex-wrap items-baseline gap-x-3 whitespace-nowrap">
        <span className="font-display text-4xl text-ink">
          <span className="sr-only">Price </span>
          <span>{formatRupees(sold.price)}</span>
        </span>
        <s className="text-xl text-muted">
          <span className="sr-only">List price </span>
          <span>{formatRupees(pack.listPrice)}</span>
        </s>
      </p>
      <p className="pack-rate mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-ink">
        <span>{`${formatRupees(sessionPrice(sold))} a session `}</span>
        {!onDashboard && !isTyping && (
          <button
            type="button"
            className="link"
            ref={keepsFocus}
            aria-describedby={heading}
            disabled={!hydrated}
            aria-disabled={!isIdle}
            onClick={isIdle ? () => setIsTyping(true) : undefined}
          >
            Have a code?
          </button>
        )}
      </p>
      <p className="pack-saving mb-4 text-sm text-leaf">
        <span>{`${discount !== typed ? 'Member price. ' : ''}You save ${formatRupees(rupees)}${isLabelled ? '' : ', '}`}</span>
        {!isLabelled && <span>{`${percent}% off`}</span>}
      </p>
      {isLabelled && (
        <ul className="pack-labels mb-4 flex flex-wrap gap-1">
          {pack.labels.map((label) => (
            <li key={label} className="bold text-ink">
              {label}
            </li>
          ))}
        </ul>
      )}
      {isTyping && (
        <Suspense>
          <DiscountForm {...{ pack, discount, typed, onTyped, isIdle }} />
        </Suspense>
      )}
      <button
        type="button"
        className={`button w-full ${pack.isFeatured && !onDashboard ? '' : 'button-quiet'}`}
        aria-describedby={heading}
        data-buy={pack.id}
        aria-disabled={!isIdle}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={onBuy}
      >
        {isWaiting ? purchaseLabels.waiting : purchaseLabels.buy}
      </button>
    </li>
  );
}

// In the page from the start, so that a link to the notices leads to something. Hidden if nothing was begun.
const checking = <p className="card pack-begun pack-checking mb-6 p-6">Checking your payment</p>;

/** Notices about payments begun in this browser (§8.39), if there are any. */
function useBegunPayments(): Elements {
  const [notices, setNotices] = useState<Elements>(checking);
  useEffect(() => {
    const keys = [storageKeys.begunPayments, storageKeys.waitingPack];
    if (keys.every((key) => keptText(key, 'local').read() === undefined)) return;
    void import('./BegunPayments.tsx').then(
      ({ BegunPayments }) => setNotices(<BegunPayments>{checking}</BegunPayments>),
      // Without the notices, 'Buy Now' still reopens the same payment.
      () => setNotices(null),
    );
  }, []);
  return notices;
}

/** The member prices, if a member is logged in (§8.38). */
function useMemberPrices(): MemberPrices {
  const [prices, setPrices] = useState<MemberPrices>([]);
  useEffect(() => {
    if (!hasStoredLogin()) return;
    const page = new AbortController();
    void import('./member-prices.ts').then(
      ({ $memberPrices }) => {
        if (page.signal.aborted) return;
        const end = $memberPrices.subscribe(({ data = [] }) => setPrices(data));
        page.signal.addEventListener('abort', end);
      },
      // Without them, the cards show the regular prices, which are also valid.
      () => undefined,
    );
    return () => page.abort();
  }, []);
  return prices;
}

function Cards({ siteName, onDashboard = false }: PackCardsProps) {
  const purchase = useStore($purchase, { ssr: 'initial' });
  const root = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<Partial<Record<PackId, Discount>>>({});
  const memberPrices = useMemberPrices();
  const usual = useStore($usual, { ssr: 'initial' });
  const begun = useBegunPayments();
  // If both apply, the lower price counts (§8.38).
  const discountOf = ({ id }: Pack): Discount | undefined => {
    const members = memberPrices.find(({ pack }) => pack === id && !usual.includes(id));
    const own = typed[id];
    return own && members && members.amount < own.amount ? members : (own ?? members);
  };
  const order = (pack: Pack) => void buy(pack, siteName, { discount: discountOf(pack) });

  // Carries out a press made before hydration. All other controls are disabled until hydration (`useHydrated`).
  useEffect(() => {
    const { pressed = '' } = root.current?.closest<HTMLElement>('[data-pack-cards]')?.dataset ?? {};
    const pack = packById(pressed);
    if (pack) void buy(pack, siteName);
  }, [siteName]);

  return (
    <div ref={root}>
      <div id={begunId} tabIndex={-1} aria-live="polite">
        {begun}
      </div>
      <PurchaseState onRetry={order} />
      <ul className="pack-cards grid gap-4">
        {packs.map((pack) => (
          <Card
            key={pack.id}
            pack={pack}
            onDashboard={onDashboard}
            purchase={purchase}
            discount={discountOf(pack)}
            typed={typed[pack.id]}
            onTyped={(discount) => setTyped({ ...typed, [pack.id]: discount })}
            onBuy={() => order(pack)}
          />
        ))}
      </ul>
    </div>
  );
}

/** The packs, each with a 'Buy Now' button. Carries out a press made before hydration (§12.7, PackShop.astro). */
export const PackCards = withErrorBoundary(Cards);

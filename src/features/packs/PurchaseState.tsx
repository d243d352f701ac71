import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Pack } from '../../domain/packs/packs.ts';
import { PageLoading } from '../ui/PageLoading.tsx';
import { purchaseLabels } from './purchase-labels.ts';
import { $purchase } from './purchase-store.ts';
import { SeatRing } from './SeatRing.tsx';

type PurchaseStateProps = {
  /** Opens the payment window for this pack again. Absent if the button that does so stands just below. */
  onRetry?: (pack: Pack) => void;
  /** The id of the order being paid here. If absent, shows the state of new purchases. */
  order?: string;
};

/** Covers the page while a purchase is prepared, and explains why a purchase did not go through (§8.16). */
export function PurchaseState({ onRetry, order }: PurchaseStateProps) {
  const purchase = useStore($purchase, { ssr: 'initial' });
  const notice = useRef<HTMLDivElement>(null);
  const isOurs = purchase.order === order;
  const problem = isOurs && purchase.status === 'idle' ? purchase.problem : undefined;

  // Depends on `purchase` too, so that the focus moves again if the same problem occurs twice in a row.
  useEffect(() => {
    if (problem && !problem.aside) notice.current?.focus();
  }, [problem, purchase]);

  const said = problem && (
    <div className={`notice mb-6 ${problem.calm ? 'notice-calm' : ''}`}>
      <p>{problem.says}</p>
      {problem.again && onRetry && (
        <button
          type="button"
          className="button button-quiet mt-3"
          onClick={() => problem.again && onRetry(problem.again)}
        >
          {problem.label ?? 'Try again'}
        </button>
      )}
    </div>
  );
  return (
    <>
      <div ref={notice} tabIndex={-1}>
        {!problem?.aside && said}
      </div>
      <div role="status">
        {problem?.aside && said}
        {isOurs && purchase.status === 'loading' && (
          <PageLoading mark={<SeatRing />}>{purchaseLabels.preparing}</PageLoading>
        )}
      </div>
    </>
  );
}

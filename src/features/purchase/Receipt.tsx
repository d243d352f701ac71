import { useStore } from '@nanostores/react';
import type { Ref } from 'react';
import { formatDay, formatPaise } from '../../domain/format.ts';
import { packById, packContents } from '../../domain/packs.ts';
import { $shownMember } from '../profile/profile-store.ts';
import { countingPayment, orderStateLabels } from './order-states.ts';
import type { Order } from './orders-store.ts';
import './receipt.css';

type ReceiptProps = { order: Order; siteName: string; ref: Ref<HTMLDialogElement> };

/** The receipt of an order, as a dialog that prints without the rest of the page. */
export function Receipt({ order, siteName, ref }: ReceiptProps) {
  const member = useStore($shownMember, { ssr: 'initial' });
  const pack = packById(order.pack);
  const payment = countingPayment(order);
  const heading = `receipt-${order.id}`;

  const rows = [
    ['Receipt number', order.receipt],
    ['Date', formatDay(order.created_at)],
    ['Bought by', member && `${member.name}, ${member.email}`],
    ['Pack', pack ? `${pack.name}: ${packContents(pack)}` : order.pack],
    ['Amount', formatPaise(order.amount)],
    ['Refunded', payment?.amount_refunded ? formatPaise(payment.amount_refunded) : undefined],
    ['State', orderStateLabels[order.status]],
    ['Payment reference', payment?.id],
  ] as const;

  return (
    <dialog ref={ref} className="receipt" aria-labelledby={heading} closedby="any">
      <h3 id={heading} tabIndex={-1} className="font-display text-2xl text-ink">
        {siteName} receipt
      </h3>
      <dl>
        {rows.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <form method="dialog" className="no-print mt-6 flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => print()}>
          Print
        </button>
        <button type="submit" className="button button-quiet">
          Close
        </button>
      </form>
    </dialog>
  );
}

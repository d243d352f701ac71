import { useStore } from '@nanostores/react';
import type { Ref } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { packById, packContents } from '../../domain/packs/packs.ts';
import { paymentMethodName } from '../../domain/payments/orders.ts';
import { receiptLabels, type Seller } from '../../domain/payments/receipt.ts';
import { $shownMember } from '../auth/profile-store.ts';
import { countingPayment, orderStateLabels } from './order-states.ts';
import type { Order } from './orders-store.ts';
import '../ui/sheet.css';

type ReceiptProps = { order: Order; seller: Seller; ref: Ref<HTMLDialogElement> };

/** The receipt of an order, as a dialog that prints without the rest of the page. */
export function Receipt({ order, seller, ref }: ReceiptProps) {
  const member = useStore($shownMember, { ssr: 'initial' });
  const pack = packById(order.pack);
  const payment = countingPayment(order);
  const heading = `receipt-${order.id}`;

  const rows = [
    [receiptLabels.pack, pack ? `${pack.name}: ${packContents(pack)}` : order.pack],
    [receiptLabels.amount, formatPaise(order.amount)],
    [
      receiptLabels.refunded,
      payment?.amount_refunded ? formatPaise(payment.amount_refunded) : undefined,
    ],
    [receiptLabels.date, formatDay(payment?.provider_created_at ?? order.created_at)],
    [receiptLabels.buyer, member && `${member.name}, ${member.email}`],
    [receiptLabels.state, orderStateLabels[order.status]],
    [receiptLabels.method, payment?.method && paymentMethodName(payment.method)],
    [receiptLabels.reference, payment?.id],
    [receiptLabels.number, order.receipt],
    [receiptLabels.seller, `${seller.legalName}, ${seller.address}`],
    [receiptLabels.taxNumber, seller.taxNumber],
    [receiptLabels.contact, `${seller.email}, ${seller.phone}`],
  ] as const;

  return (
    <dialog ref={ref} className="sheet" aria-labelledby={heading} closedby="any">
      <h3 id={heading} tabIndex={-1} className="font-display text-2xl text-ink">
        {seller.name} receipt
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

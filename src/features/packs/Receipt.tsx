import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { soldPack } from '../../domain/packs/packs.ts';
import { orderStateLabels, paymentMethodName } from '../../domain/payments/orders.ts';
import {
  discountOf,
  orderNumber,
  receiptLabels,
  untranslated,
  type Seller,
} from '../../domain/payments/receipt.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { $shownMember } from '../account/profile-store.ts';
import { Facts } from '../ui/Facts.tsx';
import { PrintSheet } from '../ui/Sheet.tsx';
import { countingPayment } from './order-states.ts';
import type { Order } from './orders-store.ts';

type ReceiptProps = { order: Order; seller: Seller; ref: RefObject<HTMLDialogElement | null> };

/** An order's receipt, in a dialog that prints without the rest of the page. */
export function Receipt({ order, seller, ref }: ReceiptProps) {
  const member = useStore($shownMember, { ssr: 'initial' });
  const payment = countingPayment(order);

  const rows = [
    [receiptLabels.pack, soldPack(order)],
    [receiptLabels.amount, formatPaise(order.amount)],
    [receiptLabels.discount, discountOf(order)],
    [
      receiptLabels.refunded,
      payment?.amount_refunded ? formatPaise(payment.amount_refunded) : undefined,
    ],
    [receiptLabels.date, formatDay(payment?.provider_created_at ?? order.created_at)],
    [receiptLabels.number, orderNumber(order.receipt)],
    [receiptLabels.buyer, member && `${member.name}, ${member.email}`],
    [receiptLabels.state, orderStateLabels[order.status]],
    [receiptLabels.method, payment?.method && paymentMethodName(payment.method)],
    [receiptLabels.reference, payment?.id],
    [receiptLabels.seller, `${seller.legalName}, ${seller.address}`],
    [receiptLabels.taxNumber, seller.taxNumber],
    [receiptLabels.contact, `${seller.email}, ${seller.phone}`],
  ] as const;

  return (
    <PrintSheet ref={ref} title={`${seller.name} receipt`}>
      <Facts
        lines
        facts={rows.map(([name, fact]) => [
          name,
          fact && untranslated.includes(name) ? <span translate="no">{fact}</span> : fact,
        ])}
      />
    </PrintSheet>
  );
}

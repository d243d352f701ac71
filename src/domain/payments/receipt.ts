import { formatPaise } from '../words/money.ts';

/** The seller, as printed on a receipt (§8.29). An empty `taxNumber` is not printed. */
export type Seller = {
  name: string;
  legalName: string;
  address: string;
  taxNumber: string;
  email: string;
  phone: string;
};

/** The labels of a receipt on the dashboard, on /success and in the email (§8.29). */
export const receiptLabels = {
  number: 'Order number',
  date: 'Date',
  buyer: 'Bought by',
  pack: 'Pack',
  amount: 'Amount',
  discount: 'Discount',
  refunded: 'Refunded',
  state: 'State',
  method: 'Paid by',
  reference: 'Payment reference',
  seller: 'Seller',
  taxNumber: 'GSTIN',
  contact: 'Contact',
} as const;

/** The facts that must stay as they are if the browser translates the receipt (§12.54). */
export const untranslated: readonly string[] = [
  receiptLabels.number,
  receiptLabels.buyer,
  receiptLabels.reference,
  receiptLabels.seller,
  receiptLabels.taxNumber,
  receiptLabels.contact,
];

/** The discount on an order: 'Rs 70 off Rs 699' (§8.37). Undefined if there is none. */
export function discountOf({ amount, discount }: { amount: number; discount: number }) {
  return discount > 0
    ? `${formatPaise(discount)} off ${formatPaise(amount + discount)}`
    : undefined;
}

/**
 * An order's number, short enough to say on the phone: 'AC-8B4FDFB8' (§8.29). Operators can find the order by this
 * number at the desk.
 */
export function orderNumber(receipt: string): string {
  return `AC-${receipt.slice(-8).toUpperCase()}`;
}

/** The terms of a receipt, on the dashboard and on /success (§8.29). */
export const receiptLabels = {
  number: 'Order number',
  date: 'Date',
  buyer: 'Bought by',
  pack: 'Pack',
  amount: 'Amount',
  refunded: 'Refunded',
  state: 'State',
  method: 'Paid by',
  reference: 'Payment reference',
  seller: 'Seller',
  taxNumber: 'GSTIN',
  contact: 'Contact',
} as const;

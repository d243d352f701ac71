/** One payload of each kind of mail about refunds, as the database writes it. */
const refund = {
  user_id: '5d5c3c9e-1111-4000-8000-000000000001',
  name: 'Asha',
  request: '0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54',
  order_id: '7a1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b55',
  number: 'R-10001',
  kind: 'ordinary',
  state: 'asked',
  pack: 'super-value',
  payment: 'pay_29QQoUBi66xm2f',
  amount: 143_940,
  sessions: 3,
  unused: 3,
  left: 0,
  was_approved: false,
  decide_by: '2026-12-13',
  pay_by: null,
  needs: null,
  reason: null,
  transfer_reference: null,
};

export const refundMailSamples: Readonly<Record<string, object>> = {
  refund_asked: refund,
  refund_needs_more: { ...refund, needs: '- the page with the date' },
  refund_approved: { ...refund, pay_by: '2026-12-30' },
  refund_declined: { ...refund, left: 3, reason: 'The letter is of another programme.' },
  refund_taken_back: { ...refund, left: 3 },
  refund_by_transfer: { ...refund, pay_by: '2026-12-30' },
  refund_paid: { ...refund, pay_by: '2026-12-30' },
  refund_to_decide: { ...refund, answered: false },
};

/** One payload of each kind of mail about loans, as the database writes it. */
const member = { user_id: '5d5c3c9e-1111-4000-8000-000000000001', name: 'Asha' };

const lender = 'Sample Lender One';

/** The reference by which a lender knows a member's choice. */
export const reference = '0b1c6c1e-9a40-4d11-8ba2-0f4a8b7f9b54';

export const loanMailSamples: Readonly<Record<string, object>> = {
  loan_joined: {
    ...member,
    intake_year: 2027,
    amount: 2_000_000_00,
    proven: true,
  },
  loan_offers: { ...member, intake_year: 2027, count: 3 },
  loan_chosen: {
    ...member,
    lender,
    amount: 2_000_000_00,
    rate: 9.75,
    offer_valid_until: '2099-11-30',
  },
  loan_step: { ...member, lender, state: 'with_lender', reason: null, amount: 2_000_000_00 },
  loan_left: member,
  rate_match_sent: { ...member, lender: 'City Bank of Pune', rate: 9.4 },
  rate_match_step: {
    ...member,
    lender: 'City Bank of Pune',
    state: 'bettered',
    reason: null,
    answer_rate: 9.25,
  },
  lender_stop: { lender, reference },
};

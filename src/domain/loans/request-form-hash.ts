/** On the loan page, opens the form for a request that has not been sent (§16.11). */
export const requestFormHash = '#request-form';

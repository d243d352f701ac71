/** The fragment of the loan page's address that opens the form of a request that has not been sent (§16.11). */
export const requestFormHash = '#request-form';

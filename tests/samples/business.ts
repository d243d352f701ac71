/** The owner’s settings about the business of a launched site. */
export const business = {
  PUBLIC_EMAIL: 'team@example.org',
  PUBLIC_SUPPORT_EMAIL: 'support@example.org',
  PUBLIC_PHONE: '+91 80 1234 5678',
  PUBLIC_ADDRESS: '7 MG Road, Pune 411001',
  PUBLIC_CITY: 'Pune',
  PUBLIC_LEGAL_NAME: 'Circle of Admits LLP',
  PUBLIC_GRIEVANCE_NAME: 'Asha Rao',
  PUBLIC_GRIEVANCE_EMAIL: 'grievance@example.org',
  PUBLIC_GRIEVANCE_PHONE: '+91 80 1234 5679',
  PUBLIC_UPI_ADDRESS: 'circle@bank',
};

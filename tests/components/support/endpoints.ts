/** The functions of the site that islands call. */
export const endpoints = {
  paymentKey: '/api/getkey',
  checkout: '/api/checkout',
  paymentStatus: '/api/paymentStatus',
  freeInterview: '/api/freeInterview',
  sessionFile: '/api/sessionFile',
  rateMatch: '/api/rateMatch',
  refundFile: '/api/refundFile',
  feedback: '/api/feedback',
  mentorCancel: '/api/mentorCancel',
} as const;

export const endpoints = {
  paymentKey: '/api/getkey',
  checkout: '/api/checkout',
  discount: '/api/discount',
  paymentStatus: '/api/paymentStatus',
  freeInterview: '/api/freeInterview',
  file: '/api/file',
  feedback: '/api/feedback',
  mentorCancel: '/api/mentorCancel',
  mentor: '/api/mentor',
} as const;

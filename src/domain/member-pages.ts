/** The members' pages, for the copy, the islands and the mails that lead to them. */
export const memberPages = {
  main: '/dashboard/main',
  sessions: '/dashboard/sessions',
  loan: '/dashboard/loan',
  material: '/dashboard/material',
  refunds: '/dashboard/refunds',
  profile: '/dashboard/profile',
  settings: '/dashboard/settings',
  verify: '/dashboard/verify',
} as const;

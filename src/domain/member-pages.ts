/** Paths of the member pages, used by the copy, by the islands and by the emails that link to them. */
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

/** Paths of the members' pages, shared by the copy, the islands and the mails that link there. */
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

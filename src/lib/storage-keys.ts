/** Names under which this site keeps things in the browser. */
export const storageKeys = {
  /** The session, written by supabase-js. */
  session: 'sb-admitcircle-auth-token',
  /** 'true' after sign-in, 'false' after logout (§6.14); the only key that outlives a logout. */
  isLoggedIn: 'isLoggedIn',
  /** A message for the page loaded next (session storage). */
  carriedToast: 'admitcircle-toast',
  /** What a member has typed into the profile and not saved (session storage). */
  profileDraft: 'admitcircle-profile-draft',
  /** When this tab was last reloaded because a script was gone (session storage). */
  reloadedAt: 'admitcircle-reloaded-at',
  /** Written and removed at once, to see whether anything can be kept. */
  probe: 'admitcircle-probe',
} as const;

// Separate constants, so that the scripts in the head of each page contain only the ones they use.
export const sessionKey = 'sb-admitcircle-auth-token';
export const isLoggedInKey = 'isLoggedIn';
export const carriedToastKey = 'admitcircle-toast';
export const waitingLinkKey = 'admitcircle-address-link';
export const chosenTimeKey = 'admitcircle-chosen-time';
export const answersKey = 'admitcircle-answers';

/** Keys of everything this site stores in the browser. */
export const storageKeys = {
  /** The session, written by supabase-js. */
  session: sessionKey,
  /** 'true' after sign-in, 'false' after logout (§6.14); it outlives a logout. */
  isLoggedIn: isLoggedInKey,
  /** A toast for the next page (session storage). */
  carriedToast: carriedToastKey,
  /** The address that was typed at the sign-up, for the login it leads to (session storage). */
  typedEmail: 'admitcircle-typed-email',
  /** The page that a member wanted to open who then forgot the password; a logout erases it. */
  wantedPage: 'admitcircle-wanted-page',
  /** Text that a member typed into the profile and did not save (session storage). */
  profileDraft: 'admitcircle-profile-draft',
  /** A loan request that was typed and not sent; a logout erases it. */
  loanDraft: 'admitcircle-loan-draft',
  /** Whether a member can pay interest while studying; a logout erases it. */
  paysInStudy: 'admitcircle-pays-in-study',
  /** The lender whose offer the calculator shows, with its address (session storage). */
  shownOffer: 'admitcircle-shown-offer',
  /** Payments that were begun here in the last 30 minutes, without a person; a logout erases them. */
  begunPayments: 'admitcircle-begun-payments',
  /** A free time that somebody chose and has not booked; a logout erases it. */
  chosenTime: chosenTimeKey,
  /** Where a member was reading in the preparation room; a logout erases it. */
  readingPlace: 'admitcircle-reading-place',
  /** A member's notes in a group discussion; a logout erases them. */
  gdNotes: 'admitcircle-gd-notes',
  /** The tokens of the mentor's links with which this tab was opened (session storage). */
  feedbackLink: 'admitcircle-feedback-link',
  cancelLink: 'admitcircle-cancel-link',
  mentorLink: 'admitcircle-mentor-link',
  /** Feedback that a mentor typed and did not send; it ends with the mentor's link. */
  feedbackDrafts: 'admitcircle-feedback-drafts',
  /** The link of our mail that waits for a log-in, a sign-up or its button (session storage). */
  addressLink: waitingLinkKey,
  /** What members' pages showed, for the next page (session storage); the end of the login erases it. */
  answers: answersKey,
  /** When this tab was last reloaded because a script was missing (session storage). */
  reloadedAt: 'admitcircle-reloaded-at',
  /** Written and removed again, to test whether the browser stores anything. */
  probe: 'admitcircle-probe',
} as const;

// Separate constants, so that the scripts in each page's head contain only those they use.
export const sessionKey = 'sb-admitcircle-auth-token';
export const isLoggedInKey = 'isLoggedIn';
export const carriedToastKey = 'admitcircle-toast';
export const waitingLinkKey = 'admitcircle-address-link';
export const waitingPackKey = 'admitcircle-pack';
export const chosenTimeKey = 'admitcircle-chosen-time';
export const begunPaymentsKey = 'admitcircle-begun-payments';
/** In milliseconds. After this time, a begun payment has either arrived or is listed among the orders (§8.39). */
export const begunPaymentsKept = 30 * 60_000;
export const answersKey = 'admitcircle-answers';
export const spentLinkKey = 'admitcircle-spent-link';

/** Keys of everything that this site stores in the browser. */
export const storageKeys = {
  /** The login, written by supabase-js. */
  session: sessionKey,
  /** 'true' after a login, 'false' after a logout (§6.14). A logout does not erase it. */
  isLoggedIn: isLoggedInKey,
  /** A toast for the next page (session storage). */
  carriedToast: carriedToastKey,
  /** The email address typed at sign-up or login, for the form that follows (session storage). */
  typedEmail: 'admitcircle-typed-email',
  /** The page that a member wanted to open before resetting the password; a logout erases it. */
  wantedPage: 'admitcircle-wanted-page',
  /**
   * The token of the last link for a new password that was used up here (§6.20). A logout does not erase it: it says
   * nothing about the member, and the page can then refuse the link at once.
   */
  spentLink: spentLinkKey,
  /** Profile text that a member has typed but not saved (session storage). */
  profileDraft: 'admitcircle-profile-draft',
  /** A loan request that a member has typed but not sent; a logout erases it. */
  loanDraft: 'admitcircle-loan-draft',
  /** Whether a member can pay interest while studying; a logout erases it. */
  paysInStudy: 'admitcircle-pays-in-study',
  /** The calculator's address in this tab, and the lender whose offer it shows (session storage). */
  calculator: 'admitcircle-calculator',
  /** Payments begun here in the last 30 minutes, without personal data; a logout erases them. */
  begunPayments: begunPaymentsKey,
  /**
   * A visitor's payment that no account has yet (§15.75), as in the address of a receipt's link, with a masked address at
   * most; a logout erases it.
   */
  waitingPack: waitingPackKey,
  /** A free time that was chosen but has not been booked; a logout erases it. */
  chosenTime: chosenTimeKey,
  /** Where a member was reading in the preparation room; a logout erases it. */
  readingPlace: 'admitcircle-reading-place',
  /** A member's notes in a group discussion; a logout erases them. */
  gdNotes: 'admitcircle-gd-notes',
  /** Tokens of the mentor's links that opened this tab (session storage). */
  feedbackLink: 'admitcircle-feedback-link',
  cancelLink: 'admitcircle-cancel-link',
  mentorLink: 'admitcircle-mentor-link',
  /** Feedback that a mentor has typed but not sent; it expires with the mentor's link. */
  feedbackDrafts: 'admitcircle-feedback-drafts',
  /** A link from our emails, kept until a login, a sign-up or a press of its button (session storage). */
  addressLink: waitingLinkKey,
  /** Data that member pages have shown, kept for the next page (session storage); erased once the login ends. */
  answers: answersKey,
  /** When this tab was last reloaded because a script was missing (session storage). */
  reloadedAt: 'admitcircle-reloaded-at',
  /** Written and deleted again, to test whether the browser stores anything. */
  probe: 'admitcircle-probe',
} as const;

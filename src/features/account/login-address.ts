/** Set on the login's address when a session ended by itself, so that the page can say so. */
export const sessionEnded = 'ended';

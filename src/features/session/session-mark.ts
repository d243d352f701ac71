/** Takes back what the head script saw: the session is over, so the bar of a visitor is painted again. */
export function unmarkSession(): void {
  document.documentElement.removeAttribute('data-session');
}

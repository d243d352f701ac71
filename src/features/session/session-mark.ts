/** Undoes the mark of the head script `markStored`, so that the page shows the visitor's bar again. */
export function unmarkSession(): void {
  document.documentElement.removeAttribute('data-session');
}

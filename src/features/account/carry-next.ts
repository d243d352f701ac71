/** Somebody who came for a member's page gets there by the other of log in and sign up as well. */
export function carryNext(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-carries-next]')) {
    link.href = link.pathname + location.search;
  }
}

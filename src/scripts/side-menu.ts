/** Keeps the focus in the menu: Tab goes from its last link or button to the first, Shift+Tab back. */
function keepFocusInside(menu: HTMLDialogElement): void {
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const stops = [...menu.querySelectorAll<HTMLElement>('a, button')].filter((stop) =>
      stop.checkVisibility(),
    );
    const [leaving, arriving] = event.shiftKey ? [0, -1] : [-1, 0];
    if (document.activeElement !== stops.at(leaving)) return;
    event.preventDefault();
    stops.at(arriving)?.focus();
  });
}

/**
 * Completes the side menu, a `<dialog>` opened by invoker commands (§2.30, §2.31): its links close it, and browsers
 * without commands or `closedby` get the same behaviour.
 */
export function sideMenu(): void {
  const menu = document.getElementById('side-menu');
  if (!(menu instanceof HTMLDialogElement)) return;
  keepFocusInside(menu);

  menu.addEventListener('click', (event) => {
    const outside = event.target === menu;
    const link = event.target instanceof Element && event.target.closest('a');
    if (outside || link) menu.close();
  });

  if ('commandForElement' in HTMLButtonElement.prototype) return;
  for (const button of document.querySelectorAll('[commandfor="side-menu"]')) {
    button.addEventListener('click', () => (menu.open ? menu.close() : menu.showModal()));
  }
}

/**
 * Marks the document while it is scrolled down, which moves the chat button out of the reader's way (§2.42). Scrolling
 * up brings it back.
 */
export function moveChatAway(): void {
  const { dataset } = document.documentElement;
  let last = scrollY;
  addEventListener(
    'scroll',
    () => {
      if (scrollY !== last) dataset['scrolled'] = scrollY > last ? 'down' : 'up';
      last = scrollY;
    },
    { passive: true },
  );
}

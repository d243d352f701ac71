/**
 * A ref for a part that its result may replace. If the part has the focus when it is replaced, and the result does not
 * take it, the focus moves to the section around it, so that the next Tab continues there and not at the top of the
 * page (§5.54).
 */
export const keepsFocus = (part: HTMLElement | null) => () => {
  if (!part?.contains(document.activeElement)) return;
  const around = part.closest<HTMLElement>('section, dialog');
  setTimeout(() => {
    const place = around?.isConnected ? around : document.querySelector('main');
    if (!place || document.activeElement !== document.body) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
  });
};

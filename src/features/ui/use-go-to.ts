import { useEffect, useState } from 'react';

const isShown = (element: Element) => getComputedStyle(element).visibility !== 'hidden';

/**
 * Returns a function that scrolls to the first existing element with one of the given ids, and focuses it. If it is the
 * heading of a list item, scrolls to the item, because a message may stand above the heading. Acts after
 * the next render, because the element may be part of data that has just arrived, and waits while the element is
 * hidden. `first` returns the id to go to when the island mounts, or '' for none.
 */
export function useGoTo(first: () => string = () => ''): (...ids: string[]) => void {
  const [target, setTarget] = useState(() => ({ ids: [first()] }));
  useEffect(() => {
    const [element] = target.ids.flatMap((id) => document.getElementById(id) ?? []);
    if (!element) return;
    const go = () => {
      element.focus({ preventScroll: true });
      const item = element.closest('li');
      const isHeading = item?.getAttribute('aria-labelledby') === element.id;
      (isHeading ? item : element).scrollIntoView({ block: 'start' });
    };
    if (isShown(element)) {
      go();
      return;
    }
    // While something above the element is loading, the element is hidden and not yet in its final place.
    const observer = new ResizeObserver(() => {
      if (!isShown(element)) return;
      observer.disconnect();
      go();
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [target]);
  return (...ids) => setTarget({ ids });
}

/**
 * Whether nothing has the focus, or only a dialog that is about to close. The element that had the focus may be gone.
 */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement.matches('body, dialog *');
}

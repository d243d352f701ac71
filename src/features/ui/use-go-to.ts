import { useEffect, useState } from 'react';

/**
 * Returns a function that takes somebody to the first element that is there of those with the given ids, once
 * the page has been rendered: it may be part of an answer that has just arrived. `first` gives the id of where
 * the page starts, or nothing.
 */
export function useGoTo(first: () => string = () => ''): (...ids: string[]) => void {
  const [target, setTarget] = useState(() => ({ ids: [first()] }));
  useEffect(() => {
    const [element] = target.ids.flatMap((id) => document.getElementById(id) ?? []);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'start' });
  }, [target]);
  return (...ids) => setTarget({ ids });
}

/** Whether the focus is nowhere, or in a dialog that is about to close: the element that had it may be gone. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return !activeElement || activeElement.matches('body, dialog *');
}

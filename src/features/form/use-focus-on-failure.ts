import { useEffect, useRef } from 'react';

/**
 * Calls `focus` once for each failure, when the form can be typed into again. The keyboard would
 * otherwise be left on a button that was disabled meanwhile. Give a new object for every failure.
 */
export function useFocusOnFailure(
  failure: object | undefined,
  pending: boolean,
  focus: () => void,
): void {
  const told = useRef<object>(undefined);
  useEffect(() => {
    if (pending || !failure || told.current === failure) return;
    told.current = failure;
    focus();
  });
}

import { useEffect, useState } from 'react';

/**
 * Returns a function that takes somebody to the element with an id, once it is there: it may be part of an
 * answer that has just arrived. `first` gives the id of where the page starts, or nothing.
 */
export function useGoTo(first: () => string = () => ''): (id: string) => void {
  const [target, setTarget] = useState(() => ({ id: first() }));
  useEffect(() => {
    const element = document.getElementById(target.id);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'start' });
  }, [target]);
  return (id) => setTarget({ id });
}

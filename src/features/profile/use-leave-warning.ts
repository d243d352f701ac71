import { useEffect } from 'react';

/**
 * Asks before this page is left, by a link, the back button or a closed tab, while `mayLeave`
 * answers false.
 */
export function useLeaveWarning(mayLeave: () => boolean): void {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!mayLeave()) event.preventDefault();
    };
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [mayLeave]);
}

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the HTML of the build and until React has taken it over, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in the built HTML and until the island is hydrated, then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

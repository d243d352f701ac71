import { useEffect } from 'react';

/**
 * Folds the part with this id that Astro rendered below the island, once somebody has acted: it is read before
 * that, and open until then (§16.83, §17.71).
 */
export function useFolded(id: string, acted: boolean): void {
  useEffect(() => {
    document.getElementById(id)?.toggleAttribute('open', !acted);
  }, [id, acted]);
}

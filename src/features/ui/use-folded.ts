import { useEffect } from 'react';

/**
 * Closes the `<details>` with this id, which Astro rendered below the island, after the member has taken the action
 * (§16.83, §17.71).
 */
export function useFolded(id: string, acted: boolean): void {
  useEffect(() => {
    document.getElementById(id)?.toggleAttribute('open', !acted);
  }, [id, acted]);
}

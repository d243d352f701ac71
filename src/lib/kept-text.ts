/** `session` lasts until the tab is closed. */
export type StorageArea = 'session' | 'local';

/**
 * A text that this browser keeps under `key`. Storage may be blocked or full: then nothing is kept, and `keep` returns
 * false. `kept.ts` has values with a schema; this module is for pages that should not download the schemas' library.
 */
export function keptText(key: string, area: StorageArea) {
  function tried<T>(use: (storage: Storage) => T): T | undefined {
    try {
      return use(area === 'local' ? localStorage : sessionStorage);
    } catch {
      return undefined;
    }
  }
  return {
    read: () => tried((storage) => storage.getItem(key)) ?? undefined,
    keep: (text: string): boolean =>
      tried((storage) => {
        storage.setItem(key, text);
        return true;
      }) ?? false,
    forget: () => tried((storage) => storage.removeItem(key)),
  };
}

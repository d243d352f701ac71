/** 'session' lasts until the tab is closed. */
export type StorageArea = 'session' | 'local';

/**
 * A string that this browser keeps under `key`. If storage is blocked or full, nothing is kept and `keep` returns
 * false. `kept.ts` does the same for values with a schema; with this module, a page does not need the schema library.
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

/** The longest that a page waits for a reply or a script, in milliseconds (§8.41). */
export const patience = 10_000;

/**
 * Settles like `work`, but rejects if that takes longer than `ms`, because a token, a script or a lock may never
 * arrive.
 */
export function inTime<T>(work: Promise<T>, ms = patience): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer in ${ms} ms.`)), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

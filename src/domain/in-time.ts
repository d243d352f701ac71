/** ms. The most that a page waits for an answer or a script (§8.41). */
export const patience = 10_000;

/** As `work`, but rejects if that takes longer than `ms`: a token, a script or a lock may never come. */
export function inTime<T>(work: Promise<T>, ms = patience): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer in ${ms} ms.`)), ms);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

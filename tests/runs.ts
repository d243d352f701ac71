/**
 * How many cases a long property tries: `usual` in `npm test`, with new cases each time, or RUNS times as many,
 * such as RUNS=10. A property that fails prints the seed that repeats its case.
 */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: usual * Number(process.env['RUNS'] ?? 1) };
}

/**
 * How many cases a long property tries: `usual` in `npm test`, which has new ones each time, and as many
 * times as much as RUNS says, such as RUNS=10. A property that fails prints the seed that repeats its case.
 */
export function runs(usual: number): { numRuns: number } {
  return { numRuns: usual * Number(process.env['RUNS'] ?? 1) };
}

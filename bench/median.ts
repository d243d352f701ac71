/** The middle value, or the higher of the two middle values; NaN for an empty list. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Runs `measure` this many times, one after another, and resolves to the median. */
export async function medianOf(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  while (values.length < times) values.push(await measure());
  return median(values);
}

/** The middle value; of an even number of them the higher one in the middle. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The median of what `measure` resolves to, `times` times one after another. */
export async function medianOf(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  while (values.length < times) values.push(await measure());
  return median(values);
}

/** What took how long. */
export type Time = { name: string; milliseconds: number };

/** Does a step of a command, and prints what it did with the time that took, such as `  built the pages   13.2 s`. */
export async function step<T>(done: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  printTime({ name: done, milliseconds: performance.now() - began });
  return result;
}

/** Prints a line with what took how long, its name in a column of this width. */
export function printTime({ name, milliseconds }: Time, width = 26): void {
  console.log(`  ${name.padEnd(width)}${(milliseconds / 1000).toFixed(1).padStart(7)} s`);
}

/** A step's name and how long it took. */
export type Time = { name: string; milliseconds: number };

/** Runs one step of a command, and prints what it did and how long it took, such as ` built the pages 13.2 s`. */
export async function step<T>(done: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  printTime({ name: done, milliseconds: performance.now() - began });
  return result;
}

/** Prints a step's name, in a column of this width, and how long it took. */
export function printTime({ name, milliseconds }: Time, width = 26): void {
  console.log(`  ${name.padEnd(width)}${(milliseconds / 1000).toFixed(1).padStart(7)} s`);
}

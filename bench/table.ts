/** One row of a Markdown table. */
export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Prints a Markdown table, ready to paste into bench/RESULTS.md. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  console.log(['', row(headings), row(headings.map(() => '---')), ...rows.map(row)].join('\n'));
}

/** One line of a table in Markdown. */
export function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Prints a table in Markdown, so that it can be recorded as it is. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  console.log(['', row(headings), row(headings.map(() => '---')), ...rows.map(row)].join('\n'));
}

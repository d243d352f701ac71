type Cells = readonly (string | number)[];

const row = (cells: Cells) => `| ${cells.join(' | ')} |`;

/** Prints a Markdown table, ready to paste into bench/RESULTS.md. */
export function printTable(headings: readonly string[], rows: readonly Cells[]): void {
  console.log(['', row(headings), row(headings.map(() => '---')), ...rows.map(row)].join('\n'));
}

/**
 * One cell of a CSV file (RFC 4180). A text that begins like a formula gets an apostrophe, because a spreadsheet would
 * evaluate it; numbers stay numbers (reliability D13).
 */
export function csvCell(content: string | number): string {
  if (typeof content === 'number') return String(content);
  const harmless = /^[=+\-@\t\r\n]/.test(content) ? `'${content}` : content;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A CSV file of these rows, the headings first. */
export function csvFile(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

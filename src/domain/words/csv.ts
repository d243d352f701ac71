/** What a spreadsheet runs as a formula, in the widths of all keyboards. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * What a spreadsheet takes for a number or a day and shows as another text: nine digits or more (a payment's number, a
 * phone number), a leading zero, '12E5', '1-2'.
 */
const rewritten = /^(?:\d{9,}|0\d+|\d+(?:\.\d+)?e\d+|\d{1,2}[-/]\d{1,4}(?:[-/]\d{1,4})?)$/i;

/**
 * One cell of a CSV file (RFC 4180). A text that a spreadsheet would evaluate or rewrite gets an apostrophe; numbers stay
 * numbers (§22.24, reliability D13).
 */
export function csvCell(content: string | number): string {
  if (typeof content === 'number') return String(content);
  const isText = !formula.test(content) && !rewritten.test(content);
  const kept = isText ? content : `'${content}`;
  return /[",\r\n]/.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept;
}

/** A CSV file of these rows, the headings first. It begins with the mark by which Excel knows UTF-8 (§22.24). */
export function csvFile(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
}

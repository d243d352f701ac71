/** Characters that make a spreadsheet run a cell as a formula, including the full-width ones on Asian keyboards. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/**
 * Texts that a spreadsheet mistakes for a number or a date and displays differently: nine or more digits (a payment's
 * number, a phone number), a leading zero, '12E5', '1-2', the code 'DEC25'.
 */
const rewritten = new RegExp(
  String.raw`^(?:\d{9,}|0\d+|\d+(?:\.\d+)?e\d+|\d{1,2}[-/]\d{1,4}(?:[-/]\d{1,4})?|\d{1,2}-?${month}(?:-?\d{2,4})?|${month}[-/. ]?\d{1,4})$`,
  'i',
);

/**
 * One cell of a CSV file (RFC 4180). Texts that a spreadsheet would evaluate or rewrite get an apostrophe; numbers stay
 * numbers (§22.24, reliability D13).
 */
export function csvCell(content: string | number): string {
  if (typeof content === 'number') return String(content);
  const isText = !formula.test(content) && !rewritten.test(content);
  const kept = isText ? content : `'${content}`;
  return /[",\r\n]/.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept;
}

/**
 * These rows as a CSV file, headings first. It starts with a byte order mark, because Excel needs one to recognise
 * UTF-8 (§22.24).
 */
export function csvFile(rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
}

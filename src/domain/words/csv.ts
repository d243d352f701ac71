/** Characters that make a spreadsheet run a cell as a formula. */
const formula = /^\s*[=+\-@]|^[\t\r\n]/;

const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const gap = String.raw`[-/.,\s]{0,2}`;
const date = [
  // A fraction ('1 1/2') looks like a date.
  String.raw`(?:\d+\s)?\d{1,4}(?:\s?[-/.⁄]\s?\d{1,4}){1,2}`,
  String.raw`\d{1,2}${gap}${month}(?:${gap}\d{1,4})?`,
  String.raw`${month}${gap}\d{1,4}(?:${gap}\d{1,4})?`,
  String.raw`\d{4}${gap}${month}(?:${gap}\d{1,2})?`,
].join('|');
const time = String.raw`\d{1,4}:\d{1,2}(?::[\d.]{1,6})?(?:\s?[ap]m?)?|\d{1,2}(?:\s?[ap]m|\s[ap])`;
const number = String.raw`\(?[$₹€£¥]?\s?(?=[.,']*\d)[\d.,']+(?:e[-+]?\d+)?\s?[%$₹€£¥]?\)?`;

/** Texts that a spreadsheet reads as a number, a date, a time or a truth value, in whatever country it was set up. */
const converted = new RegExp(
  String.raw`^\s*(?:${number}|(?:${date})(?:[t\s]\s?(?:${time})z?)?|${time}|true|false)\s*$`,
  'i',
);

/** Numbers and our own dates, which mean the same in a spreadsheet as on the site. */
const unchanged =
  /^(?:(?:0|[1-9]\d{0,7}|(?:0|[1-9]\d{0,10})\.\d{1,4})%?|\d{1,2} [A-Z][a-z]+ \d{4})$/;

/**
 * One cell of a CSV file (RFC 4180). Texts that a spreadsheet would evaluate, or display differently, get an
 * apostrophe; numbers stay numbers (§22.24, reliability D13).
 */
export function csvCell(content: string | number): string {
  if (typeof content === 'number') return String(content);
  // Asian keyboards have full-width forms of these characters and digits, which spreadsheets read too.
  const plain = content.normalize('NFKC');
  const isText = !formula.test(plain) && (unchanged.test(content) || !converted.test(plain));
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

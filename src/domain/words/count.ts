const small = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** A number as written within a sentence: 'ten', '14'. */
export const inWords = (number: number) => small[number] ?? String(number);

/** A number with its noun: '1 session', '3 sessions'. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** A number with its noun within a sentence, where 1 is spelled out: 'one session', '3 sessions'. */
export function countInWords(number: number, one: string): string {
  return number === 1 ? `one ${one}` : count(number, one);
}

/** Months as people say them: '2 years', '1 year 6 months', '20 months'. */
export function sayMonths(months: number): string {
  const years = Math.floor(months / 12);
  const rest = months % 12;
  if (years === 0) return count(rest, 'month');
  return rest === 0 ? count(years, 'year') : `${count(years, 'year')} ${count(rest, 'month')}`;
}

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

/** A number with its noun: '1 session', '3 sessions'. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The same within a sentence, where one is a word: 'one session', '3 sessions'. */
export function countInWords(number: number, one: string): string {
  return number === 1 ? `one ${one}` : count(number, one);
}

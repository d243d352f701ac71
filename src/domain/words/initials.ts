const first = (word = '') => /^./u.exec(word)?.[0] ?? '';

/** The first letters of a name's first and last word: 'AR' for 'Asha Rao', 'M' for 'Meera'. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return (first(words[0]) + (words.length > 1 ? first(words.at(-1)) : '')).toUpperCase();
}

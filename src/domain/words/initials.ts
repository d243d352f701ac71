/** The first letters of a name's first and last word: 'AR' for 'Asha Rao', 'M' for 'Meera'. */
export const initials = (name: string) =>
  name
    .trim()
    .replace(/^(.)\S*(?:.*\s(.))?.*$/su, '$1$2')
    .toUpperCase();

import type { Heading, Passage } from './markdown.tsx';

type Searched = { title: string; parsed: { passages: readonly Passage[] } };

/** A search result: a text's title, or a passage below a heading. */
export type Found<Text> = { text: Text; heading?: Heading | undefined; excerpt?: string };

// Accents are removed only from Latin letters. In other scripts, marks are vowels and letters: 'मति' is not 'माता'.
const flat = (words: string) =>
  words
    .normalize('NFKD')
    .replaceAll(/(\p{sc=Latn})\p{M}+|\p{DI}/gu, '$1')
    .toLowerCase();

/** How many characters an excerpt shows before and after the start of the word. */
const around = { before: 50, after: 90 };

/** The part of a passage around the first place where a word occurs. */
function excerptOf(passage: string, word: string): string {
  const at = Math.max(flat(passage).indexOf(word), 0);
  const from = at < around.before ? 0 : passage.indexOf(' ', at - around.before) + 1;
  const end = passage.indexOf(' ', at + around.after);
  const cut = passage.slice(from, end < 0 ? undefined : end);
  return `${from > 0 ? '… ' : ''}${cut}${end < 0 ? '' : ' …'}`;
}

/**
 * Finds titles and passages that contain every typed word, ignoring case and accents (§18.61). A passage's heading
 * counts as part of it.
 */
export function searchTexts<Text extends Searched>(
  texts: readonly Text[],
  typed: string,
): Found<Text>[] {
  const words = flat(typed).split(/\s+/).filter(Boolean);
  const fits = (searched: string) => words.every((word) => flat(searched).includes(word));
  return texts.flatMap((text) => [
    ...(fits(text.title) ? [{ text }] : []),
    ...text.parsed.passages
      .filter(({ heading, words: passage }) => fits(`${heading?.text ?? ''} ${passage}`))
      .map(({ heading, words: passage }) => ({
        text,
        heading,
        excerpt: excerptOf(passage, words[0] ?? ''),
      })),
  ]);
}

import type { Heading } from './markdown.tsx';

type Searched = { title: string; parsed: { headings: readonly Heading[] } };

/** A text, or a heading of one, that a search found. */
export type Found<Text> = { text: Text; heading?: Heading };

const flat = (words: string) => words.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Titles and headings with every word that was typed, without capitals and accents (§18.61). */
export function searchHeadings<Text extends Searched>(
  texts: readonly Text[],
  typed: string,
): Found<Text>[] {
  const words = flat(typed).split(/\s+/).filter(Boolean);
  const fits = (heading: string) => words.every((word) => flat(heading).includes(word));
  return texts.flatMap((text) => [
    ...(fits(text.title) ? [{ text }] : []),
    ...text.parsed.headings
      .filter((heading) => fits(heading.text))
      .map((heading) => ({ text, heading })),
  ]);
}

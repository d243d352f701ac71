import { useEffect, useMemo } from 'react';
import { parse } from './markdown.tsx';
import { searchTexts } from './search-texts.ts';
import type { Material } from './material-store.ts';
import { isReadable, textAddress } from './texts.ts';

type FoundProps = {
  items: readonly Material[];
  words: string;
  /** Receives the number of places found, in words. */
  onFound: (says: string) => void;
};

/** The places that contain all the typed words (§18.61). */
export default function Found({ items, words, onFound }: FoundProps) {
  const parsed = useMemo(
    () => items.filter(isReadable).map((text) => ({ ...text, parsed: parse(text.body) })),
    [items],
  );
  const found = searchTexts(parsed, words);
  const says = found.length === 0 ? `No text contains ‘${words}’.` : `${found.length} found.`;
  useEffect(() => onFound(says), [says, onFound]);
  return (
    <ul className="material-links grid gap-1">
      {found.map(({ text, heading, excerpt }) => (
        <li key={`${text.id} ${excerpt === undefined ? 'title' : (heading?.index ?? 'start')}`}>
          <a href={textAddress(text.id, heading?.index)}>
            <span>{[text.title, heading?.text].filter(Boolean).join(': ')}</span>
            {excerpt && <small>{excerpt}</small>}
          </a>
        </li>
      ))}
    </ul>
  );
}

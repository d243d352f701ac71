/** A text. In a list, browsers leave every second part untranslated: a name, a code, a number or an address (§12.54). */
export type Words = string | readonly string[];

/** The text as a string. */
export const plain = (words: Words) => [words].flat().join('');

// '6:30 pm' stays on one line.
const keepTimes = (part: string) => part.replaceAll(/(\d) (?=[ap]m\b)/g, '$1\u00a0');

/** A sentence or heading in which names, codes, numbers and addresses stay as they are. */
export function Sentence({ words }: { words: Words }) {
  return (
    <span>
      {[words].flat().map((part, place) =>
        place % 2 === 1 ? (
          <bdi key={place} translate="no">
            {part}
          </bdi>
        ) : (
          <span key={place}>{keepTimes(part)}</span>
        ),
      )}
    </span>
  );
}

import { Fragment } from 'react';

// Addresses and references: words that are too long for a narrow column, with signs at which they may break.
const isLong = /@|:\/\/|\S{18}/;

/** A text whose addresses break after '@', dots and slashes, and nowhere else. No browser translates them. */
export function Breakable({ text }: { text: string }) {
  if (!isLong.test(text)) return <span>{text}</span>;
  return text.split(/(\s+)/).map((word, place) =>
    isLong.test(word) ? (
      <span key={place} translate="no">
        {word.split(/(?<=[@./_])(?=[^/])/).map((part, at) => (
          <Fragment key={at}>
            {at > 0 && <wbr />}
            <span>{part}</span>
          </Fragment>
        ))}
      </span>
    ) : (
      <span key={place}>{word}</span>
    ),
  );
}

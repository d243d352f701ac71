import { Fragment } from 'react';

// Email addresses, links and references are too long for a narrow column, but contain characters after which they can
// break.
const isLong = /@|:\/\/|\S{18}/;

/** Text in which addresses break only after '@', dots and slashes. Browsers do not translate the addresses. */
export function Breakable({ text }: { text: string }) {
  if (!isLong.test(text)) return <span>{text}</span>;
  const words = text.split(/(\s+)/).map((word, place) =>
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
  // A single box, because the words of a card or a link would be laid out as boxes of their own.
  return words.length === 1 ? words : <span>{words}</span>;
}

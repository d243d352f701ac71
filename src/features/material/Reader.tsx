import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import { printPage } from '../../lib/save-bytes.ts';
import { PressButton } from '../ui/PressButton.tsx';
import { parse, render, type Parsed } from './markdown.tsx';
import { SampleNote } from './Room.tsx';
import {
  headingIndex,
  materialKinds,
  readingPlace,
  textAddress,
  type ReadableText,
} from './texts.ts';

const headingsOf = ({ current }: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(current?.querySelectorAll<HTMLElement>('[id^=heading-]') ?? []),
];

/** The text, and the one after it in the room's list, if any. */
type ReaderTexts = { text: ReadableText; next: ReadableText | undefined };

/** `onPlace` is called with the index of each heading that the reader reaches. */
type ArticleProps = ReaderTexts & { parsed: Parsed; onPlace: (heading: number) => void };

function Article({ text, next, parsed, onPlace }: ArticleProps) {
  const article = useRef<HTMLElement>(null);
  const elements = useMemo(() => render(parsed), [parsed]);

  useEffect(() => {
    // The fragment comes from the address, so it may contain anything.
    const heading = headingsOf(article).find(({ id }) => `#${id}` === location.hash);
    if (!heading) return;
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
    onPlace(headingIndex(heading.id));
  }, [onPlace]);

  useEffect(() => {
    // A heading counts as passed once it has reached the window's upper third.
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          // The observer may have recorded this before the last jump to a heading.
          const { top, bottom } = target.getBoundingClientRect();
          const isThere = bottom >= 0 && top <= innerHeight / 3;
          // At the top of the page, the member has not read anything yet.
          if (isIntersecting && isThere && scrollY > 0) onPlace(headingIndex(target.id));
        }
      },
      { rootMargin: '0px 0px -66% 0px' },
    );
    headingsOf(article).forEach((heading) => watch.observe(heading));
    return () => watch.disconnect();
  }, [parsed, onPlace]);

  return (
    <article
      ref={article}
      className="card material-text mt-2 p-6 sm:p-8"
      aria-labelledby="material-title"
    >
      <h2 id="material-title" className="text-3xl">
        <span>{text.title}</span>
        <SampleNote {...text} />
      </h2>
      <p className="mt-2 text-muted">{`${materialKinds[text.kind]}, last changed on ${formatDay(text.changed_at)}`}</p>
      <div className="material-prose mt-6">{elements}</div>
      <p className="no-print mt-6 flex flex-wrap items-center gap-x-6">
        <PressButton className="button button-quiet" work={printPage}>
          Print this text
        </PressButton>
        {next && (
          <a className="link" href={textAddress(next.id)}>
            {`Next: ${next.title}`}
          </a>
        )}
      </p>
    </article>
  );
}

type ReaderProps = ReaderTexts & { memberId: string };

/** A text, opened at the heading named in the address (§18.61, §18.91). */
export default function Reader({ memberId, text, next }: ReaderProps) {
  const parsed = useMemo(() => parse(text.body), [text.body]);
  const { id } = text;
  const onPlace = useCallback(
    (index: number) => {
      const heading = parsed.headings[index];
      if (heading) readingPlace.keep(memberId, { text: id, heading: index, name: heading.text });
    },
    [memberId, id, parsed],
  );
  return <Article {...{ text, next, parsed, onPlace }} />;
}

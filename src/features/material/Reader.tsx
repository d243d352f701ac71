import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import { headingId, parse, render, type Parsed } from './markdown.tsx';
import type { Material } from './material-store.ts';
import { readingPlace } from './reading-place.ts';
import { searchHeadings } from './search-headings.ts';
import { Labelled } from '../ui/Labelled.tsx';

type Text = Material & { parsed: Parsed };

/** The kinds of texts, in the order of the page, with their headings. */
const materialKinds: Record<Material['kind'], string> = {
  transcript: 'Interview transcripts',
  wat: 'WAT topics',
  cv: 'CV notes',
};
// Object.keys loses the type of the names.
const kinds = Object.keys(materialKinds) as Material['kind'][];

function SampleNote({ is_sample }: Material) {
  return is_sample ? <span className="material-sample"> (sample)</span> : null;
}

type ShelvesProps = {
  texts: readonly Text[];
  open: Text | undefined;
  onOpen: (text: Text) => void;
};

function Shelves({ texts, open, onOpen }: ShelvesProps) {
  return kinds.map((kind) => {
    const shelf = texts.filter((text) => text.kind === kind);
    if (shelf.length === 0) return null;
    return (
      <section key={kind} aria-labelledby={`shelf-${kind}`}>
        <h2 id={`shelf-${kind}`}>{materialKinds[kind]}</h2>
        <ul>
          {shelf.map((text) => (
            <li key={text.id}>
              <button
                type="button"
                aria-current={text === open ? 'true' : undefined}
                onClick={() => onOpen(text)}
              >
                {text.title}
                <SampleNote {...text} />
              </button>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

type ArticleProps = {
  text: Text;
  /** The heading to begin at, and how often somebody has asked for it. */
  start: { heading: number | undefined; asked: number };
  onPlace: (heading: number) => void;
};

function Article({ text, start, onPlace }: ArticleProps) {
  const article = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const elements = useMemo(() => render(text.parsed), [text]);

  useEffect(() => {
    if (start.asked === 0) return;
    const place =
      start.heading === undefined
        ? title.current
        : article.current?.querySelector<HTMLElement>(`#${headingId(start.heading)}`);
    // At once: a smooth scroll would pass other headings, and keep each as the place.
    place?.scrollIntoView({ block: 'start', behavior: 'instant' });
    place?.focus({ preventScroll: true });
  }, [start]);

  useEffect(() => {
    const headings = [...(article.current?.querySelectorAll('[id^=heading-]') ?? [])];
    // A heading counts as passed once it is in the upper third of the window.
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          // An entry may be older than the last jump to a heading.
          const { top, bottom } = target.getBoundingClientRect();
          const isThere = bottom >= 0 && top <= innerHeight / 3;
          if (isIntersecting && isThere) onPlace(headings.indexOf(target));
        }
      },
      { rootMargin: '0px 0px -66% 0px' },
    );
    headings.forEach((heading) => watch.observe(heading));
    return () => watch.disconnect();
  }, [text, onPlace]);

  return (
    <article ref={article} className="card material-text" aria-labelledby="material-title">
      <h2 id="material-title" ref={title} tabIndex={-1}>
        {text.title}
        <SampleNote {...text} />
      </h2>
      <p className="material-facts">
        {materialKinds[text.kind]}, last changed on {formatDay(text.changed_at)}
      </p>
      <p className="no-print">
        <button type="button" className="button button-quiet" onClick={() => print()}>
          Print this text
        </button>
      </p>
      <div className="material-prose">{elements}</div>
    </article>
  );
}

type ReaderProps = { memberId: string; items: readonly Material[] };

/** The shelves, the search by heading, and the text that is open (§18.60, §18.61). */
export function Reader({ memberId, items }: ReaderProps) {
  const texts = useMemo(
    () => items.map((item): Text => ({ ...item, parsed: parse(item.body) })),
    [items],
  );
  const [left] = useState(() => readingPlace.read(memberId));
  const [openId, setOpenId] = useState(left?.item);
  const [start, setStart] = useState<ArticleProps['start']>({ heading: undefined, asked: 0 });
  const [typed, setTyped] = useState('');

  const first = kinds.flatMap((kind) => texts.filter((text) => text.kind === kind))[0];
  const open = texts.find(({ id }) => id === openId) ?? first;
  const found = typed.trim() === '' ? undefined : searchHeadings(texts, typed);
  const leftText = texts.find(({ id }) => id === left?.item);
  const leftHeading = leftText?.parsed.headings[left?.heading ?? -1];

  const openAt = (text: Text, heading?: number) => {
    setOpenId(text.id);
    setStart(({ asked }) => ({ heading, asked: asked + 1 }));
    readingPlace.keep(memberId, { item: text.id, heading: heading ?? 0 });
  };

  const shownId = open?.id;
  const onPlace = useCallback(
    (heading: number) => {
      // Before anybody has opened a text, its top in the window is no place that was read.
      if (shownId !== undefined && scrollY > 0)
        readingPlace.keep(memberId, { item: shownId, heading });
    },
    [memberId, shownId],
  );

  return (
    <div className="material">
      <div className="material-shelves no-print">
        {start.asked === 0 && leftText && leftHeading && (
          <p className="notice notice-calm">
            You were reading ‘{leftText.title}’.{' '}
            <button
              type="button"
              className="link"
              onClick={() => openAt(leftText, leftHeading.index)}
            >
              Go on at ‘{leftHeading.text}’
            </button>
          </p>
        )}
        <div role="search">
          <Labelled label="Search the headings">
            {(tied) => (
              <input
                {...tied}
                type="search"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Labelled>
        </div>
        <div role="status">
          {found && (
            <p className="field-hint">
              {found.length === 0
                ? `No heading has ‘${typed.trim()}’ in it.`
                : `${found.length} found.`}
            </p>
          )}
        </div>
        {found ? (
          <ul>
            {found.map(({ text, heading }) => (
              <li key={`${text.id} ${heading?.index}`}>
                <button type="button" onClick={() => openAt(text, heading?.index)}>
                  {heading?.text ?? text.title}
                  {heading && <small>{text.title}</small>}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <Shelves texts={texts} open={open} onOpen={openAt} />
        )}
      </div>
      {open && <Article text={open} start={start} onPlace={onPlace} />}
    </div>
  );
}

import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import * as v from 'valibot';
import { formatDay } from '../../domain/words/dates.ts';
import { keysOf } from '../../domain/words/keys-of.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { keptOfMember } from '../../lib/kept.ts';
import { printPage } from '../../lib/save-bytes.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { EmptyBox } from '../ui/EmptyBox.tsx';
import { Field } from '../ui/Field.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { headingId, headingIndex, parse, render, type Parsed } from './markdown.tsx';
import type { Material } from './material-store.ts';
import { searchTexts } from './search-texts.ts';

type Text = Material & { parsed: Parsed };

/** Where a member was reading on this device (§18.61): the text, and the index of the last heading that was passed. */
const readingPlace = keptOfMember(
  storageKeys.readingPlace,
  v.object({ item: v.number(), heading: v.number() }),
  'local',
);

/** The kinds of texts, in the order of the page, with their headings. */
const materialKinds: Record<Material['kind'], string> = {
  transcript: 'Interview transcripts',
  wat: 'WAT topics',
  gd: 'GD topics',
  cv: 'CV notes',
};
const kinds = keysOf(materialKinds);

/** The address of a text, or of a heading in it (§18.91). */
function textAddress(id: number, heading?: number): string {
  const fragment = heading === undefined ? '' : `#${headingId(heading)}`;
  return `?${new URLSearchParams({ text: String(id) })}${fragment}`;
}

function SampleNote({ is_sample }: Material) {
  return is_sample ? <span className="material-sample"> (sample)</span> : null;
}

function Shelves({ texts }: { texts: readonly Text[] }) {
  return kinds.map((kind) => {
    const shelf = texts.filter((text) => text.kind === kind);
    if (shelf.length === 0) return null;
    return (
      <section key={kind} aria-labelledby={`shelf-${kind}`}>
        <h2 id={`shelf-${kind}`} className="plain-heading text-muted">
          {materialKinds[kind]}
        </h2>
        <ul className="material-links mt-2 grid gap-1">
          {shelf.map((text) => (
            <li key={text.id}>
              <a href={textAddress(text.id)}>
                <span>{text.title}</span>
                <SampleNote {...text} />
              </a>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

const headingsOf = ({ current }: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(current?.querySelectorAll<HTMLElement>('[id^=heading-]') ?? []),
];

/** `onPlace` is called with the index of each heading that is reached. */
type ArticleProps = { text: Text; onPlace: (heading: number) => void };

function Article({ text, onPlace }: ArticleProps) {
  const article = useRef<HTMLElement>(null);
  const elements = useMemo(() => render(text.parsed), [text]);

  useEffect(() => {
    // The fragment may be anything.
    const heading = headingsOf(article).find(({ id }) => `#${id}` === location.hash);
    if (!heading) return;
    // Instant: a smooth scroll would pass other headings and record each as the reading place.
    heading.scrollIntoView({ block: 'start', behavior: 'instant' });
    heading.focus({ preventScroll: true });
    onPlace(headingIndex(heading.id));
  }, [onPlace]);

  useEffect(() => {
    // A heading counts as passed once it is in the upper third of the window.
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          // The entry may be older than the last jump to a heading.
          const { top, bottom } = target.getBoundingClientRect();
          const isThere = bottom >= 0 && top <= innerHeight / 3;
          // At the top of the page nothing has been read yet.
          if (isIntersecting && isThere && scrollY > 0) onPlace(headingIndex(target.id));
        }
      },
      { rootMargin: '0px 0px -66% 0px' },
    );
    headingsOf(article).forEach((heading) => watch.observe(heading));
    return () => watch.disconnect();
  }, [text, onPlace]);

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
      <p className="mt-2 mb-4 text-muted">{`${materialKinds[text.kind]}, last changed on ${formatDay(text.changed_at)}`}</p>
      <p className="no-print">
        <PressButton className="button button-quiet" work={printPage}>
          Print this text
        </PressButton>
      </p>
      <div className="material-prose mt-6">{elements}</div>
    </article>
  );
}

type RoomProps = { memberId: string; texts: readonly Text[] };

/** All texts, with a search and a link back to where the member was reading. */
function Room({ memberId, texts }: RoomProps) {
  const [left] = useState(() => readingPlace.read(memberId));
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const found = words === '' ? undefined : searchTexts(texts, words);
  const leftText = texts.find(({ id }) => id === left?.item);
  const leftHeading = leftText?.parsed.headings[left?.heading ?? -1];

  return (
    <div className="material-room grid gap-4">
      {leftText && leftHeading && (
        <p className="notice notice-calm">
          <span>{`You were reading ‘${leftText.title}’. `}</span>
          <a
            className="link"
            href={textAddress(leftText.id, leftHeading.index)}
          >{`Continue at ‘${leftHeading.text}’`}</a>
        </p>
      )}
      <div role="search">
        <Field
          label="Search all texts"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <div role="status">
        {found && (
          <p className="field-hint">
            {found.length === 0 ? `No text contains ‘${words}’.` : `${found.length} found.`}
          </p>
        )}
      </div>
      {found ? (
        <ul className="material-links mt-2 grid gap-1">
          {found.map(({ text, heading, excerpt }) => (
            <li key={`${text.id} ${excerpt === undefined ? 'title' : (heading?.index ?? 'start')}`}>
              <a href={textAddress(text.id, heading?.index)}>
                <span>{[text.title, heading?.text].filter(Boolean).join(': ')}</span>
                {excerpt && <small>{excerpt}</small>}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <Shelves texts={texts} />
      )}
    </div>
  );
}

type ReaderProps = { memberId: string; items: readonly Material[] };

/** The text that the address names, or all of them (§18.61, §18.91). */
export default function Reader({ memberId, items }: ReaderProps) {
  const texts = useMemo(
    () => items.map((item): Text => ({ ...item, parsed: parse(item.body) })),
    [items],
  );
  const [named] = useState(() => new URLSearchParams(location.search).get('text'));
  const id = named === null ? undefined : Number(named);
  const text = texts.find((one) => one.id === id);
  const onPlace = useCallback(
    (heading: number) => id !== undefined && readingPlace.keep(memberId, { item: id, heading }),
    [memberId, id],
  );

  if (id === undefined) return <Room {...{ memberId, texts }} />;
  return (
    <>
      <p className="no-print">
        <a className="link" href={memberPages.material}>
          All texts
        </a>
      </p>
      {text ? (
        <Article {...{ text, onPlace }} />
      ) : (
        <EmptyBox className="mt-8" title="This text is no longer here">
          <p className="mt-1">It may have been replaced by a newer one.</p>
        </EmptyBox>
      )}
    </>
  );
}

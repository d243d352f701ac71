import { Suspense, useState } from 'react';
import { memberPages } from '../../domain/member-pages.ts';
import { Field } from '../ui/Field.tsx';
import { late } from '../ui/late.tsx';
import type { Material, MyRoom } from './material-store.ts';
import {
  isReadable,
  kinds,
  materialKinds,
  readingPlace,
  readingTime,
  textAddress,
} from './texts.ts';

// Loaded late, because only a search needs the parser.
const Found = late(() => import('./Found.tsx'));

/** Marks a text as a sample (§18.16). */
export function SampleNote({ is_sample }: Material) {
  return is_sample ? <span className="material-sample"> (sample)</span> : null;
}

function Title({ text }: { text: Material }) {
  return (
    <>
      <span>{text.title}</span>
      <SampleNote {...text} />
    </>
  );
}

function Shelves({ items }: { items: readonly Material[] }) {
  return (
    <div className="material-shelves grid gap-4">
      {kinds.map((kind) => {
        const shelf = items.filter((text) => text.kind === kind);
        if (shelf.length === 0) return null;
        return (
          <section key={kind} aria-labelledby={`shelf-${kind}`} className="card outlined">
            <h2 id={`shelf-${kind}`} className="text-xl">
              {materialKinds[kind]}
            </h2>
            <ul>
              {shelf.map((text) => (
                <li key={text.id}>
                  {isReadable(text) ? (
                    <a className="bold text-ink" href={textAddress(text.id)}>
                      <Title text={text} />
                    </a>
                  ) : (
                    <span>
                      <Title text={text} />
                    </span>
                  )}
                  <small>{isReadable(text) ? readingTime(text.body) : 'Opens with a pack'}</small>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** All titles, with a search, and a link back to where the member was reading (§18.59, §18.61). */
export function Room({ memberId, room }: { memberId: string; room: MyRoom }) {
  const [left] = useState(() => readingPlace.read(memberId));
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState('');
  const { has_pack: hasPack, items } = room;
  const texts = items.filter(isReadable);
  const [open] = texts;
  const words = typed.trim();
  const leftText = texts.find(({ id }) => id === left?.text);

  return (
    <div className="material-room mt-8 grid gap-4">
      {!hasPack && (
        <div className="notice notice-calm">
          <p>{`${open ? `‘${open.title}’ is open to every member. The other texts open` : 'These texts open'} with your first pack, for both of you if you share it.`}</p>
          <p className="mt-3 flex flex-wrap gap-3">
            {open && (
              <a className="button" href={textAddress(open.id)}>
                Read this text
              </a>
            )}
            <a className="button button-quiet" href={`${memberPages.main}#packs`}>
              See the packs
            </a>
          </p>
        </div>
      )}
      {left && leftText && (
        <p className="notice notice-calm">
          <span>{`You were reading ‘${leftText.title}’. `}</span>
          <a
            className="link"
            href={textAddress(leftText.id, left.heading)}
          >{`Continue at ‘${left.name}’`}</a>
        </p>
      )}
      {hasPack && (
        <div role="search">
          <Field
            label="Search all texts"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {/* Present from the start, because screen readers do not announce text that arrives together with its region. */}
          <div role="status">
            {words !== '' && <p className="field-hint mt-2">{found || 'Searching the texts'}</p>}
          </div>
        </div>
      )}
      {words === '' ? (
        <Shelves items={items} />
      ) : (
        <Suspense fallback={null}>
          <Found {...{ items, words }} onFound={setFound} />
        </Suspense>
      )}
    </div>
  );
}

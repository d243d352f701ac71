import { useStore } from '@nanostores/react';
import { Suspense, useState } from 'react';
import { sessionWords } from '../../domain/bookings/session-kinds.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { toPacks } from '../../domain/packs/packs.ts';
import { count } from '../../domain/words/count.ts';
import { dayAndTime } from '../../domain/words/dates.ts';
import { $now } from '../../lib/now.ts';
import { splitByEnd } from '../bookings/booking-states.ts';
import { keptPractice } from '../bookings/my-sessions-store.ts';
import { exerciseOf } from '../bookings/progress.ts';
import { Field } from '../ui/Field.tsx';
import { late } from '../ui/late.tsx';
import '../ui/ink-panel.css';
import type { Material, MyRoom } from './material-store.ts';
import {
  isReadable,
  kinds,
  materialKinds,
  openingOf,
  readingPlace,
  readingTime,
  textAddress,
  type ReadableText,
} from './texts.ts';

// Loaded late, because only a search needs the parser.
const Found = late(() => import('./Found.tsx'));

// With fewer texts, the list below shows them all.
const fewestToSearch = 8;

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
    <div className="card material-shelves">
      {kinds.map((kind) => {
        const shelf = items.filter((text) => text.kind === kind);
        if (shelf.length === 0) return null;
        return (
          <section key={kind} aria-labelledby={`shelf-${kind}`}>
            <h2 id={`shelf-${kind}`} className="text-xl">
              {materialKinds[kind]}
            </h2>
            <ul>
              {shelf.map((text) => (
                <li key={text.id}>
                  {isReadable(text) ? (
                    <>
                      <a className="text-ink" href={textAddress(text.id)}>
                        <Title text={text} />
                      </a>
                      <small>{readingTime(text.body)}</small>
                    </>
                  ) : (
                    <>
                      <span>
                        <Title text={text} />
                      </span>
                      <small>
                        <svg viewBox="0 0 24 24" aria-hidden="true">
                          <path d="M5 11h14v10H5zM8 11V7a4 4 0 1 1 8 0v4M12 15v2" />
                        </svg>
                        <span className="sr-only">Opens with a pack</span>
                      </small>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

type FirstProps = { memberId: string; hasPack: boolean; texts: readonly ReadableText[] };

/** The text to read now: where the member was, or what fits the next session or the exercise (§18.61). */
function First({ memberId, hasPack, texts }: FirstProps) {
  const now = useStore($now, { ssr: 'initial' });
  const [left] = useState(() => readingPlace.read(memberId));
  const [practice] = useState(() => keptPractice.read(memberId));
  const { upcoming = [], past = [] } = practice ? splitByEnd(practice, now) : {};
  const [coming] = upcoming;
  const practised = exerciseOf(past);
  const isToDo = practised?.feedback.read && practised.feedback.exercise_done_at === null;
  const exercise = isToDo ? practised : undefined;
  const kind = (coming ?? exercise)?.kind === 'gd' ? 'gd' : 'transcript';
  const leftText = texts.find(({ id }) => id === left?.text);
  const text = leftText ?? texts.find((one) => one.kind === kind) ?? texts[0];
  if (!text) return null;

  const free = hasPack ? 'Start here' : 'Free for every member';
  const next =
    coming && text.kind === kind
      ? `Before your ${sessionWords[coming.kind]} on ${dayAndTime(coming.starts_at).day}`
      : free;
  return (
    <section className="ink-panel p-6 sm:p-8" aria-labelledby="first-text">
      <p className="note">{leftText ? 'You were reading' : next}</p>
      <h2 id="first-text" className="mt-1 text-2xl">
        <Title text={text} />
      </h2>
      <p className="material-opening mt-3 whitespace-pre-line">{openingOf(text.body)}</p>
      <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <a className="button" href={textAddress(text.id, leftText && left?.heading)}>
          {leftText && left ? `Continue at ‘${left.name}’` : 'Read this text'}
        </a>
        <span className="note">{readingTime(text.body)}</span>
      </p>
      {exercise && (
        <p className="material-exercise mt-5">
          <span>Your exercise from </span>
          <bdi translate="no">{exercise.mentor.name}</bdi>
          <span>{`: ${exercise.feedback.exercise ?? ''} `}</span>
          <a className="text-link" href={`${memberPages.sessions}#exercise`}>
            See the exercise
          </a>
        </p>
      )}
    </section>
  );
}

/** The text to read first, and all titles with a search (§18.59, §18.61). */
export function Room({ memberId, room }: { memberId: string; room: MyRoom }) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState('');
  const { has_pack: hasPack, items } = room;
  const texts = items.filter(isReadable);
  const words = typed.trim();
  const locked = items.length - texts.length;

  return (
    <div className="material-room mt-8 grid gap-6">
      <First {...{ memberId, hasPack, texts }} />
      {locked > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 gap-x-6">
          <p className="min-w-60 flex-1">{`Your first pack opens ${texts.length > 0 ? `the other ${count(locked, 'text')}` : 'these texts'}, for both of you if you share it.`}</p>
          <a className="button button-quiet" href={toPacks}>
            See the packs
          </a>
        </div>
      )}
      {texts.length >= fewestToSearch && (
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

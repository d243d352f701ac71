import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { Suspense, useEffect, useRef, useState } from 'react';
import { institutes } from '../../content/institutes.ts';
import { countdown, targetNamed } from '../../domain/bookings/targets.ts';
import { mostTargets } from '../../domain/periods.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { $now } from '../../lib/now.ts';
import { Choice } from '../ui/Choice.tsx';
import { late } from '../ui/late.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { PressFailure } from '../ui/PressFailure.tsx';
import { usePress } from '../ui/use-press.ts';
import { removeTarget, sayBookingFailure, setTarget } from './bookings.ts';
import type { MySessions } from './my-sessions-schema.ts';
import type { SchoolFormProps } from './SchoolForm.tsx';

type TargetSchoolsProps = Pick<MySessions, 'targets' | 'upcoming' | 'past'>;

// Loaded late, because most schools are saved with one press.
const SchoolForm = late(() => import('./SchoolForm.tsx'));

type Press = [school: string, isOn: boolean];

// What the presses on schools asked for, until it is saved. Their buttons show it at once. A store, because the work
// that saves them must see a press made since it began.
const $waiting = atom<readonly Press[]>([]);

/**
 * The schools that a member is applying to, with their interview days. A press on a well-known school saves
 * it, and another press removes it; presses that follow quickly are saved one after another (§15.104).
 */
export function TargetSchools({ targets, upcoming, past }: TargetSchoolsProps) {
  const now = useStore($now, { ssr: 'initial' });
  // `at` is the school under which the words stand; '' for above the list.
  const [said, setSaid] = useState<{ words: string; at: string; focus?: true }>({
    words: '',
    at: '',
  });
  const waiting = new Map(useStore($waiting));
  const [asked, setAsked] = useState<Omit<SchoolFormProps, 'onSaved'>>();
  const words = useRef<HTMLParagraphElement>(null);
  const editor = useRef<HTMLDetailsElement>(null);
  const isFull = targets.length >= mostTargets;
  useEffect(() => {
    if (isFull) editor.current?.removeAttribute('open');
  }, [isFull]);
  useEffect(() => {
    // The form has disappeared.
    if (said.focus) words.current?.focus();
  }, [said]);
  const save = async (school: string, isOn: boolean) => {
    await (isOn ? setTarget(school, undefined) : removeTarget(school));
    setSaid({ words: `${school} is ${isOn ? 'saved' : 'removed'}.`, at: '' });
    // Keeps what the member has opened in the meantime.
    setAsked((open) => {
      if (isOn) return open ?? { school, changing: null, isNew: true };
      return open?.school === school ? undefined : open;
    });
  };
  const { result, press } = usePress(async () => {
    const refused: string[] = [];
    let next: Press | undefined;
    while ((next = $waiting.get()[0])) {
      const [school, isOn] = next;
      await save(school, isOn).catch((error: unknown) =>
        refused.push(`${school}: ${sayBookingFailure(error)}`),
      );
      $waiting.set($waiting.get().slice(1));
    }
    return refused.length > 0 ? { message: refused.join(' ') } : undefined;
  });
  const form = asked && (
    <Suspense fallback={null}>
      <SchoolForm
        key={asked.school}
        {...asked}
        // The focus stays, so that the next school is near. After the last one, it goes to the date.
        isNew={asked.isNew && !isFull}
        onSaved={(school, sentence) => {
          const isAdded = asked.changing === undefined;
          setAsked(undefined);
          setSaid({
            words: sentence,
            at: isAdded ? '' : school,
            focus: true,
          });
        }}
      />
    </Suspense>
  );
  const [isOpen] = useState(() => targets.length === 0 && location.hash === '#schools');
  const filled = institutes.first.filter((name) => waiting.get(name) ?? targetNamed(targets, name));
  return (
    <div className="card booking-pack">
      {/* Above the list, so that the buttons stay in place under the finger. */}
      <details ref={editor} open={isOpen}>
        <summary className="link w-fit">
          {targets.length === 0 ? 'Add your target schools' : 'Add a school'}
        </summary>
        {/* `many`, because an arrow key would otherwise save the next school. */}
        <Choice
          many
          legend="Where are you applying?"
          hint={`Up to ${mostTargets} schools. Only you see this list. Their alumni come first among mentors free at the same time.`}
          className="booking-schools"
          options={[
            ...institutes.first.map((name) => ({ value: name, label: name })),
            { value: 'another', label: 'Another school' },
          ]}
          chosen={asked?.school === 'another' ? [...filled, 'another'] : filled}
          onChoose={(school) => {
            if (school === 'another') {
              setAsked(asked?.school === school ? undefined : { school, changing: undefined });
              return;
            }
            setAsked(undefined);
            $waiting.set([...$waiting.get(), [school, !filled.includes(school)]]);
            press();
          }}
        />
        {asked?.school === 'another' && form}
      </details>
      {/* Not inside the chooser, which closes with the fifth school. */}
      <PressFailure result={result} />
      {/* Never mounted again, because screen readers announce only what changes inside it. */}
      <p
        ref={said.at === '' ? words : undefined}
        role="status"
        tabIndex={-1}
        className={said.words && 'mt-3'}
      >
        {said.at === '' && said.words}
      </p>
      {targets.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {targets.map(({ institute, interview_on: on }) => (
            <li key={institute} className="booking-target flex flex-wrap items-baseline gap-x-6">
              <span className="flex-1 bold wrap-anywhere text-ink">
                {countdown({ institute, interview_on: on }, { upcoming, past }, now) ?? (
                  <span>{on ? `${institute}, interview on ${formatDay(on)}` : institute}</span>
                )}
              </span>
              <span className="actions">
                <button
                  type="button"
                  className="link"
                  onClick={() => setAsked({ school: institute, changing: on })}
                >
                  <span>{on ? 'Change date' : 'Add date'}</span>
                  <span className="sr-only">{` of ${institute}`}</span>
                </button>
                <PressButton work={() => save(institute, false)} sayFailure={sayBookingFailure}>
                  <span>Remove</span>
                  <span className="sr-only">{` ${institute}`}</span>
                </PressButton>
              </span>
              {asked?.school === institute && form}
              {/* Without a role, because these words are read when they get the focus. */}
              {said.at === institute && (
                <p ref={words} tabIndex={-1} className="w-full">
                  {said.words}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

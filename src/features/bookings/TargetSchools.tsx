import { useStore } from '@nanostores/react';
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

/**
 * The schools that a member is applying to, with their interview days. A press on a well-known school saves
 * it, and another press removes it (§15.104).
 */
export function TargetSchools({ targets, upcoming, past }: TargetSchoolsProps) {
  const now = useStore($now, { ssr: 'initial' });
  // `at` is the school under which the words stand; '' for below the list.
  const [said, setSaid] = useState<{ words: string; at: string; focus?: FocusOptions }>({
    words: '',
    at: '',
  });
  // What the last press on a school asked for, so that its button answers at once.
  const [pressed, setPressed] = useState({ school: '', isOn: false });
  const [asked, setAsked] = useState<Omit<SchoolFormProps, 'onSaved'>>();
  const words = useRef<HTMLParagraphElement>(null);
  const editor = useRef<HTMLDetailsElement>(null);
  const isLast = targets.length + 1 >= mostTargets;
  const sayInPlace = (words: string, at: string, focus?: FocusOptions) => {
    setAsked(undefined);
    setSaid({ words, at, ...(focus && { focus }) });
    if (at === '' && isLast) editor.current?.removeAttribute('open');
  };
  useEffect(() => {
    // The form has disappeared.
    if (said.focus) words.current?.focus(said.focus);
  }, [said]);
  const remove = (school: string) =>
    removeTarget(school).then(() => setSaid({ words: `${school} is removed.`, at: '' }));
  const { busy, result, press } = usePress(async (school: string) => {
    const saved = targetNamed(targets, school)?.institute;
    setAsked(undefined);
    setPressed({ school, isOn: saved === undefined });
    if (saved !== undefined) {
      await remove(saved);
      return undefined;
    }
    await setTarget(school, undefined);
    // The focus stays, so that the next school is near. After the last one, it goes to the date's form.
    sayInPlace(`${school} is saved.`, '');
    setAsked({ school, changing: null, isNew: !isLast });
    return undefined;
  }, sayBookingFailure);
  const form = asked && (
    <Suspense fallback={null}>
      <SchoolForm
        key={asked.school}
        {...asked}
        onSaved={(school) => {
          const isAdded = asked.changing === undefined;
          sayInPlace(isAdded ? `${school} is saved.` : 'Date saved.', isAdded ? '' : school, {});
        }}
      />
    </Suspense>
  );
  const [isOpen] = useState(() => targets.length === 0 && location.hash === '#schools');
  const filled = institutes.first.filter((name) =>
    busy && name === pressed.school ? pressed.isOn : targetNamed(targets, name),
  );
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
            ...institutes.first.map((name) => ({
              value: name,
              label: name,
              disabled: busy && name !== pressed.school,
            })),
            { value: 'another', label: 'Another school' },
          ]}
          chosen={asked?.school === 'another' ? [...filled, 'another'] : filled}
          onChoose={(school) =>
            school === 'another'
              ? setAsked(asked?.school === 'another' ? undefined : { school, changing: undefined })
              : press(school)
          }
        />
        <PressFailure result={result} />
        {asked?.school === 'another' && form}
      </details>
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
                <PressButton work={() => remove(institute)} sayFailure={sayBookingFailure}>
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
      {/* Never mounted again, because screen readers announce only what changes inside it. */}
      <p ref={said.at === '' ? words : undefined} role="status" tabIndex={-1}>
        {said.at === '' && said.words}
      </p>
    </div>
  );
}

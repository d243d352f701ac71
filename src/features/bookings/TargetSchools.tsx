import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { institutes } from '../../content/institutes.ts';
import { countdown, interviewDays, targetNamed } from '../../domain/bookings/targets.ts';
import { mostTargets } from '../../domain/periods.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { cleanText } from '../../domain/words/typed-text.ts';
import { $now } from '../../lib/now.ts';
import { Choice } from '../ui/Choice.tsx';
import { Field } from '../ui/Field.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { PressFailure } from '../ui/PressFailure.tsx';
import { SchoolList } from '../ui/SchoolList.tsx';
import { usePress } from '../ui/use-press.ts';
import { removeTarget, sayBookingFailure, setTarget } from './bookings.ts';
import type { MySessions } from './my-sessions-schema.ts';

type TargetSchoolsProps = Pick<MySessions, 'targets' | 'upcoming' | 'past'> & {
  /** True if the picker or an invitation comes first, so that the form is folded. */
  folded: boolean;
};

const another = 'another';

/** The text in a form field; undefined if the field is missing. */
function textIn(data: FormData, field: string): string | undefined {
  const value = data.get(field);
  return typeof value === 'string' ? value : undefined;
}

type SchoolFormProps = {
  /** The school whose interview date the form asks for; `another` to ask for the school too. */
  school: string;
  /** The date known so far, if the school is on the list. */
  changing: string | null | undefined;
  /** True if a press on the school has just saved it, so that the focus stays with the schools. */
  isNew?: boolean;
  onSaved: (school: string) => void;
};

/** Not a `Form`, because the page would then load the form library for two fields. */
function SchoolForm({ school, changing, isNew = false, onSaved }: SchoolFormProps) {
  const now = useStore($now, { ssr: 'initial' });
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isUnnamed, setUnnamed] = useState(false);
  const { busy, result, press } = usePress(async (institute: string, on: string) => {
    await setTarget(institute, on || undefined);
    onSaved(institute);
    return undefined;
  }, sayBookingFailure);
  const isChanging = changing !== undefined;
  useEffect(() => {
    if (isChanging && !isNew) form.current?.querySelector('input')?.focus();
  }, [isChanging, isNew]);
  return (
    <form
      ref={form}
      className="booking-school mt-4 grid w-full gap-4"
      aria-label="Your schools"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        const institute = cleanText(textIn(data, 'institute') ?? school);
        setUnnamed(institute === '');
        if (institute) press(institute, textIn(data, 'interview_on') ?? '');
      }}
    >
      {school === another && (
        <>
          <Field
            label="Target school"
            name="institute"
            list={id}
            maxLength={120}
            autoComplete="off"
            error={isUnnamed ? 'Enter the school.' : undefined}
          />
          <SchoolList id={id} targets={[]} />
        </>
      )}
      <Field
        label={
          school === another
            ? 'Interview date (optional)'
            : `Interview date at ${school} (optional)`
        }
        hint={
          isChanging
            ? 'We count down to it.'
            : 'No date yet? Save the school without one. We count down once you add it.'
        }
        type="date"
        name="interview_on"
        {...interviewDays(now)}
        defaultValue={changing ?? ''}
      />
      <div>
        <button type="submit" className="button button-quiet" aria-disabled={busy}>
          {busy ? 'Saving ...' : isChanging ? 'Save date' : 'Save school'}
        </button>
        <PressFailure result={result} />
      </div>
    </form>
  );
}

/**
 * The schools that a member is applying to, with their interview days. A press on a well-known school saves
 * it (§15.104).
 */
export function TargetSchools({ targets, upcoming, past, folded }: TargetSchoolsProps) {
  const now = useStore($now, { ssr: 'initial' });
  // `at` is the school under which the words stand; '' for below the list.
  const [said, setSaid] = useState<{ words: string; at: string; focus?: FocusOptions }>({
    words: '',
    at: '',
  });
  const [asked, setAsked] = useState<Omit<SchoolFormProps, 'onSaved'>>();
  const status = useRef<HTMLParagraphElement>(null);
  const editor = useRef<HTMLDetailsElement>(null);
  const isLast = targets.length + 1 >= mostTargets;
  const sayInPlace = (words: string, at: string, focus?: FocusOptions) => {
    setAsked(undefined);
    setSaid({ words, at, ...(focus && { focus }) });
    if (at === '' && isLast) editor.current?.removeAttribute('open');
  };
  useEffect(() => {
    // The pressed button has disappeared.
    if (said.focus) status.current?.focus(said.focus);
  }, [said]);
  const { busy, result, press } = usePress(async (school: string) => {
    setAsked(undefined);
    await setTarget(school, undefined);
    // Without scrolling, so that the next school is near. After the last one, the focus goes to the date's form.
    sayInPlace(`${school} is saved.`, '', isLast ? undefined : { preventScroll: true });
    setAsked({ school, changing: null, isNew: !isLast });
    return undefined;
  }, sayBookingFailure);
  const saying = (
    <p ref={status} role="status" tabIndex={-1} className="w-full">
      {said.words}
    </p>
  );
  const form = asked && (
    <SchoolForm
      key={asked.school}
      {...asked}
      onSaved={(school) => {
        const isAdded = asked.changing === undefined;
        sayInPlace(isAdded ? `${school} is saved.` : 'Date saved.', isAdded ? '' : school, {});
      }}
    />
  );
  const [isOpen] = useState(
    () => targets.length === 0 && (!folded || location.hash === '#schools'),
  );
  const offered = institutes.first.filter((name) => !targetNamed(targets, name));
  return (
    <div className="card p-6">
      {targets.length > 0 && (
        <ul className="grid gap-3">
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
                <PressButton
                  work={() =>
                    removeTarget(institute).then(() =>
                      setSaid({ words: `${institute} is removed.`, at: '' }),
                    )
                  }
                  sayFailure={sayBookingFailure}
                >
                  <span>Remove</span>
                  <span className="sr-only">{` ${institute}`}</span>
                </PressButton>
              </span>
              {asked?.school === institute && !asked.isNew && form}
              {said.at === institute && saying}
            </li>
          ))}
        </ul>
      )}
      {said.at === '' && saying}
      <details ref={editor} open={isOpen}>
        <summary className="link w-fit">
          {targets.length === 0 ? 'Add your target schools' : 'Add a school'}
        </summary>
        {/* `many`, because an arrow key would otherwise save the next school. */}
        <Choice
          many
          legend="Where are you applying?"
          hint={`Up to ${mostTargets} schools. Only you see this list. When several mentors are free at the same time, alumni of your schools come first.`}
          className="booking-schools"
          options={[
            ...offered.map((name) => ({ value: name, label: name, disabled: busy })),
            { value: another, label: 'Another school' },
          ]}
          chosen={asked?.school}
          onChoose={(school) =>
            school === another
              ? setAsked(asked?.school === another ? undefined : { school, changing: undefined })
              : press(school)
          }
        />
        <PressFailure result={result} />
        {(asked?.school === another || asked?.isNew) && form}
      </details>
    </div>
  );
}

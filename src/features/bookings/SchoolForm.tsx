import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { interviewDays } from '../../domain/bookings/targets.ts';
import { cleanText } from '../../domain/words/typed-text.ts';
import { $now } from '../../lib/now.ts';
import { Field } from '../ui/Field.tsx';
import { PressFailure } from '../ui/PressFailure.tsx';
import { SchoolList } from '../ui/SchoolList.tsx';
import { usePress } from '../ui/use-press.ts';
import { sayBookingFailure, setTarget } from './bookings.ts';

/** The text in a form field; undefined if the field is missing. */
function textIn(data: FormData, field: string): string | undefined {
  const value = data.get(field);
  return typeof value === 'string' ? value : undefined;
}

export type SchoolFormProps = {
  /** The school whose interview date the form asks for; `another` to ask for the school too. */
  school: string;
  /** The date known so far, if the school is on the list. */
  changing: string | null | undefined;
  /** True if a press on the school has just saved it, so that the focus stays with the schools. */
  isNew?: boolean;
  /** Told which school was saved, and in words what became of it. */
  onSaved: (school: string, words: string) => void;
};

/** Not a `Form`, because the page would then load the form library for two fields. */
export default function SchoolForm({ school, changing, isNew = false, onSaved }: SchoolFormProps) {
  const now = useStore($now, { ssr: 'initial' });
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const { busy, result, press } = usePress(async (institute: string, on: string) => {
    const isEmpty = on === '' && !changing;
    // A school without a date is already saved.
    if (!isEmpty || changing === undefined) await setTarget(institute, on || undefined);
    const isNamed = isEmpty || changing === undefined;
    onSaved(institute, isNamed ? `${institute} is saved.` : on ? 'Date saved.' : 'Date removed.');
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
        const on = textIn(data, 'interview_on') ?? '';
        setIsMissing(institute === '');
        if (institute) press(institute, on);
      }}
    >
      {school === 'another' && (
        <>
          <Field
            label="Target school"
            name="institute"
            list={id}
            maxLength={120}
            autoComplete="off"
            error={isMissing ? 'Enter the school.' : undefined}
          />
          <SchoolList id={id} targets={[]} />
        </>
      )}
      <Field
        label={
          school === 'another'
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

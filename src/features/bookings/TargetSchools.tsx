import { useStore } from '@nanostores/react';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { countdown, interviewDays } from '../../domain/bookings/targets.ts';
import { mostTargets } from '../../domain/periods.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { cleanText } from '../../domain/words/typed-text.ts';
import { $now } from '../../lib/now.ts';
import { Field } from '../ui/Field.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form } from '../ui/Form.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { SchoolList } from '../ui/SchoolList.tsx';
import { removeTarget, sayBookingFailure, setTarget } from './bookings.ts';
import type { MySessions } from './my-sessions-schema.ts';

type TargetSchoolsProps = Pick<MySessions, 'targets' | 'upcoming'>;

const blank = { institute: '', interview_on: '' };

/**
 * The schools that a member is applying to, with their interview days. Members can add a school in three taps, and
 * change or remove schools (§15.104).
 */
export default function TargetSchools({ targets, upcoming }: TargetSchoolsProps) {
  const now = useStore($now, { ssr: 'initial' });
  const [said, setSaid] = useState('');
  const form = useForm({ defaultValues: blank });
  const id = useId();
  const editor = useRef<HTMLDetailsElement>(null);
  // Stays open after the first school is saved.
  const [hadNone] = useState(targets.length === 0);
  return (
    <div className="card outlined p-6">
      {targets.length > 0 && (
        <ul className="mb-2 grid gap-3">
          {targets.map((target) => {
            const { institute, interview_on: on } = target;
            return (
              <li key={institute} className="flex flex-wrap items-baseline gap-x-4">
                <span className="bold wrap-anywhere text-ink">
                  {countdown(target, upcoming, now) ?? (
                    <span>{on ? `${institute}, interview on ${formatDay(on)}` : institute}</span>
                  )}
                </span>
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    editor.current?.setAttribute('open', '');
                    form.setValue('institute', institute);
                    form.setValue('interview_on', on ?? '');
                    form.setFocus('interview_on');
                  }}
                >
                  <span>{on ? 'Change date' : 'Add date'}</span>
                  <span className="sr-only">{` of ${institute}`}</span>
                </button>
                <PressButton
                  work={() =>
                    removeTarget(institute).then(() => setSaid(`${institute} is removed.`))
                  }
                  sayFailure={sayBookingFailure}
                >
                  <span>Remove</span>
                  <span className="sr-only">{` ${institute}`}</span>
                </PressButton>
              </li>
            );
          })}
        </ul>
      )}
      <p role="status">{said}</p>
      <details ref={editor} open={hadNone}>
        <summary className="link w-fit">Add a school</summary>
        <Form
          legend="Your schools"
          form={form}
          field="institute"
          send={async ({ institute, interview_on: on }) => {
            await setTarget(institute, on || undefined);
            form.reset(blank);
            setSaid(`${cleanText(institute)} is saved.`);
            return undefined;
          }}
          sayFailure={sayBookingFailure}
          button={{ label: 'Save school', pending: 'Saving ...', quiet: true }}
        >
          <div className="form-row">
            <Field
              label="Target school"
              hint={`Up to ${mostTargets}. Only you see them.`}
              list={id}
              maxLength={120}
              autoComplete="off"
              {...fieldOf(form, 'institute', {
                validate: (name) => cleanText(name) !== '' || 'Enter the school.',
              })}
            />
            <Field
              label="Interview date (optional)"
              hint="We count down to it."
              type="date"
              {...interviewDays(now)}
              {...fieldOf(form, 'interview_on')}
            />
          </div>
          <SchoolList id={id} targets={[]} />
        </Form>
      </details>
    </div>
  );
}

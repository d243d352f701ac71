import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { kindOptions } from '../../domain/bookings/session-kinds.ts';
import { sessionMinutes, type PreviewedTime } from '../../domain/mentors/own-page.ts';
import type { MentorRequest } from '../../domain/mentors/mentor-requests.ts';
import { count } from '../../domain/words/count.ts';
import { indiaDate, indiaTime, shortTime } from '../../domain/words/dates.ts';
import { weekdays } from '../../domain/words/weekdays.ts';
import { $today } from '../../lib/now.ts';
import { Choice } from '../ui/Choice.tsx';
import { Done } from '../ui/Done.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { useSeen } from '../ui/use-seen.ts';
import { $opened, act, previewTimes } from './own-page-store.ts';

type Values = Omit<Extract<MentorRequest, { act: 'open' }>, 'act' | 'minutes'> & {
  minutes: string;
};

/** A pattern's times: those that will be opened, and why the others will not. */
function Preview({ times }: { times: readonly PreviewedTime[] }) {
  const id = useId();
  if (times.length === 0) return <p>None of these days falls between the two dates.</p>;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-xl">
        The times you add
      </h3>
      <ul className="mentor-list grid gap-3">
        {times.map(({ starts, clash }) => (
          <li key={starts} className={clash === null ? '' : 'text-muted'}>
            <span>{`${indiaDate(starts)}, ${indiaTime(starts)}`}</span>
            {clash !== null && <strong>{` Left out: ${clash}.`}</strong>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The first of the times that were just opened, and where all are listed. */
function Opened({ times }: { times: readonly string[] }) {
  const more = times.length > 3 ? [`and ${times.length - 3} more`] : [];
  return (
    <Done>
      <p>{`${count(times.length, 'time is', 'times are')} open: ${[...times.slice(0, 3), ...more].join('; ')}.`}</p>
      <a className="link text-ink" href="#open-times">
        See your open times
      </a>
    </Done>
  );
}

/** Lets a mentor open times by a weekly pattern, after a preview of every date (§15.86). */
export function OpenTimes() {
  const today = useStore($today);
  const form = useForm<Values>({
    defaultValues: {
      kind: 'interview',
      weekdays: [],
      at: '18:30',
      minutes: '45',
      from_day: today,
      to_day: '',
    },
  });
  const done = useStore($opened);
  const values = useWatch({ control: form.control });
  const [times, see] = useSeen<PreviewedTime[]>(values);
  const opened = times?.filter(({ clash }) => clash === null) ?? [];
  const opens = opened.length;

  const send = async ({ minutes, ...days }: Values) => {
    const pattern = { ...days, minutes: Number(minutes) };
    $opened.set(undefined);
    if (!times) {
      const found = await previewTimes(pattern);
      if ('message' in found) return found;
      see(found.times);
      return undefined;
    }
    const failed = await act({ act: 'open', ...pattern });
    if (failed) return failed;
    see();
    $opened.set(opened.map(({ starts }) => shortTime(starts)));
    return undefined;
  };

  return (
    <Form
      legend="Add times"
      form={form}
      field="kind"
      anybody
      send={send}
      status={done && <Opened times={done} />}
      button={{
        label: times ? `Add ${count(opens, 'time')}` : 'Preview the times',
        pending: times ? 'Adding ...' : 'Checking ...',
        quiet: !times,
        waits: times !== undefined && opens === 0,
      }}
    >
      <Choice legend="What" options={kindOptions} {...fieldOf(form, 'kind')} />
      <Choice
        legend="Every"
        many
        className="mentor-days"
        options={weekdays.map(([value, name]) => ({
          value,
          label: (
            <>
              <span aria-hidden="true">{name.slice(0, 3)}</span>
              <span className="sr-only">{name}</span>
            </>
          ),
        }))}
        {...fieldOf(form, 'weekdays', {
          validate: (chosen) => chosen.length > 0 || 'Please choose one or more days.',
        })}
      />
      <div className="form-row">
        <Field
          label="At (India time)"
          type="time"
          {...fieldOf(form, 'at', { required: 'Please choose a time.' })}
        />
        <Field
          label="Minutes"
          inputMode="numeric"
          {...fieldOf(form, 'minutes', {
            validate: (typed) =>
              (/^\d{2,3}$/.test(typed) &&
                Number(typed) >= sessionMinutes.least &&
                Number(typed) <= sessionMinutes.most) ||
              `Please type a number from ${sessionMinutes.least} to ${sessionMinutes.most}.`,
          })}
        />
      </div>
      <div className="form-row">
        <Field
          label="From"
          type="date"
          min={today}
          {...fieldOf(form, 'from_day', { required: 'Please choose the first day.' })}
        />
        <Field
          label="To"
          type="date"
          min={values.from_day}
          {...fieldOf(form, 'to_day', {
            required: 'Please choose the last day.',
            validate: (to, { from_day }) =>
              to >= from_day || 'The last day cannot be before the first.',
          })}
        />
      </div>
      {times && <Preview times={times} />}
    </Form>
  );
}

import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { SessionKind } from '../../domain/bookings/session-kinds.ts';
import { longestFeedback, type FeedbackMember } from '../../domain/mentors/mentor-pages.ts';
import type { FeedbackRequest } from '../../domain/mentors/mentor-requests.ts';
import { criteria, scoreMeanings } from '../../domain/mentors/scores.ts';
import { capitalized } from '../../domain/words/capitalized.ts';
import { countInWords } from '../../domain/words/count.ts';
import { formatMoment } from '../../domain/words/dates.ts';
import { cleanLines } from '../../domain/words/typed-text.ts';
import { Choice } from '../ui/Choice.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Done } from '../ui/Done.tsx';
import { Form } from '../ui/Form.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import {
  draftOf,
  feedbackFields,
  forgetDraft,
  keepDraft,
  type FeedbackDraft,
} from './feedback-draft.ts';
import { giveFeedback } from './feedback-store.ts';
import { OwnPageLink } from './OwnPageLink.tsx';

type Values = Record<(typeof feedbackFields)[number], string>;

const texts = [
  {
    id: 'went_well',
    label: 'What went well',
    hint: 'What they should keep: a moment, an answer, a habit.',
  },
  {
    id: 'to_work_on',
    label: 'What to work on',
    hint: 'One or two changes that would help most, with an example from the session.',
  },
  {
    id: 'exercise',
    label: 'One exercise before the next session',
    hint: 'Something to do in a day or two, such as writing down or recording an answer.',
  },
] as const;

/** The draft on this device, or else the feedback already sent. */
function startingValues({ booking, feedback }: FeedbackMember): Values {
  const draft: FeedbackDraft = draftOf(booking) ?? {};
  const given = feedback && { ...feedback, attended: feedback.attended ? 'yes' : 'no' };
  const typed = feedbackFields.map((name) => [name, draft[name] ?? String(given?.[name] ?? '')]);
  // Object.fromEntries loses the types of the names.
  return Object.fromEntries(typed) as Values;
}

function toRequest(booking: string, { attended, ...written }: Values): FeedbackRequest {
  if (attended === 'no') return { booking, attended: false };
  return {
    booking,
    attended: true,
    ...written,
    content: Number(written.content),
    structure: Number(written.structure),
    communication: Number(written.communication),
    presence: Number(written.presence),
  };
}

const scoreOptions = Object.entries(scoreMeanings).map(([value, more]) => ({
  value,
  label: value,
  more,
}));

/** ': 2, needs work'; empty until a score is chosen. */
function sayScore(chosen: string | undefined): string {
  const score = scoreOptions.find(({ value }) => value === chosen);
  return score ? `: ${score.label}, ${score.more}` : '';
}

type FeedbackFormProps = {
  kind: SessionKind;
  member: FeedbackMember;
  closesAt: string;
  /** By when it should be written. */
  due: string;
  /** How many other sessions wait for feedback. */
  others: number;
  next: { name: string; go: () => void } | undefined;
};

/** The form for feedback on one member. Sending it again corrects the earlier feedback (§15.17, §15.19). */
export function FeedbackForm({ kind, member, closesAt, due, others, next }: FeedbackFormProps) {
  const { booking, name, feedback } = member;
  const [defaultValues] = useState(() => startingValues(member));
  const form = useForm<Values>({ defaultValues });
  const [sent, setSent] = useState<'first' | 'again'>();
  const { attended, ...chosen } = useWatch({ control: form.control });
  const until = Date.parse(closesAt);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name: field }) => {
          // If there is no field name, our own code made the change, so there is nothing new to keep.
          if (field) keepDraft(booking, until, values);
        },
      }),
    [booking, form, until],
  );

  if (sent) {
    return (
      <Done>
        <p>
          {attended === 'yes' ? (
            <span>
              Thank you! Your feedback for <bdi translate="no">{name}</bdi> is saved, and{' '}
              <bdi translate="no">{name}</bdi> can read it.
            </span>
          ) : (
            <>
              <span>
                Noted: <bdi translate="no">{name}</bdi> did not join.
              </span>
              {/* The report may have come while this page was open (§15.88). */}
              <span> The session counts as used, unless they say the same of you.</span>
              {/* Only the first version is mailed (§15.19). */}
              {sent === 'first' && (
                <span>
                  {' '}
                  We have emailed <bdi translate="no">{name}</bdi>.
                </span>
              )}
            </>
          )}
          <span>{` You can correct this until ${formatMoment(closesAt)}.`}</span>
        </p>
        <p className="mt-4 flex flex-wrap gap-3">
          {next && (
            <button type="button" className="button" onClick={next.go}>
              Continue with <bdi translate="no">{next.name}</bdi>
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={() => setSent(undefined)}>
            Correct feedback
          </button>
        </p>
        <p className="mt-4">
          {others > 0 && (
            <span>{`${capitalized(countInWords(others, 'other session'))} ${others === 1 ? 'is' : 'are'} waiting for your feedback. `}</span>
          )}
          <OwnPageLink />
        </p>
      </Done>
    );
  }
  return (
    <Form
      legend="Your feedback"
      form={form}
      field="attended"
      anybody
      send={async (values) => {
        const failed = await giveFeedback(toRequest(booking, values));
        if (failed) return failed;
        forgetDraft(booking);
        setSent(feedback ? 'again' : 'first');
        return undefined;
      }}
      button={{
        label: feedback ? 'Send the correction' : 'Send the feedback',
        pending: 'Sending ...',
      }}
      notice={
        feedback ? (
          <p className="notice notice-calm">{`You sent this feedback on ${formatMoment(feedback.given_at)}. Sending again replaces it.`}</p>
        ) : (
          <p>{`It takes about five minutes. ${due}`}</p>
        )
      }
    >
      <Choice
        legend={
          <span>
            Did <bdi translate="no">{name}</bdi> attend?
          </span>
        }
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No, did not join' },
        ]}
        {...fieldOf(form, 'attended', { required: 'Please choose one.' })}
      />
      {attended === 'yes' && (
        <>
          <div className="mentor-scores grid gap-4">
            <p className="mentor-scale field-hint" aria-hidden="true">
              {scoreOptions.map(({ label, more }) => `${label}\u00A0${more}`).join(', ')}
            </p>
            {criteria[kind].map(({ id, name: criterion, meaning }) => (
              <Choice
                key={id}
                legend={
                  <>
                    <span>{criterion}</span>
                    <span className="mentor-scale field-hint" aria-hidden="true">
                      {sayScore(chosen[id])}
                    </span>
                  </>
                }
                hint={meaning}
                look="scale buttons"
                options={scoreOptions}
                {...fieldOf(form, id, { required: 'Please choose a score from 1 to 5.' })}
              />
            ))}
          </div>
          {texts.map(({ id, label, hint }) => (
            <TextArea
              key={id}
              label={label}
              hint={hint}
              maxLength={longestFeedback}
              {...fieldOf(form, id, {
                validate: (text) => cleanLines(text) !== '' || 'Please write a sentence or two.',
              })}
            />
          ))}
          <p className="field-hint">
            This device keeps what you type until you send it or your link expires.
          </p>
        </>
      )}
    </Form>
  );
}

import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { formatMoment } from '../../domain/words/dates.ts';
import {
  criteria,
  longestFeedback,
  scoreMeanings,
  type FeedbackMember,
  type FeedbackRequest,
} from '../../domain/mentor/mentor-pages.ts';
import { Choice } from '../ui/Choice.tsx';
import { Form } from '../ui/Form.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import {
  draftOf,
  feedbackFields,
  forgetDraft,
  keepDraft,
  type FeedbackDraft,
} from './feedback-draft.ts';
import { giveFeedback } from './feedback-store.ts';

type Values = Record<(typeof feedbackFields)[number], string>;

const texts = [
  {
    id: 'went_well',
    label: 'What went well',
    hint: 'What to keep: a moment, an answer, a habit.',
  },
  {
    id: 'to_work_on',
    label: 'What to work on',
    hint: 'The one or two things that would change the most, with an example from the session.',
  },
  {
    id: 'exercise',
    label: 'One exercise until the next session',
    hint: 'Something to do in a day or two, such as an answer to write down or to record.',
  },
] as const;

/** What was typed and not sent, else what is kept. */
function startingValues({ booking, feedback }: FeedbackMember): Values {
  const draft: FeedbackDraft = draftOf(booking) ?? {};
  const given = feedback && { ...feedback, attended: feedback.attended ? 'yes' : 'no' };
  const typed = feedbackFields.map((name) => [name, draft[name] ?? String(given?.[name] ?? '')]);
  // Object.fromEntries loses the type of the names.
  return Object.fromEntries(typed) as Values;
}

function toRequest(booking: string, values: Values): FeedbackRequest {
  if (values.attended === 'no') return { booking, attended: false };
  return {
    booking,
    attended: true,
    content: Number(values.content),
    structure: Number(values.structure),
    communication: Number(values.communication),
    presence: Number(values.presence),
    went_well: values.went_well.trim(),
    to_work_on: values.to_work_on.trim(),
    exercise: values.exercise.trim(),
  };
}

const scoreOptions = Object.entries(scoreMeanings).map(([value, more]) => ({
  value,
  label: value,
  more,
}));

type FeedbackFormProps = {
  member: FeedbackMember;
  closesAt: string;
  /** The next member without feedback. */
  next: { name: string; go: () => void } | undefined;
};

/** The feedback on one member; sent once more, it corrects the earlier one (§15.17, §15.19). */
export function FeedbackForm({ member, closesAt, next }: FeedbackFormProps) {
  const { booking, name, feedback } = member;
  const [defaultValues] = useState(() => startingValues(member));
  const form = useForm<Values>({ defaultValues });
  const [failure, setFailure] = useState<string>();
  const [isSent, setSent] = useState(false);
  const { errors, isSubmitting } = form.formState;
  const attended = useWatch({ control: form.control, name: 'attended' });
  const until = Date.parse(closesAt);

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name: field }) => {
          // Without a name, the form was filled by us.
          if (field) keepDraft(booking, until, values);
        },
      }),
    [booking, form, until],
  );

  const send = form.handleSubmit(async (values) => {
    const problem = await giveFeedback(toRequest(booking, values));
    if (problem === undefined) forgetDraft(booking);
    setFailure(problem);
    setSent(problem === undefined);
  });

  return (
    <Form
      legend={`Feedback for ${name}`}
      alert={failure}
      busy={isSubmitting}
      onFocus={() => undefined}
      onSubmit={(event) => {
        setFailure(undefined);
        setSent(false);
        void send(event);
      }}
      notice={
        feedback && !isSent ? (
          <p className="notice notice-calm">
            You sent this feedback on {formatMoment(feedback.given_at)}. Sending again replaces it.
          </p>
        ) : undefined
      }
      status={
        isSent && (
          <div className="notice notice-calm">
            <p>
              Thank you! Your feedback for {name} is kept, and {name} can read it. You can correct
              it until {formatMoment(closesAt)}.
            </p>
            {next && (
              <button type="button" className="button mt-4" onClick={next.go}>
                Go on with {next.name}
              </button>
            )}
          </div>
        )
      }
    >
      <Choice
        legend={`Did ${name} attend?`}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No, did not come' },
        ]}
        error={errors.attended?.message}
        registered={form.register('attended', { required: 'Please choose one.' })}
      />
      {attended === 'yes' && (
        <>
          <div className="mentor-scores">
            {criteria.map(({ id, name: criterion, meaning }) => (
              <Choice
                key={id}
                legend={criterion}
                hint={meaning}
                options={scoreOptions}
                error={errors[id]?.message}
                registered={form.register(id, { required: 'Please choose a score from 1 to 5.' })}
              />
            ))}
          </div>
          {texts.map(({ id, label, hint }) => (
            <TextArea
              key={id}
              label={label}
              hint={hint}
              maxLength={longestFeedback}
              error={errors[id]?.message}
              {...form.register(id, {
                validate: (text) => text.trim() !== '' || 'Please write a sentence or two.',
              })}
            />
          ))}
          <p className="field-hint">
            What you type is kept on this device until you send it, and for as long as your link
            works.
          </p>
        </>
      )}
      <SubmitButton pending={isSubmitting} pendingLabel="Sending ...">
        {feedback ? 'Send the correction' : 'Send the feedback'}
      </SubmitButton>
    </Form>
  );
}

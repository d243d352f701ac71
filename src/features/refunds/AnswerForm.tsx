import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { hints } from '../../domain/account/messages.ts';
import { FileField, filesAreAccepted } from '../ui/FileField.tsx';
import { Form } from '../ui/Form.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { showToast } from '../ui/toast.ts';
import { addFile } from './offer.ts';
import { answerRefund } from './refunds-store.ts';
import { refundRefusals } from '../../domain/refusals/refunds.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import type { RefundRequest } from './refunds-schema.ts';
import '../ui/actions.css';
import { TextArea } from '../ui/TextArea.tsx';

type Values = { answer: string; files: FileList | null };

const longest = 2000;

type AnswerFormProps = {
  request: RefundRequest;
  /** Called when the form is done with; true if an answer was sent. */
  onClose: (sent: boolean) => void;
};

/** The one answer to what more was needed: a text, and files where a letter belongs to it (§17.67). */
export default function AnswerForm({ request, onClose }: AnswerFormProps) {
  // Not on leaving a field: a message that appears then moves the button under the finger that presses it.
  const form = useForm<Values>({ defaultValues: { answer: '', files: null } });
  const { control, register, setFocus, trigger } = form;
  const { errors } = form.formState;
  const files = useWatch({ control, name: 'files' });
  // A file that arrived is not sent again when the answer after it failed.
  const [arrived] = useState(() => new WeakSet<File>());
  const room = request.kind === 'offer' ? 3 - request.files.length : 0;

  useEffect(() => setFocus('answer'), [setFocus]);

  const { failure, isSubmitting, onFocus, onSubmit } = useSubmit(form, {
    field: 'answer',
    load: () => Promise.resolve(addFile),
    send: async (send, { answer, files: chosen }): Promise<{ message: string } | undefined> => {
      try {
        for (const file of chosen ?? []) {
          if (arrived.has(file)) continue;
          await send(request.id, file);
          arrived.add(file);
        }
        await answerRefund(request.id, answer.trim());
      } catch (error) {
        return { message: sayFailure(error, refundRefusals) };
      }
      showToast('success', 'Sent. We decide with it.');
      onClose(true);
      return undefined;
    },
    notLoaded: (hint) => ({ message: hints[hint] }),
  });

  return (
    <Form
      legend={`Your answer about ${request.number}`}
      alert={failure?.message}
      busy={isSubmitting}
      onFocus={onFocus}
      onSubmit={onSubmit}
    >
      <TextArea
        label="Your answer"
        hint="You can answer once, so please go through the whole list."
        maxLength={longest}
        error={errors.answer?.message}
        {...register('answer', {
          validate: (text) => (text.trim() === '' ? 'Write your answer.' : true),
        })}
      />
      {(room > 0 || (files?.length ?? 0) > 0) && (
        <FileField
          label="Files, if any are needed"
          hint="PDF, JPEG or PNG, up to 4 MB each, three in all."
          multiple
          chosen={[...(files ?? [])]}
          error={errors.files?.message}
          input={register('files', {
            onChange: () => void trigger('files'),
            validate: (chosen) =>
              filesAreAccepted(chosen, {
                most: room + [...(chosen ?? [])].filter((file) => arrived.has(file)).length,
              }),
          })}
        />
      )}
      <div className="actions" data-buttons>
        <SubmitButton pending={isSubmitting} pendingLabel="Sending it">
          Send the answer
        </SubmitButton>
        <button type="button" className="button button-quiet" onClick={() => onClose(false)}>
          Not now
        </button>
      </div>
    </Form>
  );
}

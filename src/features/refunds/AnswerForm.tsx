import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { refundRefusals } from '../../domain/refusals/refunds.ts';
import { cleanLines } from '../../domain/words/typed-text.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { FileField } from '../ui/FileField.tsx';
import { Form } from '../ui/Form.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { TextArea } from '../ui/TextArea.tsx';
import { showToast } from '../ui/toast.ts';
import { addFile } from './offer.ts';
import type { RefundRequest } from './refunds-schema.ts';
import { answerRefund } from './refunds-store.ts';

type Values = { answer: string; files: readonly File[] };

const longest = 2000;

type AnswerFormProps = {
  request: RefundRequest;
  /** Called when the form closes; `sent` is true if the answer was sent. */
  onClose: (sent: boolean) => void;
};

/** The member's only answer to our question: text and, if the request has a letter, files too (§17.67). */
export default function AnswerForm({ request, onClose }: AnswerFormProps) {
  // Not validated on blur, because a message that appears then would move the button away from the finger.
  const form = useForm<Values>({ defaultValues: { answer: '', files: [] } });
  const files = useWatch({ control: form.control, name: 'files' });
  // If sending the answer fails, files that have already arrived are not sent again.
  const [arrived] = useState(() => new WeakSet<File>());
  const room = request.kind === 'offer' ? 3 - request.files.length : 0;

  const send = async ({ answer, files: chosen }: Values) => {
    for (const file of chosen) {
      if (arrived.has(file)) continue;
      await addFile(request.id, file);
      arrived.add(file);
    }
    await answerRefund(request.id, cleanLines(answer));
    showToast('success', 'Sent. We will take your answer into account.');
    onClose(true);
    return undefined;
  };

  return (
    <Form
      legend="Your answer to our question"
      form={form}
      field="answer"
      opened
      send={send}
      sayFailure={(error) => sayFailure(error, refundRefusals)}
      button={{ label: 'Send the answer', pending: 'Sending ...' }}
      cancel={{ label: 'Not now', onPress: () => onClose(false) }}
    >
      <TextArea
        label="Your answer"
        hint="You can answer once, so answer everything in one go."
        maxLength={longest}
        {...fieldOf(form, 'answer', {
          validate: (text) => (cleanLines(text) === '' ? 'Write your answer.' : true),
        })}
      />
      {(room > 0 || files.length > 0) && (
        <FileField
          form={form}
          name="files"
          label="Files, if needed"
          hint="PDF, JPEG or PNG, up to 4 MB each, three in total."
          multiple
          most={(chosen) => room + chosen.filter((file) => arrived.has(file)).length}
        />
      )}
    </Form>
  );
}

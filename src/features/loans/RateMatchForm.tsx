import { useEffect, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { indiaDay } from '../../domain/words/dates.ts';
import { hints } from '../../domain/account/messages.ts';
import { fileTypes } from '../../domain/files/member-files.ts';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { fileProblem, sizeOf } from '../../lib/member-files.ts';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { showToast } from '../ui/toast.ts';
import type { LoanActions } from './loan-actions.ts';
import { sayLoanFailure } from './loan-failure.ts';
import { matchProblems, sendRateMatch, type MatchTexts } from './rate-match.ts';

type Values = MatchTexts & { file: FileList | null };

const blank: Values = { lender: '', rate: '', charges: '', validUntil: '', file: null };

async function fileIsAccepted(files: FileList | null): Promise<string | true> {
  const [file] = files ?? [];
  if (!file) return 'Add the written offer.';
  return (await fileProblem(file)) ?? true;
}

type RateMatchFormProps = {
  actions: LoanActions;
  /** Called when the form is done with; with the id of the match if one was sent. */
  onClose: (match: string | undefined) => void;
};

/** The form of 'I found a better offer' (§16.27). */
export default function RateMatchForm({ actions, onClose }: RateMatchFormProps) {
  const id = useId();
  const form = useForm<Values>({ defaultValues: blank, mode: 'onTouched' });
  const [today] = useState(() => indiaDay(Date.now()));
  const { control, register, setFocus } = form;
  const { errors } = form.formState;
  const [chosen] = useWatch({ control, name: 'file' }) ?? [];

  useEffect(() => setFocus('lender'), [setFocus]);

  const typed = (name: keyof MatchTexts) => ({
    autoComplete: 'off',
    maxLength: 80,
    error: errors[name]?.message,
    ...register(name, { validate: (text) => matchProblems[name](text) ?? true }),
  });

  const { failure, isSubmitting, onFocus, onSubmit } = useSubmit(form, {
    field: 'lender',
    load: () => Promise.resolve(sendRateMatch),
    send: async (send, { file: files, ...texts }): Promise<{ message: string } | undefined> => {
      const [file] = files ?? [];
      if (!file) return undefined;
      let match: string;
      try {
        match = await send(texts, file, actions.showFreshLoan);
      } catch (error) {
        return { message: sayLoanFailure(error) };
      }
      showToast('success', 'Sent. We put it to our lenders.');
      onClose(match);
      return undefined;
    },
    notLoaded: (hint) => ({ message: hints[hint] }),
  });

  return (
    <Form
      legend="I found a better offer"
      alert={failure?.message}
      busy={isSubmitting}
      onFocus={onFocus}
      onSubmit={onSubmit}
    >
      <div className="form-row">
        <Field label="Lender" {...typed('lender')} />
        <Field label="Interest rate" hint="Percent a year, like 9.75." {...typed('rate')} />
      </div>
      <div className="form-row">
        <Field label="Charges" hint="In rupees, with tax." {...typed('charges')} />
        <Field label="Valid until" type="date" min={today} {...typed('validUntil')} />
      </div>
      <div className="field">
        <label htmlFor={`${id}-file`}>The written offer</label>
        <div className="loan-file">
          <div className="file-button">
            <input
              id={`${id}-file`}
              type="file"
              accept={fileTypes.join(',')}
              aria-invalid={errors.file ? true : undefined}
              aria-describedby={`${id}-hint${errors.file ? ` ${id}-error` : ''}`}
              {...register('file', { validate: fileIsAccepted })}
            />
            <span aria-hidden="true" className="button button-quiet">
              {chosen ? 'Choose another file' : 'Choose the file'}
            </span>
          </div>
          {chosen && (
            <span className="loan-file-name">
              {chosen.name}, {sizeOf(chosen.size)}
            </span>
          )}
        </div>
        {errors.file && (
          <p id={`${id}-error`} className="field-error">
            {errors.file.message}
          </p>
        )}
        <p id={`${id}-hint`} className="field-hint">
          PDF, JPEG or PNG, up to 4 MB. We read it; our lenders hear its rate and charges, and not
          your name.
        </p>
      </div>
      <div className="loan-form-buttons">
        <SubmitButton pending={isSubmitting} pendingLabel="Sending it">
          Send it
        </SubmitButton>
        <button type="button" className="button button-quiet" onClick={() => onClose(undefined)}>
          Not now
        </button>
      </div>
    </Form>
  );
}

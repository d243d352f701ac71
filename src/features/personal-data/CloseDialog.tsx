import { useForm } from 'react-hook-form';
import { closingWord } from '../../domain/personal-data/account-api.ts';
import { messages } from '../../domain/account/messages.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { Field } from '../ui/Field.tsx';
import { closeAccount, closingFailure } from './close-account.ts';
import type { Losses } from './closing-store.ts';
import { lossLines } from './closing-words.ts';

class NotFilledIn extends Error {}

type Values = { password: string; word: string };

type CloseDialogProps = { losses: Losses; onClose: () => void };

/** Repeats what the member would lose, and asks for the password and a typed word (§18.32). */
export default function CloseDialog({ losses, onClose }: CloseDialogProps) {
  const { register, trigger, getValues, formState } = useForm<Values>({
    defaultValues: { password: '', word: '' },
  });
  const { errors } = formState;

  const work = async () => {
    if (!(await trigger(undefined, { shouldFocus: true }))) throw new NotFilledIn();
    await closeAccount(getValues('password'));
  };

  return (
    <AskFirst
      title="Close your account for good?"
      hasFields
      confirm="Close my account"
      confirming="Closing it ..."
      keep="Keep it"
      work={work}
      sayFailure={(error) =>
        error instanceof NotFilledIn
          ? 'Your account is not closed yet. Please check the fields above.'
          : closingFailure(error)
      }
      onClose={onClose}
    >
      <p>This cannot be undone. You lose:</p>
      <ul className="loss-list">
        {lossLines(losses).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="form mt-5">
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: messages.passwordRequired })}
        />
        <Field
          label={`Type ${closingWord}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errors.word?.message}
          {...register('word', {
            validate: (word) =>
              word.trim().toUpperCase() === closingWord || `Type ${closingWord} to confirm.`,
          })}
        />
      </div>
    </AskFirst>
  );
}

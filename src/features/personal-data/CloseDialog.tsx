import { useForm } from 'react-hook-form';
import { closingWord } from '../../domain/personal-data/account-api.ts';
import { messages } from '../../domain/account/messages.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { Field } from '../ui/Field.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { closeAccount, closingFailure } from './close-account.ts';
import type { Losses } from './closing-store.ts';
import { lossLines } from './closing-words.ts';

type CloseDialogProps = { losses: Losses; onClose: () => void };

/** Repeats what the member would lose, and asks for the password and a typed word (§18.32). */
export default function CloseDialog({ losses, onClose }: CloseDialogProps) {
  const form = useForm({ defaultValues: { password: '', word: '' } });
  return (
    <AskFirst
      title="Close your account for good?"
      form={form}
      field="password"
      confirm="Close my account"
      confirming="Closing it ..."
      keep="Keep it"
      work={({ password }) => closeAccount(password)}
      sayFailure={closingFailure}
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
          {...fieldOf(form, 'password', { required: messages.passwordRequired })}
        />
        <Field
          label={`Type ${closingWord}`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...fieldOf(form, 'word', {
            validate: (word) =>
              word.trim().toUpperCase() === closingWord || `Type ${closingWord} to confirm.`,
          })}
        />
      </div>
    </AskFirst>
  );
}

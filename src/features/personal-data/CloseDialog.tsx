import { useStore } from '@nanostores/react';
import { useForm } from 'react-hook-form';
import { messages } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { accountPaths, closeReply, closingWord } from '../../domain/personal-data/account-api.ts';
import { closingRefusals } from '../../domain/refusals/closing.ts';
import { cleanCode } from '../../domain/words/typed-text.ts';
import { FunctionError } from '../../lib/function-call.ts';
import { $member } from '../../lib/member-store.ts';
import { callAsMember } from '../../lib/member-call.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { $loggingOut, signOut } from '../account/logout.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { carryToast } from '../ui/carried-toast.ts';
import { Field } from '../ui/Field.tsx';
import type { FormFailure } from '../ui/Form.tsx';
import { UserName } from '../ui/UserName.tsx';
import { fieldOf } from '../ui/field-of.ts';
import type { Losses } from './closing-store.ts';
import { LossList } from './LossList.tsx';

// In milliseconds; longer than the function's own limit of 22 s.
const patience = 30_000;

/**
 * Closes the account (§11.60), clears what this browser stores about it and opens the home page. Throws FunctionError.
 */
async function closeAccount(password: string): Promise<void> {
  await callAsMember(accountPaths.close, closeReply, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password, word: closingWord }),
    timeout: patience,
  });
  // The member closed the account on purpose, so no page may say that they have been logged out.
  $loggingOut.set(true);
  await signOut('anyway');
  carryToast('Your account is closed. A last email confirms it.', { duration: 60_000 });
  location.replace('/');
}

const refusals = {
  ...closingRefusals,
  session_expired: {
    says: 'You are logged out. If you can no longer log in with your email and password, your account is closed.',
  },
};

/** Explains why the account was not closed; beside the password if that is wrong (§18.34). */
function closingFailure(error: unknown): string | FormFailure {
  if (!(error instanceof FunctionError)) return settingsMessages.serverDown;
  const message = sayFailure(error, refusals, {
    noAnswer:
      'We got no answer, so your account may already be closed. Select the button again to continue.',
    notDone:
      'We could not finish closing your account, and some of your files may already be deleted. Select the button again to continue.',
  });
  return error.code === 'wrong_password' ? { message, at: 'password' } : message;
}

type CloseDialogProps = { losses: Losses; onClose: () => void };

/** Repeats what the member would lose, and asks for the password and a typed word (§18.32). */
export default function CloseDialog({ losses, onClose }: CloseDialogProps) {
  const member = useStore($member, { ssr: 'initial' });
  const form = useForm({ defaultValues: { password: '', word: '' } });
  return (
    <AskFirst
      title="Close your account for good?"
      form={form}
      field="password"
      confirm="Close my account"
      confirming="Closing ..."
      keep="Keep my account"
      work={({ password }) => closeAccount(password)}
      sayFailure={closingFailure}
      onClose={onClose}
    >
      <p>This cannot be undone. You lose:</p>
      <LossList losses={losses} brief />
      <div className="form mt-5">
        <UserName email={member?.email} />
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
              cleanCode(word).toUpperCase() === closingWord || `Type ${closingWord} to confirm.`,
          })}
        />
      </div>
    </AskFirst>
  );
}

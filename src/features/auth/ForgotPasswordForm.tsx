import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldRules } from '../../domain/account/account-rules.ts';
import { hints, messages } from '../../domain/account/messages.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { useCountdown } from '../ui/use-countdown.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { longerToast, showToast } from '../ui/toast.ts';

// Seconds. The account service sends one reset mail a minute to an address (A16).
const pause = 60;

type Failure = { message: string; tooSoon: boolean };

function RecoveryFailure({ message, tooSoon }: Failure) {
  return (
    <>
      <p>{message}</p>
      {tooSoon && message !== hints.tooManyTries && <p>{hints.tooManyTries}</p>}
    </>
  );
}

function RecoverySent({ to }: { to: string }) {
  return (
    <p className="notice notice-calm">
      If there is an account for <strong className="wrap-anywhere">{to}</strong>, a mail with a link
      is on its way. The link works once, for one hour. Nothing there? Look in spam, and check the
      address.
    </p>
  );
}

function ForgotPassword() {
  const form = useForm<{ email: string }>();
  const [sentTo, setSentTo] = useState('');
  const { seconds, start } = useCountdown();

  const { failure, isSubmitting, onFocus, onSubmit } = useSubmit(form, {
    field: 'email',
    toast: longerToast,
    load: () => import('./password.ts'),
    send: async ({ requestRecovery }, { email }): Promise<Failure | undefined> => {
      setSentTo('');
      const result = await requestRecovery(email);
      if (result.status === 'failed') {
        if (result.tooSoon) start(pause);
        return result;
      }
      start(pause);
      setSentTo(email.trim());
      showToast('success', messages.recoverySent, longerToast);
      return undefined;
    },
    notLoaded: (hint) => ({ message: hints[hint], tooSoon: false }),
  });

  return (
    <Form
      legend="Your account"
      alert={failure && <RecoveryFailure {...failure} />}
      busy={isSubmitting}
      onFocus={onFocus}
      onSubmit={onSubmit}
      status={sentTo && <RecoverySent to={sentTo} />}
    >
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        error={form.formState.errors.email?.message}
        {...form.register('email', fieldRules.recoveryEmail)}
      />
      <SubmitButton pending={isSubmitting} pendingLabel="Sending ..." disabled={seconds > 0}>
        {seconds > 0 ? `Send again in ${seconds} s` : 'Send the link'}
      </SubmitButton>
    </Form>
  );
}

/** /forgotpassword: asks for an e-mail address and sends a link to set a new password (§5.18). */
export const ForgotPasswordForm = withErrorBoundary(ForgotPassword);

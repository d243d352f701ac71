import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldRules } from '../../domain/account/account-rules.ts';
import { hints, messages } from '../../domain/account/messages.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Field } from '../ui/Field.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form } from '../ui/Form.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { longerToast, showToast } from '../ui/toast.ts';
import { handOnEmail, takeEmail } from './typed-email.ts';
import { useMailPause } from './use-mail-pause.ts';

function ForgotPassword() {
  const form = useForm<{ email: string }>();
  const [sentTo, setSentTo] = useState('');
  const { wait, start } = useMailPause();
  const { getValues, setValue } = form;
  useEffect(() => {
    const email = takeEmail();
    if (!email || getValues('email') !== '') return;
    setValue('email', email);
    // For 'Back to login'.
    handOnEmail(email);
  }, [getValues, setValue]);

  return (
    <Form
      legend="Your account"
      form={form}
      field="email"
      load={() => import('./password.ts')}
      send={async ({ email }, { requestRecovery }) => {
        setSentTo('');
        handOnEmail(email);
        const answer = await requestRecovery(email);
        if ('message' in answer) {
          const { message, tooSoon } = answer;
          if (tooSoon) start();
          const isSaid = !tooSoon || message === hints.tooManyTries;
          return isSaid ? { message } : { message, hint: hints.tooManyTries };
        }
        start();
        setSentTo(answer.sentTo);
        showToast('success', messages.recoverySent, longerToast);
        return undefined;
      }}
      status={
        sentTo && (
          <p className="notice notice-calm">
            If there is an account for <MailAddress strong address={sentTo} />, an email with a link
            is on its way. You can use the link once, within one hour. Nothing there? Check your
            spam folder and the address above.
          </p>
        )
      }
      button={{
        label: wait || 'Send me the link',
        pending: 'Sending ...',
        waits: wait !== '',
      }}
    >
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        {...fieldOf(form, 'email', fieldRules.recoveryEmail)}
      />
    </Form>
  );
}

/** /forgotpassword: asks for an email address and sends a link for setting a new password (§5.18). */
export const ForgotPasswordForm = withErrorBoundary(ForgotPassword);

import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { fieldRules } from '../../domain/account/account-rules.ts';
import { referencePattern } from '../../domain/api.ts';
import {
  longestMessage,
  messageRules,
  messageSubjects,
  type MessageReply,
  type MessageSubject,
} from '../../domain/contact/contact-message.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { hints } from '../../domain/account/messages.ts';
import { hasStoredSession } from '../../lib/supabase.ts';
import { Choice } from '../ui/Choice.tsx';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { notLoadedHint } from '../../lib/service-errors.ts';

type Values = { about: MessageSubject; name: string; email: string; body: string };

const options = Object.entries(messageSubjects).map(([value, label]) => ({ value, label }));

const load = () => import('./send-message.ts');

type Sent = Pick<MessageReply, 'number' | 'settleBy'> & Pick<Values, 'about' | 'email'>;

function Thanks({ number, settleBy, about, email, support }: Sent & { support: string }) {
  return (
    <div className="notice notice-calm">
      <p>
        Thank you! Your {about} has the number <strong>{number}</strong>, and a confirmation goes to{' '}
        <strong className="wrap-anywhere">{email.trim()}</strong>.{' '}
        {about === 'complaint'
          ? `We settle it by ${formatDay(settleBy)} at the latest.`
          : 'A person reads it, and answers to that address.'}
      </p>
      <p className="mt-2">
        No confirmation within an hour? Look in spam, or write to{' '}
        <a className="text-link" href={`mailto:${support}`}>
          {support}
        </a>
        .
      </p>
    </div>
  );
}

function Contact({ support }: { support: string }) {
  // No default values, so that text typed before hydration is kept.
  const form = useForm<Values>();
  const { getValues, setValue, setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState<Sent>();

  useEffect(() => {
    if (!hasStoredSession()) return;
    const fill = async () => {
      const { name, email } = (await import('./known-sender.ts')).knownSender();
      if (getValues('name') === '') setValue('name', name);
      if (getValues('email') === '') setValue('email', email);
    };
    // Without the module the fields stay empty.
    fill().catch(() => undefined);
  }, [getValues, setValue]);

  // Whoever comes from /success writes about this payment (§4.16).
  useEffect(() => {
    const reference = new URLSearchParams(location.search).get('reference') ?? '';
    if (!referencePattern.test(reference) || getValues('body') !== '') return;
    setValue('body', `Payment reference: ${reference}\n\n`);
  }, [getValues, setValue]);

  // An effect, because a field cannot get the focus before it is enabled again.
  useEffect(() => {
    if (failure !== undefined && !isSubmitting) setFocus('body');
  }, [failure, isSubmitting, setFocus]);

  const send = form.handleSubmit(async (values) => {
    const result = await load()
      .then(({ sendMessage }) => sendMessage(values))
      .catch(() => ({ problem: hints[notLoadedHint()] }));
    if ('problem' in result) {
      setFailure(result.problem);
      return;
    }
    setSent({ ...result, about: values.about, email: values.email });
    setValue('body', '');
  });

  return (
    <Form
      legend="Your message"
      alert={
        failure && (
          <>
            <p>{failure}</p>
            <p className="mt-2">
              What you typed is still here. You can also mail it to{' '}
              <a className="text-link" href={`mailto:${support}`}>
                {support}
              </a>
              .
            </p>
          </>
        )
      }
      busy={isSubmitting}
      onFocus={() => void load().catch(() => undefined)}
      onSubmit={(event) => {
        setFailure(undefined);
        setSent(undefined);
        void send(event);
      }}
      status={sent && <Thanks {...sent} support={support} />}
    >
      <Choice
        legend="What is it about?"
        options={options}
        error={errors.about?.message}
        registered={form.register('about', messageRules.about)}
      />
      <div className="form-row">
        <Field
          label="Your name"
          autoComplete="name"
          maxLength={longestMessage.name}
          error={errors.name?.message}
          {...form.register('name', messageRules.name)}
        />
        <Field
          label="Your e-mail address"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email', fieldRules.email)}
        />
      </div>
      <TextArea
        label="Your message"
        hint="For a payment, a session or a refund, give the reference if there is one."
        rows={7}
        maxLength={longestMessage.body}
        error={errors.body?.message}
        {...form.register('body', messageRules.body)}
      />
      <SubmitButton pending={isSubmitting} pendingLabel="Sending ...">
        Send the message
      </SubmitButton>
    </Form>
  );
}

/** 'Write to us' on /contact, for visitors and members (§18.13). */
export const ContactForm = withErrorBoundary(Contact);

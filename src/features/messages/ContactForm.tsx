import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { referencePattern } from '../../domain/api.ts';
import {
  longestMessage,
  messageRules,
  messageSubjects,
  type MessageReply,
  type MessageSubject,
} from '../../domain/messages/contact-message.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { cleanEmail, cleanLines } from '../../domain/words/typed-text.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import { hasStoredLogin } from '../../lib/supabase.ts';
import { Choice } from '../ui/Choice.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Done } from '../ui/Done.tsx';
import { Field } from '../ui/Field.tsx';
import { Form, type FormFailure } from '../ui/Form.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';

type Values = { about: MessageSubject; name: string; email: string; body: string };

const options = Object.entries(messageSubjects).map(([value, label]) => ({ value, label }));

type Sent = Values & Pick<MessageReply, 'number' | 'settleBy'>;

type ThanksProps = Sent & { support: string; onAnother: () => void };

function Thanks({ number, settleBy, about, email, body, support, onAnother }: ThanksProps) {
  return (
    <Done>
      <p>
        <span>{`Thank you! Your ${about} is number `}</span>
        <strong translate="no">{number}</strong>, and a confirmation is on its way to{' '}
        <MailAddress strong address={cleanEmail(email)} />
        <span>{`. ${
          about === 'complaint'
            ? `We will settle it by ${formatDay(settleBy)}.`
            : 'One of our team will reply to that address.'
        }`}</span>
      </p>
      <p className="mt-2">
        No confirmation within an hour? Check your spam folder, or write to{' '}
        <a translate="no" className="text-link" href={`mailto:${support}`}>
          {support}
        </a>
        .
      </p>
      <blockquote className="mt-4 quoted wrap-anywhere whitespace-pre-line" dir="auto">
        {cleanLines(body)}
      </blockquote>
      <button type="button" className="link mt-2" onClick={onAnother}>
        Write another message
      </button>
    </Done>
  );
}

function Contact({ support }: { support: string }) {
  const failureOf = (message: string): FormFailure => ({
    message,
    hint: (
      <span>
        What you typed is still here. You can also email it to{' '}
        <a translate="no" className="text-link" href={`mailto:${support}`}>
          {support}
        </a>
        .
      </span>
    ),
  });
  // No default values, because they would erase text typed before hydration.
  const form = useForm<Values>();
  const { getValues, setValue } = form;
  const [about, setAbout] = useState<MessageSubject>('question');
  const [sent, setSent] = useState<Sent>();

  useEffect(() => {
    if (!hasStoredLogin()) return;
    import('./known-sender.ts')
      .then(({ knownSender }) => {
        const { name, email } = knownSender();
        if (getValues('name') === '') setValue('name', name);
        if (getValues('email') === '') setValue('email', email);
      })
      // If the module cannot be loaded, the fields stay empty.
      .catch(() => undefined);
  }, [getValues, setValue]);

  // A link on /success includes the reference of the payment that the message is about (§4.16).
  useEffect(() => {
    const reference = new URLSearchParams(location.search).get('reference') ?? '';
    if (!referencePattern.test(reference) || getValues('body') !== '') return;
    setValue('body', `Payment reference: ${reference}\n\n`);
  }, [getValues, setValue]);

  if (sent) {
    return <Thanks {...sent} support={support} onAnother={() => setSent(undefined)} />;
  }
  return (
    <Form
      legend="Your message"
      form={form}
      field="name"
      anybody
      load={() => import('./send-message.ts')}
      send={async (values, { sendMessage }) => {
        const result = await sendMessage(values);
        if ('problem' in result) return failureOf(result.problem);
        setSent({ ...values, ...result });
        setAbout(values.about);
        setValue('body', '');
        return undefined;
      }}
      sayFailure={() => failureOf(notLoaded())}
      button={{ label: 'Send message', pending: 'Sending ...' }}
    >
      <Choice
        legend="What is it about?"
        options={options}
        chosen={about}
        {...fieldOf(form, 'about', messageRules.about)}
      />
      <div className="form-row">
        <Field
          label="Your name"
          autoComplete="name"
          maxLength={longestMessage.name}
          {...fieldOf(form, 'name', messageRules.name)}
        />
        <Field
          label="Your email address"
          type="email"
          autoComplete="email"
          {...fieldOf(form, 'email', messageRules.email)}
        />
      </div>
      <TextArea
        label="Your message"
        hint="For a payment, a session or a refund, include the reference if you have one."
        rows={7}
        maxLength={longestMessage.body}
        {...fieldOf(form, 'body', messageRules.body)}
      />
    </Form>
  );
}

/** 'Write to us' on /contact, for visitors and members (§18.13). */
export const ContactForm = withErrorBoundary(Contact);

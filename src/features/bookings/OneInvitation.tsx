import { useId, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '../../domain/account/messages.ts';
import { Check } from '../ui/Check.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form, type FormFailure } from '../ui/Form.tsx';
import { NewTabLink } from '../ui/NewTabLink.tsx';

type OneInvitationProps = {
  heading: string;
  /** What is shared, and the address that was invited. */
  children: ReactNode;
  /** Accepts it; resolves to why that failed, or to undefined. */
  onAccept: () => Promise<FormFailure | undefined>;
};

/** An invitation to share a pack, with the terms to accept (§15.25). */
export default function OneInvitation({ heading, children, onAccept }: OneInvitationProps) {
  const id = useId();
  const form = useForm({ defaultValues: { terms: false } });
  return (
    <li className="card booking-invitation p-6" aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {heading}
      </h2>
      <p>{children}</p>
      <Form
        className="form mt-3 max-w-md"
        legend={heading}
        form={form}
        field="terms"
        send={onAccept}
        button={{ label: 'Accept the invitation', pending: 'Accepting ...' }}
      >
        <Check {...fieldOf(form, 'terms', { required: messages.termsRequired })}>
          I am at least 18, and I accept the{' '}
          <NewTabLink href="/termsandcondition">Terms and Condition</NewTabLink>.
        </Check>
      </Form>
    </li>
  );
}

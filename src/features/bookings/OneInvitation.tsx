import { useId, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '../../domain/account/messages.ts';
import { Check } from '../ui/Check.tsx';

type Values = { terms: boolean };

type OneInvitationProps = {
  heading: string;
  /** What is shared, and the address that was invited. */
  children: ReactNode;
  /** Accepts it; resolves to why that did not work. */
  onAccept: () => Promise<string | undefined>;
};

/** A pack that is shared with the member, with the terms to accept (§15.25). */
export default function OneInvitation({ heading, children, onAccept }: OneInvitationProps) {
  const id = useId();
  const [failure, setFailure] = useState('');
  const { formState, handleSubmit, register } = useForm<Values>();

  const accept = handleSubmit(async () => {
    setFailure('');
    setFailure((await onAccept()) ?? '');
  });

  return (
    <li className="card shared-pack">
      <h2 id={id} className="text-2xl">
        {heading}
      </h2>
      <p>{children}</p>
      <form
        method="post"
        noValidate
        aria-labelledby={id}
        onSubmit={(event) => {
          void accept(event);
        }}
      >
        <Check
          error={formState.errors.terms?.message}
          {...register('terms', { required: messages.termsRequired })}
        >
          I am at least 18, and I accept the{' '}
          <a className="text-link" href="/termsandcondition" target="_blank" rel="noopener">
            Terms and Condition
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          .
        </Check>
        <button type="submit" className="button mt-3" disabled={formState.isSubmitting}>
          {formState.isSubmitting ? 'Accepting ...' : 'Accept the invitation'}
        </button>
        <p role="alert">{failure}</p>
      </form>
    </li>
  );
}

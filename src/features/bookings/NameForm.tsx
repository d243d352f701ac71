import { useForm } from 'react-hook-form';
import { cleanEmail, fieldRules } from '../../domain/account/account-rules.ts';
import { hints } from '../../domain/account/messages.ts';
import { Field } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { useSubmit } from '../ui/use-submit.ts';

type Values = { address: string };

type NameFormProps = {
  hint: string;
  /** Names the person with this address; resolves to why that did not work. */
  onSend: (address: string) => Promise<{ message: string } | undefined>;
};

/** The form that names the second person of a pack (§15.24). */
export default function NameForm({ hint, onSend }: NameFormProps) {
  const form = useForm<Values>();
  const { failure, isSubmitting, onFocus, onSubmit } = useSubmit(form, {
    field: 'address',
    load: () => Promise.resolve(onSend),
    send: (name, { address }) => name(cleanEmail(address)),
    notLoaded: (hint) => ({ message: hints[hint] }),
  });
  return (
    <Form
      className="form mt-3 max-w-md"
      legend="Your second person"
      alert={failure?.message}
      busy={isSubmitting}
      onFocus={onFocus}
      onSubmit={onSubmit}
    >
      <Field
        label="E-mail of your second person"
        type="email"
        autoComplete="off"
        hint={hint}
        error={form.formState.errors.address?.message}
        {...form.register('address', fieldRules.email)}
      />
      <SubmitButton pending={isSubmitting} pendingLabel="Sending ...">
        Send the invitation
      </SubmitButton>
    </Form>
  );
}

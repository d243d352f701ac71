import { useForm } from 'react-hook-form';
import { cleanEmail, fieldRules } from '../../domain/account/account-rules.ts';
import { Field } from '../ui/Field.tsx';
import { FormCard } from '../ui/FormCard.tsx';
import { sayNamingFailure } from './second-person.ts';

type Values = { address: string };

type NameFormProps = {
  hint: string;
  /** Names the person with this address. Throws when that is refused. */
  onSend: (address: string) => Promise<void>;
};

/** The form that names the second person of a pack (§15.24). */
export default function NameForm({ hint, onSend }: NameFormProps) {
  const form = useForm<Values>();
  return (
    <FormCard
      className="form mt-3 max-w-md"
      legend="Your second person"
      form={form}
      field="address"
      send={async ({ address }) => {
        await onSend(cleanEmail(address));
        return undefined;
      }}
      sayFailure={sayNamingFailure}
      button={{ label: 'Send the invitation', pending: 'Sending ...' }}
    >
      <Field
        label="E-mail of your second person"
        type="email"
        autoComplete="off"
        hint={hint}
        error={form.formState.errors.address?.message}
        {...form.register('address', fieldRules.email)}
      />
    </FormCard>
  );
}

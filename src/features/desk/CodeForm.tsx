import { useForm } from 'react-hook-form';
import { Field } from '../ui/Field.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form } from '../ui/Form.tsx';
import { sayDeskFailure } from './desk-calls.ts';
import { enterCode, sixDigits } from './factor.ts';

type CodeFormProps = {
  /** The authenticator being set up; if absent, a code from any approved authenticator is accepted. */
  enrolled?: string;
  onEntered: () => void;
  /** Closes the form; absent if the form cannot be closed. */
  onLeave?: () => void;
};

/** Asks for the authenticator's six digits (§22.3). */
export default function CodeForm({ enrolled, onEntered, onLeave }: CodeFormProps) {
  const form = useForm({ defaultValues: { code: '' } });

  return (
    <Form
      legend="Your authenticator"
      form={form}
      field="code"
      opened
      send={async ({ code }) => {
        if (await enterCode(code, enrolled)) {
          onEntered();
          return undefined;
        }
        form.resetField('code');
        return {
          message:
            'This code is wrong or already used. Enter the one your authenticator shows now.',
          hint: 'If it is refused again, your phone’s clock may be wrong: let the phone set its time automatically.',
        };
      }}
      sayFailure={sayDeskFailure}
      button={{ label: 'Enter code', pending: 'Checking' }}
      {...(onLeave && { cancel: { label: 'Cancel', onPress: onLeave } })}
    >
      <Field
        label="Code"
        hint="The six digits that your authenticator app shows."
        inputMode="numeric"
        autoComplete="one-time-code"
        {...fieldOf(form, 'code', {
          validate: (code) => sixDigits(code) !== undefined || 'A code has six digits.',
        })}
      />
    </Form>
  );
}

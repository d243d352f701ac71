import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { fieldRules } from '../../domain/account/account-rules.ts';
import { inTime } from '../../domain/in-time.ts';
import { Field } from './Field.tsx';
import { fieldOf } from './field-of.ts';
import { Form, type FormFailure } from './Form.tsx';

const blank = { address: '' };

type FrameProps<Module> = ComponentProps<typeof Form<typeof blank, Module>>;

type AddressFormProps<Module> = Omit<FrameProps<Module>, 'form' | 'field' | 'send' | 'children'> & {
  label: string;
  hint: string;
  autoComplete?: string;
  /** Sends the address. Resolves to undefined, or to the reason why sending failed. */
  send: (address: string, module: Module) => Promise<FormFailure | undefined>;
};

/** A form with a single email address. It is cleared once the address is sent. */
export default function AddressForm<Module = undefined>(props: AddressFormProps<Module>) {
  const { label, hint, autoComplete = 'off', send, ...frame } = props;
  const form = useForm<typeof blank>();
  return (
    <Form
      className="form mt-3 max-w-md"
      {...frame}
      form={form}
      field="address"
      send={async ({ address }, module: Module) => {
        const { cleanEmail } = await inTime(import('../../domain/words/typed-text.ts'));
        const failure = await send(cleanEmail(address), module);
        if (!failure) form.reset(blank);
        return failure;
      }}
    >
      <Field
        {...{ label, hint, autoComplete }}
        type="email"
        {...fieldOf(form, 'address', fieldRules.email)}
      />
    </Form>
  );
}

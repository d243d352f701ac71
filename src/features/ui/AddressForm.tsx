import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { cleanEmail, fieldRules } from '../../domain/account/account-rules.ts';
import { Field } from './Field.tsx';
import { FormCard, type FormFailure } from './FormCard.tsx';

const blank = { address: '' };

type CardProps<Module> = ComponentProps<typeof FormCard<typeof blank, Module>>;

type AddressFormProps<Module> = Omit<CardProps<Module>, 'form' | 'field' | 'send' | 'children'> & {
  label: string;
  hint: string;
  autoComplete?: string;
  /** Sends the address; resolves to why it failed, or to undefined. */
  send: (address: string, module: Module) => Promise<FormFailure | undefined>;
};

/** A form of one e-mail address, which is empty again once the address is sent. */
export default function AddressForm<Module = undefined>(props: AddressFormProps<Module>) {
  const { label, hint, autoComplete = 'off', send, ...card } = props;
  const form = useForm<typeof blank>();
  return (
    <FormCard
      className="form mt-3 max-w-md"
      {...card}
      form={form}
      field="address"
      send={async ({ address }, module: Module) => {
        const failure = await send(cleanEmail(address), module);
        if (!failure) form.reset(blank);
        return failure;
      }}
    >
      <Field
        {...{ label, hint, autoComplete }}
        type="email"
        error={form.formState.errors.address?.message}
        {...form.register('address', fieldRules.email)}
      />
    </FormCard>
  );
}

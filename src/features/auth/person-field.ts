import type { UseFormRegisterReturn } from 'react-hook-form';
import { fieldRules, maximumLength } from '../../domain/account/account-rules.ts';

const controls = {
  firstname: { label: 'First Name', autoComplete: 'given-name' },
  lastname: { label: 'Last Name', autoComplete: 'family-name' },
  phonenumber: { label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
} as const;

type Name = keyof typeof controls;

type PersonForm = {
  register: (name: Name, rules: (typeof fieldRules)[Name]) => UseFormRegisterReturn;
  formState: { errors: Partial<Record<Name, { message?: string | undefined }>> };
};

/** The props of a `Field` for what signing up and the profile ask about a person. */
export function personField(name: Name, { register, formState }: PersonForm) {
  return {
    ...controls[name],
    maxLength: maximumLength[name],
    error: formState.errors[name]?.message,
    ...register(name, fieldRules[name]),
  };
}

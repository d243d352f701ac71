import type { UseFormRegisterReturn } from 'react-hook-form';
import { fieldRules } from '../../domain/account/account-rules.ts';
import { profileFields } from '../../domain/account/profile-fields.ts';

const newPassword = { type: 'password', autoComplete: 'new-password' } as const;

const controls = {
  ...profileFields,
  email: { label: 'Email', type: 'email', autoComplete: 'email' },
  password: { label: 'Password', ...newPassword },
  confirmPassword: { label: 'Confirm Password', ...newPassword },
  newPassword: { label: 'New password', ...newPassword },
  confirmNewPassword: { label: 'Confirm password', ...newPassword },
} as const;

type Name = keyof typeof controls;

type AccountForm<N extends Name> = {
  register: (name: N, rules: (typeof fieldRules)[N]) => UseFormRegisterReturn;
  formState: { errors: Partial<Record<N, { message?: string | undefined }>> };
};

/** The props of a `Field` for one of the account's fields, which are the same in every form. */
export function accountField<N extends Name>(name: N, { register, formState }: AccountForm<N>) {
  return {
    ...controls[name],
    error: formState.errors[name]?.message,
    ...register(name, fieldRules[name]),
  };
}

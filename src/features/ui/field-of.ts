import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';

/** What makes a control a field of its form: the registration under its name, and the message of its error (§5.44). */
export function fieldOf<Values extends FieldValues, Name extends FieldPath<Values>>(
  { register, getFieldState, formState }: UseFormReturn<Values>,
  name: Name,
  rules?: RegisterOptions<Values, Name>,
) {
  return { error: getFieldState(name, formState).error?.message, ...register(name, rules) };
}

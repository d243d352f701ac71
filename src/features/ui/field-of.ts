import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';

/** Makes a control a field of its form: registers it under its name, and passes on its error message (§5.44). */
export function fieldOf<Values extends FieldValues, Name extends FieldPath<Values>>(
  { register, getFieldState, formState }: UseFormReturn<Values>,
  name: Name,
  rules?: RegisterOptions<Values, Name>,
) {
  return { error: getFieldState(name, formState).error?.message, ...register(name, rules) };
}

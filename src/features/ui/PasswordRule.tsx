import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

type PasswordRuleProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** In characters. */
  minimum: number;
};

/** The hint below a new password, which counts the missing characters while the member types (§5.49). */
export function PasswordRule<Values extends FieldValues>(props: PasswordRuleProps<Values>) {
  const { control, name, minimum } = props;
  // Undefined at first, because the forms do not have default values.
  const password: string | undefined = useWatch({ control, name });
  const typed = password?.length ?? 0;
  const missing = minimum - typed;
  const rule = `Use at least ${minimum} characters`;
  const left = missing > 0 ? `${rule}: ${missing} more` : 'Long enough';
  return <span>{typed === 0 ? rule : left}</span>;
}

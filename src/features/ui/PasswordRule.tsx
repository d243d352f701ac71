import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { minimumPassword } from '../../domain/account/account-rules.ts';

type PasswordRuleProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
};

/**
 * The hint below a new password, which counts the missing characters while the member types (§5.49). It names the same
 * number everywhere, although the sign-up accepts fewer.
 */
export function PasswordRule<Values extends FieldValues>(props: PasswordRuleProps<Values>) {
  const { control, name } = props;
  const minimum = minimumPassword.change;
  // Undefined at first, because the forms do not have default values.
  const password: string | undefined = useWatch({ control, name });
  const typed = password?.length ?? 0;
  const missing = minimum - typed;
  const rule = `Use at least ${minimum} characters`;
  const left = missing > 0 ? `${rule}: ${missing} more` : 'Long enough';
  return <span>{typed === 0 ? rule : left}</span>;
}

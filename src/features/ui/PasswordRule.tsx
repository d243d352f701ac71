import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { minimumPassword, sayMissing } from '../../domain/account/account-rules.ts';

type PasswordRuleProps<Values extends FieldValues> = {
  control: Control<Values>;
  name: FieldPath<Values>;
  /** How many characters this form requires. */
  minimum: number;
};

/**
 * The hint below a new password, which counts the missing characters while the member types (§5.49). The sign-up accepts
 * fewer than the settings, and recommends as many.
 */
export function PasswordRule<Values extends FieldValues>(props: PasswordRuleProps<Values>) {
  const { control, name, minimum } = props;
  // Undefined at first, because the forms do not have default values.
  const password: string | undefined = useWatch({ control, name });
  const typed = password?.length ?? 0;
  const rule = `Use at least ${minimum} characters`;
  const safer = Math.max(minimum, typed) < minimumPassword.change;
  const advice = safer ? `; ${minimumPassword.change} is safer` : '';
  const left = typed < minimum ? sayMissing(minimum, typed) : `Long enough${advice}`;
  return <span>{typed === 0 ? `${rule}${advice}` : left}</span>;
}

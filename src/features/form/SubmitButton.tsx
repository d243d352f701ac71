import type { ReactNode } from 'react';
import { useHydrated } from '../island/use-hydrated.ts';

type SubmitButtonProps = {
  /** True while the form is being sent. */
  pending: boolean;
  /** What the button reads then. */
  pendingLabel: string;
  disabled?: boolean;
  children: ReactNode;
};

/**
 * The button of a form. It is disabled until React is here, because the browser itself would otherwise
 * send the form, password and all.
 */
export function SubmitButton({ pending, pendingLabel, disabled, children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  return (
    <button
      type="submit"
      className="button w-full"
      data-waiting={hydrated ? undefined : ''}
      disabled={!hydrated || pending || disabled}
    >
      {pending ? pendingLabel : children}
    </button>
  );
}

import type { ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

type SubmitButtonProps = {
  pending: boolean;
  pendingLabel: string;
  disabled?: boolean;
  /** True if another button of the page is the primary one. */
  quiet?: boolean;
  children: ReactNode;
};

/**
 * The submit button of a form. It is disabled until hydration, because the browser would otherwise submit the form
 * natively, password included.
 */
export function SubmitButton(props: SubmitButtonProps) {
  const { pending, pendingLabel, disabled, quiet, children } = props;
  const hydrated = useHydrated();
  return (
    <button
      type="submit"
      className={quiet ? 'button button-quiet w-full' : 'button w-full'}
      data-waiting={hydrated ? undefined : ''}
      disabled={!hydrated || pending || disabled}
    >
      {pending ? pendingLabel : children}
    </button>
  );
}

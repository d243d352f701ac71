import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { showToast, type ToastOptions } from '../toasts/toast.ts';

type SubmitOptions<Values extends FieldValues> = {
  /** The field that has the focus after a failure. */
  field: Path<Values>;
  toast?: ToastOptions;
};

/**
 * What every form does when it is sent: it forgets the last failure and calls `send`. A failure that
 * `send` resolves to is shown as a toast, kept for the alert of the form, which says it to screen
 * readers, and followed by the focus on `field`.
 */
export function useSubmit<Values extends FieldValues, Failure extends { message: string }>(
  form: UseFormReturn<Values>,
  send: (values: Values) => Promise<Failure | undefined>,
  { field, toast }: SubmitOptions<Values>,
) {
  const [failure, setFailure] = useState<Failure>();
  const focused = useRef<Failure>(undefined);
  const { isSubmitting } = form.formState;
  const { setFocus } = form;

  // The fields cannot have the focus before they are enabled again.
  useEffect(() => {
    if (isSubmitting || !failure || focused.current === failure) return;
    focused.current = failure;
    setFocus(field);
  }, [failure, field, isSubmitting, setFocus]);

  const sendValid = form.handleSubmit(async (values) => {
    const failed = await send(values);
    if (!failed) return;
    setFailure(failed);
    showToast('error', failed.message, { ...toast, announced: false });
  });

  return {
    failure,
    isSubmitting,
    onSubmit: (event: SubmitEvent) => {
      setFailure(undefined);
      void sendValid(event);
    },
  };
}

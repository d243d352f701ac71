import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { loadSupabase } from '../../lib/supabase.ts';
import { showToast, wakeToaster, type ToastOptions } from '../toasts/toast.ts';
import { notLoadedHint } from './not-loaded.ts';

type SubmitOptions<Values extends FieldValues, Module, Failure> = {
  /** Downloads what sending needs, besides the account client. */
  load: () => Promise<Module>;
  /** Sends the form; resolves to why it failed, or to nothing. Throws when something could not be downloaded. */
  send: (module: Module, values: Values) => Promise<Failure | undefined>;
  /** The failure when something could not be downloaded. */
  notLoaded: (hint: ReturnType<typeof notLoadedHint>) => Failure;
  /** The field that has the focus after a failure. */
  field: Path<Values>;
  toast?: ToastOptions;
};

/**
 * What every form does when it is sent: it forgets the last failure and calls `send`. A failure is shown
 * as a toast, kept for the alert of the form, which says it to screen readers, and followed by the focus
 * on `field`.
 */
export function useSubmit<Values extends FieldValues, Module, Failure extends { message: string }>(
  form: UseFormReturn<Values>,
  { load, send, notLoaded, field, toast }: SubmitOptions<Values, Module, Failure>,
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
    const failed = await load()
      .then((module) => send(module, values))
      .catch(() => notLoaded(notLoadedHint()));
    if (!failed) return;
    setFailure(failed);
    showToast('error', failed.message, { ...toast, announced: false });
  });

  return {
    failure,
    isSubmitting,
    /**
     * Downloads what sending needs while somebody is still typing: the button then answers sooner, and
     * messages are there even when the connection is lost meanwhile.
     */
    onFocus: () => {
      wakeToaster();
      // A download that failed is tried again, and its failure told, when the form is sent.
      Promise.all([load(), loadSupabase()]).catch(() => undefined);
    },
    onSubmit: (event: SubmitEvent) => {
      setFailure(undefined);
      void sendValid(event);
    },
  };
}

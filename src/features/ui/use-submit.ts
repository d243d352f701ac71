import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { loadSupabase } from '../../lib/supabase.ts';
import { showToast, wakeToaster, type ToastOptions } from './toast.ts';
import { notLoadedHint } from '../../lib/service-errors.ts';

/** Why a form could not be sent: what its alert says, and what a toast says where a rule asks for one (§5.42). */
type Failed = { message: ReactNode; toast?: string };

type SubmitOptions<Values extends FieldValues, Module, Failure> = {
  /** Downloads the module that `send` needs. The account client is downloaded as well, unless `anybody` may send. */
  load: () => Promise<Module>;
  anybody?: boolean;
  /** Sends the form; resolves to why it failed, or to undefined. Throws when a download fails. */
  send: (module: Module, values: Values) => Promise<Failure | undefined>;
  /** The failure to show when a download fails. */
  notLoaded: (hint: ReturnType<typeof notLoadedHint>) => Failure;
  /** The field that gets the focus after a failure. */
  field: Path<Values>;
  toast?: ToastOptions;
};

/**
 * What every form does on submit: it forgets the last failure and calls `send` (§12.17). A failure is returned
 * for the form's alert, which announces it (§5.42), and `field` gets the focus.
 */
export function useSubmit<Values extends FieldValues, Module, Failure extends Failed>(
  form: UseFormReturn<Values>,
  { load, anybody, send, notLoaded, field, toast }: SubmitOptions<Values, Module, Failure>,
) {
  const [failure, setFailure] = useState<Failure>();
  const focused = useRef<Failure>(undefined);
  const { isSubmitting } = form.formState;
  const { setFocus } = form;

  // An effect, because a field cannot get the focus before it is enabled again.
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
    if (failed.toast) {
      showToast('error', failed.toast, { ...toast, announced: failed.toast !== failed.message });
    }
  });

  return {
    failure,
    isSubmitting,
    /**
     * Downloads what sending needs while somebody is still typing, so that the button answers sooner and
     * messages can be shown even when the connection is lost.
     */
    onFocus: () => {
      if (!anybody) wakeToaster();
      // A failed download is tried again on submit, which also reports it.
      Promise.all([load(), !anybody && loadSupabase()]).catch(() => undefined);
    },
    onSubmit: (event: SubmitEvent) => {
      setFailure(undefined);
      void sendValid(event);
    },
  };
}

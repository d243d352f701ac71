import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { hints } from '../../domain/account/messages.ts';
import { notLoadedHint } from '../../lib/service-errors.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import { Form } from './Form.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { showToast, wakeToaster, type ToastOptions } from './toast.ts';

/** Why a form could not be sent, and what to do about it; `toast` is the text of an additional toast (§5.42). */
export type FormFailure = { message: ReactNode; hint?: ReactNode; toast?: string };

type FormCardProps<Values extends FieldValues, Module> = {
  form: UseFormReturn<Values>;
  legend: string;
  /** The field that gets the focus after a failure. */
  field: Path<Values>;
  /** Downloads the module that `send` needs. The account client is downloaded as well, unless `anybody` may send. */
  load?: () => Promise<Module>;
  anybody?: boolean;
  /** Sends the form; resolves to why it failed, or to undefined. */
  send: (values: Values, module: Module) => Promise<FormFailure | undefined>;
  /** Says why `send` threw; by default a failed download is the reason. */
  sayFailure?: (error: unknown) => string;
  /** The submit button: `pending` is its label while the form is sent; `waits` disables it for another reason. */
  button: { label: string; pending: string; waits?: boolean; quiet?: boolean };
  /** A button next to the submit button that leaves the form. */
  cancel?: { label: string; onPress: () => void };
  toast?: ToastOptions;
  /** The failure to show when a download fails; by default only the reason. */
  notLoaded?: (hint: ReturnType<typeof notLoadedHint>) => FormFailure;
  className?: string;
  notice?: ReactNode;
  status?: ReactNode;
  loading?: boolean;
  children: ReactNode;
};

/**
 * A form of a few fields. Submitting it clears the last failure and calls `send` (§12.17). If that fails, an alert above
 * the fields says why (§5.42), and `field` gets the focus.
 */
export function FormCard<Values extends FieldValues, Module = undefined>(
  props: FormCardProps<Values, Module>,
) {
  const { form, field, load, anybody, send, sayFailure, toast, notLoaded, ...shown } = props;
  const { button, cancel, children, ...frame } = shown;
  const [failure, setFailure] = useState<FormFailure>();
  const focused = useRef<FormFailure>(undefined);
  const { isSubmitting } = form.formState;
  const { setFocus } = form;

  // An effect, because a field cannot get the focus before it is enabled again.
  useEffect(() => {
    if (isSubmitting || !failure || focused.current === failure) return;
    focused.current = failure;
    setFocus(field);
  }, [failure, field, isSubmitting, setFocus]);

  // Without `load`, Module is undefined.
  const loadModule = load ?? (() => Promise.resolve(undefined as Module));

  const failureOf = (error: unknown): FormFailure => {
    if (sayFailure) return { message: sayFailure(error) };
    const hint = notLoadedHint();
    return notLoaded?.(hint) ?? { message: hints[hint] };
  };

  const sendValid = form.handleSubmit(async (values) => {
    const failed = await loadModule()
      .then((module) => send(values, module))
      .catch(failureOf);
    if (!failed) return;
    setFailure(failed);
    if (failed.toast) {
      showToast('error', failed.toast, { ...toast, announced: failed.toast !== failed.message });
    }
  });

  const submit = (
    <SubmitButton
      pending={isSubmitting}
      pendingLabel={button.pending}
      disabled={button.waits ?? false}
      quiet={button.quiet ?? false}
    >
      {button.label}
    </SubmitButton>
  );
  return (
    <Form
      {...frame}
      busy={isSubmitting || frame.loading === true}
      alert={
        failure && (
          <>
            <p>{failure.message}</p>
            {failure.hint && <div>{failure.hint}</div>}
          </>
        )
      }
      // Downloads the code for sending while the visitor is still typing, so that the button responds sooner and
      // messages can be shown even if the connection is lost.
      onFocus={() => {
        if (!anybody) wakeToaster();
        // A failed download is retried and reported on submit.
        Promise.all([loadModule(), !anybody && loadSupabase()]).catch(() => undefined);
      }}
      onSubmit={(event: SubmitEvent) => {
        setFailure(undefined);
        void sendValid(event);
      }}
    >
      {children}
      {cancel ? (
        <div className="actions" data-buttons>
          {submit}
          <button type="button" className="button button-quiet" onClick={cancel.onPress}>
            {cancel.label}
          </button>
        </div>
      ) : (
        submit
      )}
    </Form>
  );
}

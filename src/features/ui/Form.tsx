import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { inTime } from '../../domain/in-time.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import { loadSupabase } from '../../lib/supabase.ts';
import type { Elements } from './elements.ts';
import { showToast, wakeToaster, type ToastOptions } from './toast.ts';
import { keepsFocus } from './keeps-focus.ts';
import { takesOver } from './takes-over.ts';
import { useHydrated } from './use-hydrated.ts';
import './aria-disabled.css';
import './form.css';
import './motion.css';

/**
 * Why a form could not be sent, and what to do about it. `toast` is the text of an additional toast (§5.42). `at` is
 * the field that the message is about: the message appears there if the form has that field, otherwise above all
 * fields.
 */
export type FormFailure = { message: ReactNode; hint?: ReactNode; toast?: string; at?: string };

type FormProps<Values extends FieldValues, Module> = {
  /** Names the group of fields for screen readers. */
  legend: string;
  /** The values of the form's fields. A form without fields omits it. */
  form?: UseFormReturn<Values>;
  /** The field that gets the focus after a failure, and when a press has just opened the form. */
  field?: Path<Values> | undefined;
  opened?: boolean;
  /** Downloads the module that `send` needs. Also downloads the account client, unless `anybody` may send. */
  load?: () => Promise<Module>;
  anybody?: boolean;
  /** Sends the form. Resolves to undefined, or to the reason why sending failed. */
  send: (values: Values, module: Module) => Promise<FormFailure | undefined>;
  /** Explains why `send` threw. By default, the reason is a failed download. */
  sayFailure?: (error: unknown) => string | FormFailure;
  /**
   * The submit button. `pending` is its label while the form is being sent; `waits` disables the button for another
   * reason.
   */
  button: { label: string; pending: string; waits?: boolean; quiet?: boolean };
  /** A button beside the submit button that closes the form. */
  cancel?: { label: string; onPress: () => void };
  toast?: ToastOptions;
  className?: string;
  /** True if the alert stands above the buttons, because the form is so long that they are far from its beginning. */
  isAlertLast?: boolean;
  /** Content between the alert and the fields. */
  notice?: Elements;
  /** Progress or results, shown below the fields. */
  status?: ReactNode;
  /** True while the values are loading; the form is then shown as a skeleton. */
  loading?: boolean;
  children?: Elements;
};

/** Scrolls to an alert when it appears, because the button that was pressed may be far below it. */
const intoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' });

/**
 * All forms for members and visitors use this. Submitting clears the last failure and calls `send` (§12.17). If that
 * fails, an alert above the fields says why (§5.42), and `field` gets the focus.
 *
 * The method is POST, because without JavaScript a GET would put the typed text into the address. The button is
 * disabled until hydration, because the browser would otherwise submit the form itself, password included. While the
 * form is being sent, only its fields are disabled: a disabled button would lose the focus (§5.53).
 */
export function Form<Values extends FieldValues = FieldValues, Module = undefined>(
  props: FormProps<Values, Module>,
) {
  const { legend, form, field, opened, load, anybody, send, toast } = props;
  const { sayFailure = notLoaded } = props;
  const { button, cancel, className = 'form', isAlertLast, notice } = props;
  const { status, loading = false, children } = props;
  const [failure, setFailure] = useState<FormFailure>();
  // Not while the values are being checked, because a wrong field could not get the focus if it were disabled.
  const [isPending, setPending] = useState(false);
  const focused = useRef<FormFailure>(undefined);
  const submitButton = useRef<HTMLButtonElement>(null);
  const hydrated = useHydrated();
  const [takeOver] = useState(() => {
    if (!hydrated) return undefined;
    const waiting = document.querySelector<HTMLButtonElement>(`[data-waiting="${legend}"]`);
    return takesOver(waiting?.form);
  });
  const isSubmitting = isPending || form?.formState.isSubmitting === true;
  const busy = isPending || loading;
  const isHeld = isSubmitting || loading || button.waits;

  useEffect(() => {
    if (opened && field) form?.setFocus(field);
  }, [form, opened, field]);
  // This is an effect, because a field can be focused only once it is enabled again.
  useEffect(() => {
    if (isPending || !failure || focused.current === failure) return;
    focused.current = failure;
    const { at, message } = failure;
    // `sendValues` has checked that the form has this field, but cannot express that in its type.
    const wrong = (at as Path<Values> | undefined) ?? field;
    if (wrong && at && typeof message === 'string') form?.setError(wrong, { message });
    if (wrong) form?.setFocus(wrong);
    else submitButton.current?.focus();
  }, [failure, form, field, isPending]);

  // Without `load`, Module is undefined.
  const loadModule = load ?? (() => Promise.resolve(undefined as Module));

  const failureOf = (error: unknown): FormFailure => {
    const said = sayFailure(error);
    return typeof said === 'string' ? { message: said } : said;
  };

  const sendValues = async (values: Values) => {
    // The field in which Enter was pressed is about to be disabled, which would drop the focus.
    submitButton.current?.focus();
    setPending(true);
    const failed = await inTime(loadModule())
      .then((module) => send(values, module))
      .catch(failureOf);
    setPending(false);
    if (!failed) return;
    const { at, ...above } = failed;
    const hasField =
      at !== undefined && Object.hasOwn(values, at) && typeof failed.message === 'string';
    setFailure(hasField ? failed : above);
    if (failed.toast) {
      showToast('error', failed.toast, { ...toast, announced: failed.toast !== failed.message });
    }
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isHeld) return;
    setFailure(undefined);
    // A password manager may fill in a field without any event. The form library reads a field when the focus leaves
    // it.
    for (const control of event.currentTarget.elements) {
      control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    }
    if (form) return form.handleSubmit(sendValues)(event);
    // A form without fields has no values.
    await sendValues({} as Values);
  };

  // Downloads the code for sending while the visitor is still typing, so that the button responds sooner, and messages
  // can be shown even if the connection is lost.
  const prepare = () => {
    if (!anybody) wakeToaster();
    // If the download fails, submitting tries again and reports the failure.
    Promise.all([loadModule(), !anybody && loadSupabase()]).catch(() => undefined);
  };

  const alert = (
    <div ref={takeOver} role="alert">
      {failure && !failure.at && (
        <div ref={intoView} className="notice form-alert">
          <p>{failure.message}</p>
          {failure.hint && <div>{failure.hint}</div>}
        </div>
      )}
    </div>
  );

  return (
    <form
      ref={keepsFocus}
      className={className}
      method="post"
      noValidate
      onFocus={prepare}
      onSubmit={(event) => void submit(event)}
      aria-busy={busy}
      data-loading={loading || undefined}
    >
      {!isAlertLast && alert}
      {notice}
      <fieldset disabled={busy} className="contents">
        <legend className="sr-only">{legend}</legend>
        {children}
      </fieldset>
      {isAlertLast && alert}
      <div className="form-buttons" data-single={!cancel || undefined}>
        <button
          ref={submitButton}
          type="submit"
          className={button.quiet ? 'button button-quiet' : 'button'}
          data-waiting={hydrated ? undefined : legend}
          disabled={!hydrated || loading}
          aria-disabled={isHeld}
        >
          {isSubmitting ? button.pending : button.label}
        </button>
        {cancel && (
          <button
            type="button"
            className="button button-quiet"
            aria-disabled={busy}
            onClick={busy ? undefined : cancel.onPress}
          >
            {cancel.label}
          </button>
        )}
      </div>
      {status !== undefined && <div role="status">{status}</div>}
    </form>
  );
}

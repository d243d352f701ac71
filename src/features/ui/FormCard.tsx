import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { hints } from '../../domain/account/messages.ts';
import { Form } from './Form.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import type { notLoadedHint } from '../../lib/service-errors.ts';
import type { ToastOptions } from './toast.ts';
import { useSubmit } from './use-submit.ts';

/** Why a form could not be sent, and what to do about it; `toast` is what a toast says besides (§5.42). */
export type FormFailure = { message: ReactNode; hint?: ReactNode; toast?: string };

type FormCardProps<Values extends FieldValues, Module> = {
  form: UseFormReturn<Values>;
  legend: string;
  /** The field that gets the focus after a failure. */
  field: Path<Values>;
  /** Downloads the module that `send` needs. */
  load: () => Promise<Module>;
  /** True where no account is needed to send it. */
  anybody?: boolean;
  /** Resolves to why the form could not be sent, or to undefined. */
  send: (module: Module, values: Values) => Promise<FormFailure | undefined>;
  /** The button: its label, its label while the form is sent, and whether it waits for something else. */
  button: { label: string; pending: string; waits?: boolean };
  toast?: ToastOptions;
  /** What to say when `load` fails, if more than why. */
  notLoaded?: (hint: ReturnType<typeof notLoadedHint>) => FormFailure;
  className?: string;
  notice?: ReactNode;
  status?: ReactNode;
  loading?: boolean;
  children: ReactNode;
};

/** A form of a few fields with one button, which says above the fields why it could not be sent. */
export function FormCard<Values extends FieldValues, Module>(props: FormCardProps<Values, Module>) {
  const { form, field, load, anybody, send, toast, notLoaded, button, children, ...frame } = props;
  const { failure, isSubmitting, ...events } = useSubmit(form, {
    field,
    load,
    send,
    notLoaded: notLoaded ?? ((hint): FormFailure => ({ message: hints[hint] })),
    ...(anybody && { anybody }),
    ...(toast && { toast }),
  });
  const alert = failure && (
    <>
      <p>{failure.message}</p>
      {failure.hint && <div>{failure.hint}</div>}
    </>
  );
  return (
    <Form {...frame} {...events} alert={alert} busy={isSubmitting || frame.loading === true}>
      {children}
      <SubmitButton
        pending={isSubmitting}
        pendingLabel={button.pending}
        disabled={button.waits ?? false}
      >
        {button.label}
      </SubmitButton>
    </Form>
  );
}

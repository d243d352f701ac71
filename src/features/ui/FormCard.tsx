import type { ReactNode } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { hints } from '../../domain/account/messages.ts';
import { Form } from './Form.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import type { ToastOptions } from './toast.ts';
import { useSubmit } from './use-submit.ts';

/** Why a form could not be sent, and what to do about it. */
type FormFailure = { message: string; hint?: ReactNode };

type FormCardProps<Values extends FieldValues, Module> = {
  form: UseFormReturn<Values>;
  legend: string;
  /** The field that gets the focus after a failure. */
  field: Path<Values>;
  /** Downloads the module that `send` needs. */
  load: () => Promise<Module>;
  /** Resolves to why the form could not be sent, or to undefined. */
  send: (module: Module, values: Values) => Promise<FormFailure | undefined>;
  /** The button: its label, its label while the form is sent, and whether it waits for something else. */
  button: { label: string; pending: string; waits?: boolean };
  toast?: ToastOptions;
  className?: string;
  notice?: ReactNode;
  status?: ReactNode;
  loading?: boolean;
  children: ReactNode;
};

/** A form of a few fields with one button, which says above the fields why it could not be sent. */
export function FormCard<Values extends FieldValues, Module>(props: FormCardProps<Values, Module>) {
  const { form, field, load, send, toast, button, children, ...frame } = props;
  const { failure, isSubmitting, ...events } = useSubmit(form, {
    field,
    load,
    send,
    notLoaded: (hint): FormFailure => ({ message: hints[hint] }),
    ...(toast && { toast }),
  });
  const alert = failure && (
    <>
      <p>{failure.message}</p>
      {failure.hint && <p>{failure.hint}</p>}
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

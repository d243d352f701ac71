import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Form } from './Form.tsx';
import { openSheet, Sheet } from './Sheet.tsx';
import { showToast } from './toast.ts';

type AskFirstProps<Values extends FieldValues> = Pick<
  ComponentProps<typeof Form<Values>>,
  'form' | 'field'
> & {
  title: string;
  children: ReactNode;
  /** The label of the button that confirms, and its label while `work` runs. */
  confirm: string;
  confirming: string;
  /** The label of the button that cancels. */
  keep: string;
  /** Runs after confirmation. If it throws, the dialog stays open and says why. */
  work: (values: Values) => Promise<unknown>;
  /** The toast after it succeeded. */
  done?: string;
  /** The sentence for an error that `work` threw. */
  sayFailure: (error: unknown) => string;
  /** Called when the dialog has closed; `isDone` is true if `work` succeeded. */
  onClose: (isDone: boolean) => void;
};

/** A confirmation dialog. It opens when it is rendered. */
export function AskFirst<Values extends FieldValues = FieldValues>(props: AskFirstProps<Values>) {
  const { title, children, form, field, confirm, confirming, keep, work, done } = props;
  const { sayFailure, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isDone = useRef(false);
  const [busy, setBusy] = useState(false);

  useEffect(() => openSheet(dialog), []);

  const send = async (values: Values) => {
    setBusy(true);
    await work(values).finally(() => setBusy(false));
    if (done) showToast('success', done);
    isDone.current = true;
    dialog.current?.close();
    return undefined;
  };

  return (
    <Sheet
      ref={dialog}
      {...{ title, busy }}
      hasFields={form !== undefined}
      onClose={() => onClose(isDone.current)}
    >
      <Form
        className="form mt-3"
        legend={title}
        {...{ form, field, send, sayFailure }}
        button={{ label: confirm, pending: confirming }}
        cancel={{ label: keep, onPress: () => dialog.current?.close() }}
      >
        <div>{children}</div>
      </Form>
    </Sheet>
  );
}

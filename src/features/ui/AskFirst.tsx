import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Form } from './Form.tsx';
import { openSheet, Sheet } from './Sheet.tsx';
import type { Elements } from './elements.ts';
import { showToast } from './toast.ts';
import './ask-first.css';

type FrameProps<Values extends FieldValues> = ComponentProps<typeof Form<Values>>;

type AskFirstProps<Values extends FieldValues> = Pick<FrameProps<Values>, 'form' | 'field'> & {
  title: string;
  /** The title as an element, if browsers must not translate a part of it (§12.54). */
  heading?: Elements;
  children: ReactNode;
  /** Fields below the text, in the given order. */
  fields?: Elements;
  /** The confirm button's label, and its label while `work` is running. */
  confirm: string;
  confirming: string;
  /** The cancel button's label. */
  keep: string;
  /**
   * Runs after the member has confirmed. If it resolves to false, the dialog stays open. If it throws, the dialog stays
   * open and shows why.
   */
  work: (values: Values) => Promise<unknown>;
  /** The toast to show after a success. */
  done?: string;
  /** The sentence for an error thrown by `work`. */
  sayFailure: NonNullable<FrameProps<Values>['sayFailure']>;
  className?: string;
  /** Called when the dialog has closed; `isDone` is true if `work` succeeded. */
  onClose: (isDone: boolean) => void;
};

/** A dialog that asks the member to confirm an action. It opens as soon as it is rendered. */
export function AskFirst<Values extends FieldValues = FieldValues>(props: AskFirstProps<Values>) {
  const { title, children, form, field, fields, confirm, confirming, keep, work, done } = props;
  const { sayFailure, heading, className = '', onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isDone = useRef(false);
  const [busy, setBusy] = useState(false);

  useEffect(() => openSheet(dialog), []);

  const send = async (values: Values) => {
    setBusy(true);
    const result = await work(values).finally(() => setBusy(false));
    if (result === false) return undefined;
    if (done) showToast('success', done);
    isDone.current = true;
    dialog.current?.close();
    return undefined;
  };

  return (
    <Sheet
      ref={dialog}
      busy={busy}
      className={`ask-first ${className}`}
      title={heading ?? title}
      hasFields={form !== undefined}
      onClose={() => onClose(isDone.current)}
    >
      <Form
        className="form mt-3"
        legend={title}
        {...{ form, field, send, sayFailure }}
        isAlertLast
        button={{ label: confirm, pending: confirming }}
        cancel={{ label: keep, onPress: () => dialog.current?.close() }}
      >
        {children ? <div>{children}</div> : null}
        {fields}
      </Form>
    </Sheet>
  );
}

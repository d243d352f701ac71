import { useEffect, useRef, type ReactNode } from 'react';
import { openSheet, Sheet } from './Sheet.tsx';
import { PressNotice } from './PressFailure.tsx';
import { showToast } from './toast.ts';
import { usePress } from './use-press.ts';

type AskFirstProps = {
  title: string;
  children: ReactNode;
  /** True if `children` has fields. */
  hasFields?: boolean;
  /** The label of the button that confirms, and its label while `work` runs. */
  confirm: string;
  confirming: string;
  /** The label of the button that cancels. */
  keep: string;
  /** Runs after confirmation. If it throws, the dialog stays open and says why. */
  work: () => Promise<unknown>;
  /** The toast after it succeeded. */
  done?: string;
  /** The sentence for an error that `work` threw. */
  sayFailure: (error: unknown) => string;
  /** Called when the dialog has closed; `isDone` is true if `work` succeeded. */
  onClose: (isDone: boolean) => void;
};

/** A confirmation dialog. It opens when it is rendered. */
export function AskFirst(props: AskFirstProps) {
  const { title, children, hasFields = false, confirm, confirming, keep, work, done } = props;
  const { sayFailure, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isDone = useRef(false);

  useEffect(() => openSheet(dialog), []);

  const { busy, result, press } = usePress(async () => {
    await work();
    if (done) showToast('success', done);
    isDone.current = true;
    dialog.current?.close();
    return undefined;
  }, sayFailure);

  return (
    <Sheet ref={dialog} {...{ title, busy, hasFields }} onClose={() => onClose(isDone.current)}>
      <div className="mt-3">{children}</div>
      <PressNotice result={result} />
      <p className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button" disabled={busy} onClick={press}>
          {busy ? confirming : confirm}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={busy}
          onClick={() => dialog.current?.close()}
        >
          {keep}
        </button>
      </p>
    </Sheet>
  );
}

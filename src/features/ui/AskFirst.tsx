import { useEffect, useRef, useState, type ReactNode } from 'react';
import { openSheet, Sheet } from './Sheet.tsx';

type AskFirstProps = {
  title: string;
  children: ReactNode;
  /** The button that does it, and its label meanwhile. */
  confirm: string;
  confirming: string;
  /** The button that leaves everything as it is. */
  keep: string;
  /** Does it. The dialog stays open and says why when this throws. */
  work: () => Promise<void>;
  /** What it says when `work` has thrown. */
  sayFailure: (error: unknown) => string;
  /** Called when the dialog has closed; `done` is true after it was done. */
  onClose: (done: boolean) => void;
};

/** A dialog that asks once more before something that cannot be taken back. It opens when it is rendered. */
export function AskFirst({
  title,
  children,
  confirm,
  confirming,
  keep,
  work,
  sayFailure,
  onClose,
}: AskFirstProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState('');
  const done = useRef(false);

  useEffect(() => openSheet(dialog), []);

  const run = async () => {
    setPending(true);
    setFailure('');
    try {
      await work();
      done.current = true;
      dialog.current?.close();
    } catch (error) {
      setFailure(sayFailure(error));
    } finally {
      setPending(false);
    }
  };

  return (
    <Sheet ref={dialog} title={title} busy={pending} onClose={() => onClose(done.current)}>
      <div className="mt-3">{children}</div>
      <div role="alert">{failure && <p className="notice mt-4">{failure}</p>}</div>
      <p className="mt-6 flex flex-wrap gap-3">
        <button type="button" className="button" disabled={pending} onClick={() => void run()}>
          {pending ? confirming : confirm}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={pending}
          onClick={() => dialog.current?.close()}
        >
          {keep}
        </button>
      </p>
    </Sheet>
  );
}

import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { openSheet, Sheet } from '../ui/Sheet.tsx';
import { CodeForm } from './CodeForm.tsx';
import { deskStatus, type Operator } from './desk-store.ts';
import { CodeContext, type AskCode } from './use-code.ts';

// ms. A code that expires during the request would be refused.
const spare = 20_000;

function CodeDialog({ onClose }: { onClose: (entered: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const entered = useRef(false);
  useEffect(() => openSheet(dialog), []);
  return (
    <Sheet
      ref={dialog}
      title="Is it you?"
      className="desk-sheet"
      onClose={() => onClose(entered.current)}
    >
      <p className="mt-3 mb-4">Money and documents need a code that is younger than 15 minutes.</p>
      <CodeForm
        onEntered={() => {
          entered.current = true;
          dialog.current?.close();
        }}
      />
    </Sheet>
  );
}

/** Lets every part of the open desk ask for the code, in one dialog, when it is no longer fresh (§22.4). */
export function CodeGate({ operator, children }: { operator: Operator; children: ReactNode }) {
  const [answer, setAnswer] = useState<(entered: boolean) => void>();
  const until = Date.parse(operator.code_until);
  const askCode: AskCode = useCallback(async () => {
    if (until - spare > Date.now()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAnswer(() => resolve);
    const entered = await promise;
    setAnswer(undefined);
    if (entered) await deskStatus.showFresh();
    return entered;
  }, [until]);

  return (
    <CodeContext value={askCode}>
      {children}
      {answer && <CodeDialog onClose={answer} />}
    </CodeContext>
  );
}

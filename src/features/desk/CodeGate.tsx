import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { lastingInFigures } from '../../domain/periods.ts';
import { serverNow } from '../../lib/clock.ts';
import { openSheet, Sheet } from '../ui/Sheet.tsx';
import { LateCodeForm } from './LateCodeForm.tsx';
import { deskStatus } from './desk-store.ts';
import type { Elements } from '../ui/elements.ts';

/**
 * Asks for the authenticator's code, unless the last one is recent enough. Resolves to false if the operator did not
 * enter it.
 */
export type AskCode = () => Promise<boolean>;

const CodeContext = createContext<AskCode>(() => Promise.resolve(false));

/** Returns the function that asks for the code. Only parts of an open desk can use it (§22.4). */
export const useCode = (): AskCode => useContext(CodeContext);

// In milliseconds. A code that expires during the request would be refused.
const spare = 20_000;

function CodeDialog({ onClose }: { onClose: (entered: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const entered = useRef(false);
  useEffect(() => openSheet(dialog), []);
  return (
    <Sheet
      ref={dialog}
      title="Confirm it is you"
      hasFields
      className="desk-sheet"
      onClose={() => onClose(entered.current)}
    >
      <p className="mt-3 mb-4">{`Money and documents need a code entered in the last ${lastingInFigures('desk code')}.`}</p>
      <LateCodeForm
        onEntered={() => {
          entered.current = true;
          dialog.current?.close();
        }}
        onLeave={() => dialog.current?.close()}
      />
    </Sheet>
  );
}

/**
 * Whether the last code stays valid for a little longer. Checked at each press, because the desk stays open for longer
 * than a code stays valid.
 */
function isFresh(): boolean {
  const status = deskStatus.$data.get().data;
  return status?.state === 'open' && Date.parse(status.code_until) - spare > serverNow();
}

/**
 * Lets every part of the open desk ask for a new code once the last one is too old (§22.4). All requests made while the
 * dialog is open get the same answer.
 */
export function CodeGate({ children }: { children: Elements }) {
  const [answer, setAnswer] = useState<(entered: boolean) => void>();
  const asked = useRef<Promise<boolean>>(undefined);
  const askCode: AskCode = useCallback(async () => {
    if (isFresh()) return true;
    const ask = async () => {
      // A list may ask for the code while rendering, when React does not allow updates to another component.
      await Promise.resolve();
      const entered = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(undefined);
      if (entered) await deskStatus.showFresh();
      asked.current = undefined;
      return entered;
    };
    asked.current ??= ask();
    return asked.current;
  }, []);

  return (
    <CodeContext value={askCode}>
      {children}
      {answer && <CodeDialog onClose={answer} />}
    </CodeContext>
  );
}

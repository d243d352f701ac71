import { useRef, useState } from 'react';
import { notLoaded } from '../../lib/service-errors.ts';
import { ToldError } from '../../lib/told-error.ts';

/**
 * Runs a button's work, and ignores further presses until the work is done. Returns whether the work is running, and
 * the result of the last press. `sayFailure` returns the message for an error thrown by `work`, unless it is a
 * ToldError; by default, the message says that a part of the page could not be downloaded. `forget` clears the result.
 */
export function usePress<Result, Args extends unknown[]>(
  work: (...args: Args) => Promise<Result>,
  sayFailure: (error: unknown) => string = notLoaded,
) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | { message: string }>();
  // A ref, because `busy` still has the last render's value.
  const running = useRef(false);
  const press = async (...args: Args) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setResult(undefined);
    setResult(
      await work(...args).catch((error: unknown) => ({
        message: error instanceof ToldError ? error.message : sayFailure(error),
      })),
    );
    setBusy(false);
    running.current = false;
  };
  return {
    busy,
    result,
    press: (...args: Args) => void press(...args),
    forget: () => setResult(undefined),
  };
}

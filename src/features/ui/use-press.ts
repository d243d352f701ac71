import { useState } from 'react';
import { notLoaded } from '../../lib/service-errors.ts';

/**
 * A button's work: whether it is under way, and what came of the last press. `sayFailure` says why the work has thrown:
 * unless given, because a part of the page could not be downloaded.
 */
export function usePress<Result>(
  work: () => Promise<Result>,
  sayFailure: (error: unknown) => string = notLoaded,
) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | { message: string }>();
  const press = async () => {
    setBusy(true);
    setResult(undefined);
    setResult(await work().catch((error: unknown) => ({ message: sayFailure(error) })));
    setBusy(false);
  };
  return { busy, result, press: () => void press() };
}

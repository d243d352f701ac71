import type { ReactNode } from 'react';
import { notDone, sayFailure as sayAnyFailure } from '../../lib/say-failure.ts';
import { PressFailure } from './PressFailure.tsx';
import { usePress } from './use-press.ts';

const sayWhy = (error: unknown) => sayAnyFailure(error, {}, { noAnswer: notDone });

type PressButtonProps = {
  work: () => Promise<unknown>;
  /** The sentence for an error that `work` threw. */
  sayFailure?: (error: unknown) => string;
  className?: string;
  disabled?: boolean;
  /** The label while it works, if that takes long. */
  busyLabel?: string;
  children: ReactNode;
};

/** A button that does some work, such as saving a file. If that fails, the reason appears next to it. */
export function PressButton(props: PressButtonProps) {
  const { work, sayFailure = sayWhy, className = 'link', disabled, busyLabel, children } = props;
  const { busy, result, press } = usePress(async () => {
    await work();
    return undefined;
  }, sayFailure);
  return (
    <>
      <button type="button" className={className} disabled={busy || disabled} onClick={press}>
        {busy ? (busyLabel ?? children) : children}
      </button>
      <PressFailure result={result} />
    </>
  );
}

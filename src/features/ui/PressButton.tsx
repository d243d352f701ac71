import type { ReactNode } from 'react';
import { notDone, sayFailure as sayWhy } from '../../lib/say-failure.ts';
import { PressFailure } from './PressFailure.tsx';
import { usePress } from './use-press.ts';

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
export function PressButton({
  work,
  sayFailure = (error) => sayWhy(error, {}, { noAnswer: notDone }),
  className = 'link',
  disabled = false,
  busyLabel,
  children,
}: PressButtonProps) {
  const { busy, result, press } = usePress(async () => {
    await work();
    return undefined;
  }, sayFailure);
  return (
    <>
      <button type="button" className={className} disabled={disabled || busy} onClick={press}>
        {busy ? (busyLabel ?? children) : children}
      </button>
      <PressFailure result={result} />
    </>
  );
}

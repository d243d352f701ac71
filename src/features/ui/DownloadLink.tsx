import type { ReactNode } from 'react';
import { notDone, sayFailure as sayWhy } from '../../lib/say-failure.ts';
import { PressFailure } from './PressFailure.tsx';
import { usePress } from './use-press.ts';

type DownloadLinkProps = {
  save: () => Promise<unknown>;
  /** The sentence for an error that `save` threw. */
  sayFailure?: (error: unknown) => string;
  className?: string;
  disabled?: boolean;
  /** The label while it saves, if that takes long. */
  saving?: string;
  children: ReactNode;
};

/** A button that saves a file. If that fails, the reason appears next to it. */
export function DownloadLink({
  save,
  sayFailure = (error) => sayWhy(error, {}, { noAnswer: notDone }),
  className = 'link',
  disabled = false,
  saving,
  children,
}: DownloadLinkProps) {
  const { busy, result, press } = usePress(async () => {
    await save();
    return undefined;
  }, sayFailure);
  return (
    <>
      <button type="button" className={className} disabled={disabled || busy} onClick={press}>
        {busy ? (saving ?? children) : children}
      </button>
      <PressFailure result={result} />
    </>
  );
}

import type { ReactNode } from 'react';
import { PressFailure } from './PressFailure.tsx';
import { usePress } from './use-press.ts';

type LoadingButtonProps = {
  /** Downloads the part of the page that the button opens. */
  load: () => Promise<unknown>;
  /** Opens it; must not throw, because that would be told as a failed download. */
  onReady: () => void;
  id?: string;
  className: string;
  children: ReactNode;
};

/**
 * A button that downloads a part of the page and opens it. The download starts when the pointer or the focus reaches
 * the button, so that the part opens without delay. If it fails, the reason appears next to the button.
 */
export function LoadingButton({ load, onReady, id, className, children }: LoadingButtonProps) {
  const { result, press } = usePress(async () => {
    await load();
    onReady();
    return undefined;
  });
  const prepare = () => {
    // A failed download is retried and reported on the click.
    load().catch(() => undefined);
  };
  return (
    <>
      <button
        type="button"
        id={id}
        className={className}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={press}
      >
        {children}
      </button>
      <PressFailure result={result} />
    </>
  );
}

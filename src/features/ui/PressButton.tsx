import type { ComponentProps } from 'react';
import { inTime } from '../../domain/in-time.ts';
import { notDone, sayFailure as sayAnyFailure } from '../../lib/say-failure.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import { keepsFocus } from './keeps-focus.ts';
import { PressFailure } from './PressFailure.tsx';
import { usePress } from './use-press.ts';
import './aria-disabled.css';

const sayWhy = (error: unknown) => sayAnyFailure(error, {}, { noAnswer: notDone });

type PressButtonProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  work: () => unknown;
  /** Downloads a part of the page that `work` opens. By default, only this download can fail. */
  load?: () => Promise<unknown>;
  /** The sentence for an error thrown by `work`. */
  sayFailure?: (error: unknown) => string;
  /** The label while the work is running, if it takes long. */
  busyLabel?: string;
  /** True to disable the button for a reason given in its label. */
  waits?: boolean;
};

/**
 * A button that does some work, such as saving a file, or that opens a part of the page. The download starts as soon as
 * the pointer or the focus reaches the button. If the work fails, the reason appears beside the button.
 */
export function PressButton(props: PressButtonProps) {
  const { work, load, className = 'link', busyLabel, waits = false, children, ...button } = props;
  const { sayFailure = load ? notLoaded : sayWhy, ...rest } = button;
  const { busy, result, press } = usePress(async () => {
    if (load) await inTime(load());
    await work();
    return undefined;
  }, sayFailure);
  // If the download fails, the press tries again and reports the failure.
  const prepare = load && (() => void load().catch(() => undefined));
  return (
    <>
      <button
        ref={keepsFocus}
        {...rest}
        type="button"
        className={className}
        aria-disabled={busy || waits}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={waits ? undefined : press}
      >
        {busy ? (busyLabel ?? children) : children}
      </button>
      <PressFailure result={result} />
    </>
  );
}

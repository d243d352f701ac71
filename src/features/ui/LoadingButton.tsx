import { useState, type ReactNode } from 'react';
import { notLoaded } from '../../lib/service-errors.ts';
import './loading-button.css';

type LoadingButtonProps = {
  /** Downloads the part of the page that the button opens. */
  load: () => Promise<unknown>;
  onReady: () => void;
  id?: string;
  className: string;
  children: ReactNode;
};

/**
 * A button that opens a part of the page which is downloaded for it: already when somebody reaches for the
 * button, so that it opens at once. It says why when the download fails.
 */
export function LoadingButton({ load, onReady, id, className, children }: LoadingButtonProps) {
  const [failure, setFailure] = useState('');
  const prepare = () => {
    // A failed download is tried again on the click, which also reports it.
    load().catch(() => undefined);
  };
  const open = async () => {
    setFailure('');
    try {
      await load();
    } catch {
      setFailure(notLoaded());
      return;
    }
    onReady();
  };
  return (
    <>
      <button
        type="button"
        id={id}
        className={className}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void open()}
      >
        {children}
      </button>
      {failure && (
        <span role="alert" className="loading-failure">
          {failure}
        </span>
      )}
    </>
  );
}

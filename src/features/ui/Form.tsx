import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import './form-card.css';
import './form.css';
import './motion.css';

type FormProps = {
  /** Names the fields for screen readers. */
  legend: string;
  /** Why the last attempt failed; it stays after its toast is gone. */
  alert: ReactNode;
  /** True while values are being loaded or sent and nothing can be typed. */
  busy: boolean;
  /** Shown between the alert and the fields. */
  notice?: ReactNode;
  /** Progress or result, below the fields. */
  status?: ReactNode;
  /** True while the values are being loaded, which turns the form into its own skeleton. */
  loading?: boolean;
  className?: string;
  onFocus?: () => void;
  onSubmit: (event: SubmitEvent) => void;
  children: ReactNode;
};

/** Scrolls into view when it appears, because the button that was pressed may be far below it. */
function Alert({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  // Instant, because a smooth scroll would stop when the focus moves to a field.
  useEffect(() => {
    notice.current?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  }, []);
  return (
    <div ref={notice} className="notice form-alert">
      {children}
    </div>
  );
}

/**
 * The frame of every form. Its method is POST, because a form sent without JavaScript would otherwise put
 * the typed text into the address.
 */
export function Form({
  legend,
  alert,
  busy,
  notice,
  status,
  loading,
  className,
  onFocus,
  onSubmit,
  children,
}: FormProps) {
  return (
    <form
      className={className ?? 'form'}
      method="post"
      noValidate
      onFocus={onFocus}
      onSubmit={onSubmit}
      aria-busy={busy}
      data-loading={loading ? true : undefined}
    >
      <div role="alert">{alert && <Alert>{alert}</Alert>}</div>
      {notice}
      <fieldset disabled={busy} className="contents">
        <legend className="sr-only">{legend}</legend>
        {children}
      </fieldset>
      {status !== undefined && <div role="status">{status}</div>}
    </form>
  );
}

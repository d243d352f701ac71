import type { ReactNode, SubmitEvent } from 'react';
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

/** Scrolls to an alert as it appears, because the button that was pressed may be far below it. */
const intoView = (alert: HTMLElement | null) =>
  // Instant, because a smooth scroll would stop when the focus moves to a field.
  alert?.scrollIntoView({ behavior: 'instant', block: 'nearest' });

/**
 * The frame of every form. Its method is POST, because a form sent without JavaScript would otherwise put
 * the typed text into the address.
 */
export function Form(props: FormProps) {
  const { legend, alert, busy, notice, status, loading, className = 'form', children } = props;
  const { onFocus, onSubmit } = props;
  return (
    <form
      className={className}
      method="post"
      noValidate
      onFocus={onFocus}
      onSubmit={onSubmit}
      aria-busy={busy}
      data-loading={loading ? true : undefined}
    >
      <div role="alert">
        {alert && (
          <div ref={intoView} className="notice form-alert">
            {alert}
          </div>
        )}
      </div>
      {notice}
      <fieldset disabled={busy} className="contents">
        <legend className="sr-only">{legend}</legend>
        {children}
      </fieldset>
      {status !== undefined && <div role="status">{status}</div>}
    </form>
  );
}

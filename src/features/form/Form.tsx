import type { ReactNode, SubmitEvent } from 'react';
import './form.css';

type FormProps = {
  /** What the fields are about, for those who hear the page. */
  legend: string;
  /** Why the last try failed: it stays readable after its toast is gone. */
  alert: ReactNode;
  /** True while nothing can be typed: on the way to the service, or from it. */
  busy: boolean;
  /** Stands between the alert and the fields. */
  notice?: ReactNode;
  /** What is going on or came of it, below the fields. */
  status?: ReactNode;
  /** True while the values are on their way: the form is then its own skeleton. */
  loading?: boolean;
  className?: string;
  onFocus: () => void;
  onSubmit: (event: SubmitEvent) => void;
  children: ReactNode;
};

/**
 * The frame of every form. Its method is POST, because a form sent without scripts would otherwise put
 * what was typed into the address.
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
      <div role="alert">{alert && <div className="notice">{alert}</div>}</div>
      {notice}
      <fieldset disabled={busy} className="contents">
        <legend className="sr-only">{legend}</legend>
        {children}
      </fieldset>
      {status !== undefined && <div role="status">{status}</div>}
    </form>
  );
}

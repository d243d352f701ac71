import { useId, type ComponentPropsWithRef } from 'react';
import './field-check.css';
import './field.css';

type CheckProps = ComponentPropsWithRef<'input'> & {
  /** The message below the checkbox, which is invalid as long as there is a message. */
  error?: string | undefined;
};

// The box has got the focus before its message appears, which may be out of sight.
const intoView = (message: HTMLElement | null) => {
  if (message?.previousElementSibling?.contains(document.activeElement)) {
    message.scrollIntoView({ block: 'nearest' });
  }
};

/** A checkbox labelled by its children, with its error linked to it (§5.44). */
export function Check({ error, children, 'aria-describedby': text, ...input }: CheckProps) {
  const id = useId();
  return (
    <>
      <label className="field-check">
        <input
          aria-invalid={error ? true : undefined}
          aria-describedby={[text, error && id].filter(Boolean).join(' ') || undefined}
          {...input}
          type="checkbox"
        />
        <span>{children}</span>
      </label>
      {error && (
        <p ref={intoView} id={id} className="field-error">
          {error}
        </p>
      )}
    </>
  );
}

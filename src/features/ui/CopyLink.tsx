import { useState, type ComponentProps } from 'react';
import './control.css';

type CopyLinkProps = ComponentProps<'button'> & {
  link: () => string;
  /** Shown once the link is copied. */
  done: string;
};

/** A button that copies a link. If the browser does not allow copying, the link is shown instead. */
export function CopyLink({ link, done, ...button }: CopyLinkProps) {
  const [result, setResult] = useState<'copied' | 'refused'>();

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link());
      setResult('copied');
    } catch {
      setResult('refused');
    }
  };

  return (
    <>
      <button type="button" {...button} onClick={() => void copy()} />
      <div role="status" className="bold text-leaf">
        {result === 'copied' && <p>{done}</p>}
        {result === 'refused' && (
          <label>
            Your browser does not allow copying. Here is the link:
            <input
              className="control"
              type="text"
              readOnly
              value={link()}
              onFocus={({ target }) => target.select()}
            />
          </label>
        )}
      </div>
    </>
  );
}

import { useState, type ComponentProps } from 'react';
import './control.css';

type CopyLinkProps = ComponentProps<'button'> & {
  link: () => string;
  /** Shown once it is copied. */
  done: string;
};

/** A button that copies a link, or shows it if the browser refuses to copy. */
export function CopyLink({ link, done, ...button }: CopyLinkProps) {
  const [copied, setCopied] = useState(false);
  const [refused, setRefused] = useState('');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link());
      setRefused('');
      setCopied(true);
    } catch {
      setCopied(false);
      setRefused(link());
    }
  };

  return (
    <>
      <button type="button" {...button} onClick={() => void copy()} />
      <div role="status" className="bold text-leaf">
        {copied && <p>{done}</p>}
        {refused && (
          <label>
            Your browser does not allow copying. Here is the link:
            <input
              className="control"
              type="text"
              readOnly
              value={refused}
              onFocus={({ target }) => target.select()}
            />
          </label>
        )}
      </div>
    </>
  );
}

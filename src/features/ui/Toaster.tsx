import alertCircle from '../../assets/icons/alert-circle.svg?raw';
import circleCheck from '../../assets/icons/circle-check.svg?raw';
import { useEffect } from 'react';
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { useHydrated } from './use-hydrated.ts';
import { showCarriedToast } from './carried-toast.ts';
import { startToasts, type Toast } from './toast.ts';
import './toasts.css';

const errors: string[] = [];

function start({ tone, message, options: { duration, announced = true } }: Toast): void {
  // After a success, earlier errors no longer apply.
  if (tone === 'success') for (const error of errors.splice(0)) toast.dismiss(error);
  const id = toast[tone](message, {
    duration,
    ariaProps: { role: 'status', 'aria-live': announced ? 'polite' : 'off' },
  });
  if (tone === 'error') errors.push(id);
}

/**
 * The page's toasts. Their wrapper in the layout is the live region. The list stays hidden until the first toast, so
 * that `client:visible` does not download anything before then.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  const shown = useHydrated() ? toasts.filter(({ visible }) => visible) : [];
  useEffect(() => {
    showCarriedToast();
    startToasts(start);
  }, []);

  return (
    <ul className="toasts" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {shown.map((item) => (
        <li
          key={item.id}
          className="toast"
          data-tone={item.type}
          aria-hidden={item.ariaProps['aria-live'] === 'off'}
        >
          {/* `Icon` would be a separate file, and the login's budget has no room for it (bench/intents.ts). */}
          <span
            className="contents"
            aria-hidden="true"
            dangerouslySetInnerHTML={{ __html: item.type === 'error' ? alertCircle : circleCheck }}
          />
          <span>{resolveValue(item.message, item)}</span>
        </li>
      ))}
    </ul>
  );
}

import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { createRoot } from 'react-dom/client';
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { adoptStyles } from '../../lib/adopt-styles.ts';
import styles from '../../styles/toasts.css?inline';

export { toast };

/** Only the list: the layout's place around it is the live region, so that the first toast is heard too. */
function ToastList() {
  const { toasts, handlers } = useToaster();
  return (
    <ul className="toast-list" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts
        .filter(({ visible }) => visible)
        .map((item) => (
          <li key={item.id} className="toast" data-tone={item.type}>
            {item.type === 'error' ? (
              <IconAlertCircle aria-hidden />
            ) : (
              <IconCircleCheck aria-hidden />
            )}
            {resolveValue(item.message, item)}
          </li>
        ))}
    </ul>
  );
}

let mounted = false;

/** Draws the toasts of this page into the place the layout keeps for them; further calls do nothing. */
export function mountToasts(): void {
  if (mounted) return;
  const place = document.getElementById('toasts');
  if (!place) throw new Error('The layout has no place for toasts (#toasts).');
  mounted = true;
  adoptStyles(styles);
  createRoot(place).render(<ToastList />);
}

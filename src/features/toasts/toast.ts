import { toast } from 'react-hot-toast/headless';

type Tone = 'success' | 'error';

export type ToastOptions = {
  /** How long it stays, in ms; 2000 for a success and 4000 for an error by default (§9.12). */
  duration?: number;
  /** False where the same words stand in an alert, so that a screen reader says them once. */
  announced?: boolean;
};

/** Profile and password toasts stay for 3000 ms (§9.14). */
export const centred: ToastOptions = { duration: 3000 };

/** Has the toaster of this page hydrated: it is not displayed, and so not near, before (Toaster.tsx). */
export function wakeToaster(): void {
  document.documentElement.dataset['toast'] = '';
}

/** Shows a toast on this page. */
export function showToast(
  tone: Tone,
  message: string,
  { duration, announced = true }: ToastOptions = {},
): void {
  wakeToaster();
  toast[tone](message, {
    duration,
    ariaProps: { role: 'status', 'aria-live': announced ? 'polite' : 'off' },
  });
}

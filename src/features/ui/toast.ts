type Tone = 'success' | 'error';

export type ToastOptions = {
  /** How long it stays, in ms; by default 2000 for a success and 4000 for an error (§9.12). */
  duration?: number;
  /** False when an alert has the same words, so that a screen reader says them once (§5.42). */
  announced?: boolean;
  /** True for the toast of a new member, whose seat the next page fills (§13.18). */
  welcome?: boolean;
};

/** Profile and password toasts stay for 3000 ms (§9.14). */
export const longerToast: ToastOptions = { duration: 3000 };

export type Toast = { tone: Tone; message: string; options: ToastOptions };

// The toaster and its library are downloaded for the first toast.
let waiting: Toast[] = [];
let show = (toast: Toast): void => {
  waiting.push(toast);
};

/** Passes all toasts to `start` from now on, first those that waited for the toaster. */
export function startToasts(start: (toast: Toast) => void): void {
  show = start;
  for (const toast of waiting) show(toast);
  waiting = [];
}

/**
 * Displays the toaster of this page, which hydrates it (Toaster.tsx). After a failed download the next toast
 * tries again.
 */
export function wakeToaster(): void {
  document.querySelector('#toasts astro-island')?.addEventListener('astro:hydration-error', renew);
  document.documentElement.dataset['toast'] ??= '';
}

/** Puts back a toaster that could not be downloaded. Its toasts are dropped, because they would come late. */
function renew(event: Event): void {
  const island = event.currentTarget;
  if (!(island instanceof HTMLElement)) return;
  waiting = [];
  delete document.documentElement.dataset['toast'];
  island.replaceWith(island.cloneNode(true));
}

/** Shows a toast, after downloading the toaster if this is the first. */
export function showToast(tone: Tone, message: string, options: ToastOptions = {}): void {
  wakeToaster();
  show({ tone, message, options });
}

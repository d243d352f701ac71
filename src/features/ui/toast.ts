type Tone = 'success' | 'error';

export type ToastOptions = {
  /** How long the toast stays, in milliseconds; by default 2000 for a success and 4000 for an error (§9.12). */
  duration?: number;
  /** False if an alert has the same text, so that screen readers announce it only once (§5.42). */
  announced?: boolean;
  /** True for the toast that greets a new member: the next page then fills their seat (§13.18). */
  welcome?: boolean;
};

/** Toasts about the profile and the password stay for 3000 ms (§9.14). */
export const longerToast: ToastOptions = { duration: 3000 };

export type Toast = { tone: Tone; message: string; options: ToastOptions };

// Toasts wait here, because the toaster and its library are downloaded only with the first toast.
let waiting: Toast[] = [];
let show = (toast: Toast): void => {
  waiting.push(toast);
};

/** Passes the toasts that were waiting for the toaster, and every later toast, to `start`. */
export function startToasts(start: (toast: Toast) => void): void {
  show = start;
  for (const toast of waiting) show(toast);
  waiting = [];
}

/**
 * Makes the page's toaster visible, so that it hydrates (Toaster.tsx). After a failed download, the next toast tries
 * again.
 */
export function wakeToaster(): void {
  document.querySelector('#toasts astro-island')?.addEventListener('astro:hydration-error', renew);
  document.documentElement.dataset['toast'] ??= '';
}

/** Used if the toaster could not be downloaded. Drops the waiting toasts, because they would come too late. */
function renew(event: Event): void {
  const island = event.currentTarget;
  if (!(island instanceof HTMLElement)) return;
  waiting = [];
  delete document.documentElement.dataset['toast'];
  island.replaceWith(island.cloneNode(true));
}

/** Shows a toast. For the first one, downloads the toaster. */
export function showToast(tone: Tone, message: string, options: ToastOptions = {}): void {
  wakeToaster();
  show({ tone, message, options });
}

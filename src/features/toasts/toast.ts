type Tone = 'success' | 'error';

/** How long a toast stays, in ms; by default 2000 for success and 4000 for errors (spec §9). */
export type ToastOptions = { duration?: number };

/** Profile and password toasts: top centre, where all toasts are drawn, for 3000 ms (spec §9). */
export const centred: ToastOptions = { duration: 3000 };

/** Downloads what draws the toasts. */
export function loadToasts() {
  return import('./toast-list.tsx');
}

/**
 * Shows a toast. What draws it is downloaded with the first one; where that fails, the message is
 * lost, so every failure is also told beside the form it belongs to.
 */
export async function showToast(
  tone: Tone,
  message: string,
  options: ToastOptions = {},
): Promise<void> {
  const list = await loadToasts().catch(() => undefined);
  list?.mountToasts();
  list?.toast[tone](message, options);
}

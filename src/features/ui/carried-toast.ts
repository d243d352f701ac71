import * as v from 'valibot';
import { storageKeys } from '../../lib/storage-keys.ts';
import { showToast, type ToastOptions } from './toast.ts';

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    message: v.string(),
    options: v.object({ duration: v.optional(v.number()) }),
  }),
);

/** Keeps a success message for the next page. */
export function carryToast(message: string, options: ToastOptions = {}): void {
  try {
    sessionStorage.setItem(storageKeys.carriedToast, JSON.stringify({ message, options }));
  } catch {
    // Storage is blocked or full: the message is lost, but the navigation goes on.
  }
}

/** Shows the message that the previous page kept, once. */
export function showCarriedToast(): void {
  let kept: string | null;
  try {
    kept = sessionStorage.getItem(storageKeys.carriedToast);
    sessionStorage.removeItem(storageKeys.carriedToast);
  } catch {
    return;
  }
  const toast = v.safeParse(schema, kept);
  if (toast.success) showToast('success', toast.output.message, toast.output.options);
}

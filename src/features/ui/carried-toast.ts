import * as v from 'valibot';
import { kept } from '../../lib/kept.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { showToast, type ToastOptions } from './toast.ts';

const carried = kept(
  storageKeys.carriedToast,
  v.object({ message: v.string(), options: v.object({ duration: v.optional(v.number()) }) }),
  'session',
);

/** Keeps a success message, so that the next page shows it. */
export function carryToast(message: string, options: ToastOptions = {}): void {
  carried.keep({ message, options });
}

/** Shows, once, the message that the previous page kept. */
export function showCarriedToast(): void {
  const toast = carried.read();
  carried.forget();
  if (toast) showToast('success', toast.message, toast.options);
}

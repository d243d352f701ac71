import { isInApp } from './in-app-browser.ts';
import { ToldError } from './told-error.ts';

// The menus of most apps' browsers have only this name for it.
const elsewhere = 'Open this page in Chrome or Safari, with ‘Open in browser’ in the app’s menu.';
const cannotSave = `This app’s browser cannot save files. ${elsewhere}`;

/** The message for browsers that ignore printing. */
export const cannotPrint = `This app’s browser cannot print. ${elsewhere}`;

/** Throws ToldError if this browser is part of another app and can neither save a file nor share it (§12.55). */
export function requireSaving(): void {
  if (isInApp(navigator.userAgent) && !('canShare' in navigator)) throw new ToldError(cannotSave);
}

/** Shares a file with another app or saves it to the device's own files. Throws ToldError. */
async function share(file: File): Promise<void> {
  const shared = { files: [file] };
  if (!navigator.canShare(shared)) throw new ToldError(cannotSave);
  try {
    await navigator.share(shared);
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    throw new ToldError(isClosed ? 'You have not saved the file.' : cannotSave);
  }
}

/**
 * Saves bytes as a file on this device. Browsers inside other apps silently ignore downloads, so the file is shared
 * instead. Throws ToldError if sharing is impossible or was cancelled (§12.55).
 */
export async function saveBytes(bytes: Blob, name: string): Promise<void> {
  requireSaving();
  if (isInApp(navigator.userAgent)) {
    await share(new File([bytes], name, { type: bytes.type }));
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // Safari reads the address only a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Prints the page. Throws ToldError if the browser cannot print, or would silently ignore the request (§12.55). */
export function printPage(): void {
  if (isInApp(navigator.userAgent) || !('print' in window)) throw new ToldError(cannotPrint);
  print();
}

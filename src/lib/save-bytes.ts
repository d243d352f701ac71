import { isInApp } from './in-app-browser.ts';
import { ToldError } from './told-error.ts';

// The browsers of most apps have no other word for it in their menu.
const elsewhere = 'Open this page in Chrome or Safari, with ‘Open in browser’ in the app’s menu.';
const cannotSave = `This app’s browser cannot save files. ${elsewhere}`;

/** Said where printing is ignored. */
export const cannotPrint = `This app’s browser cannot print. ${elsewhere}`;

/** Throws ToldError if this browser, which is part of another app, can neither save nor share a file (§12.55). */
export function requireSaving(): void {
  if (isInApp(navigator.userAgent) && !('canShare' in navigator)) throw new ToldError(cannotSave);
}

/** Shares a file with another app or the device's own files. Throws ToldError. */
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
 * Saves bytes as a file on this device. The browsers of other apps ignore downloads without a word, so there the file is
 * shared. Throws ToldError if that cannot be, or was not done (§12.55).
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
  // Safari reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Prints the page. Throws ToldError where the browser has no printing, or ignores it without a word (§12.55). */
export function printPage(): void {
  if (isInApp(navigator.userAgent) || !('print' in window)) throw new ToldError(cannotPrint);
  print();
}

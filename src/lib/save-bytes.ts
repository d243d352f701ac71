/** Saves bytes as a file on this device. */
export function saveBytes(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  // Safari reads the address a moment after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

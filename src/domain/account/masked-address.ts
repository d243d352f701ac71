/** Shortens an email address so that its owner recognises it and others cannot use it: 'p…@example.com'. */
export function maskedAddress(address: string): string {
  const [first = ''] = address;
  return `${first}…${address.slice(address.lastIndexOf('@'))}`;
}

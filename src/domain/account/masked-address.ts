/** An address that its owner recognises and others cannot use: 'p…@example.com'. */
export function maskedAddress(address: string): string {
  const [first = ''] = address;
  return `${first}…${address.slice(address.lastIndexOf('@'))}`;
}

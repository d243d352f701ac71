// So long an address still fits in one line of a card on the smallest phone, in bold.
const shortAddress = 26;

type MailAddressProps = { address: string; strong?: boolean };

/**
 * An email address within a sentence. If it does not fit on the line, a short one moves to the next, and a long one
 * breaks before the '@' if that is enough.
 */
export function MailAddress({ address, strong = false }: MailAddressProps) {
  const at = address.lastIndexOf('@');
  return (
    <bdi translate="no" className={`wrap-anywhere ${strong ? 'bold' : ''}`}>
      {address.slice(0, at)}
      {address.length > shortAddress && <wbr />}
      {address.slice(at)}
    </bdi>
  );
}

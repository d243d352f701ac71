type MailAddressProps = { address: string; strong?: boolean };

/** An email address within a sentence. If it does not fit on the line, it breaks before the '@' if that is enough. */
export function MailAddress({ address, strong = false }: MailAddressProps) {
  const at = address.lastIndexOf('@');
  return (
    <bdi translate="no" className={`wrap-anywhere ${strong ? 'bold' : ''}`}>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}

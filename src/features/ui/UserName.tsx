/** Tells password managers whose password a form sets or asks for (§5.55). Hidden from readers. */
export function UserName({ email }: { email: string | undefined }) {
  return (
    <input
      type="email"
      name="username"
      autoComplete="username"
      value={email ?? ''}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  );
}

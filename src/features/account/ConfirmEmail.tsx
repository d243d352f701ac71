import { hints } from '../../domain/account/messages.ts';
import type { MailLink } from '../../lib/account-link.ts';
import { inTime } from '../../domain/in-time.ts';
import { keepsFocus } from '../ui/keeps-focus.ts';
import { usePress } from '../ui/use-press.ts';

/**
 * Shown to a visitor who opened the link of a confirmation mail (§6.22). Only the button spends the token, so that a
 * mail scanner that opens the page does not use it up.
 */
export default function ConfirmEmail({ link }: { link: MailLink }) {
  const { busy, result, press } = usePress(async () =>
    (await inTime(import('./account.ts'))).confirmEmail(link),
  );

  if (result === 'confirmed') {
    return (
      <p role="status" className="notice notice-calm mb-6">
        {hints.addressConfirmed}
      </p>
    );
  }
  if (result === 'expired') {
    return (
      <p role="alert" className="notice mb-6">
        {hints.linkExpired} {hints.newMailAtLogin}
      </p>
    );
  }
  return (
    <div className="notice notice-calm mb-6">
      <p>Press the button to confirm that this address is yours.</p>
      <button
        ref={keepsFocus}
        type="button"
        className="button mt-3"
        aria-disabled={busy}
        onClick={press}
      >
        {busy ? 'Confirming ...' : 'Confirm my address'}
      </button>
      <p role="alert">{result?.message}</p>
    </div>
  );
}

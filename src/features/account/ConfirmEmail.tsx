import { useState } from 'react';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { inTime } from '../../domain/in-time.ts';
import type { MailLink } from '../../lib/account-link.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import { ToldError } from '../../lib/told-error.ts';
import { PressButton } from '../ui/PressButton.tsx';

/**
 * For a visitor who opened the link in a confirmation mail (§6.22). Only the button uses the token, so that an email
 * scanner that opens the page does not use it up.
 */
export default function ConfirmEmail({ link }: { link: MailLink }) {
  const [end, setEnd] = useState<'confirmed' | 'expired'>();
  const confirm = async () => {
    const { confirmEmail } = await inTime(import('./account.ts'));
    const confirmation = await confirmEmail(link);
    if (typeof confirmation === 'object') throw new ToldError(confirmation.message);
    setEnd(confirmation);
  };

  if (end === 'confirmed') {
    return (
      <p role="status" className="notice notice-calm mb-6">
        Your address is confirmed. You can log in now.
      </p>
    );
  }
  if (end === 'expired') {
    return (
      <p role="alert" className="notice mb-6">
        {`${settingsMessages.linkExpired} Log in below: if your address is not confirmed yet, you can ask for a new email there.`}
      </p>
    );
  }
  return (
    <div className="notice notice-calm mb-6">
      <p>Please confirm that this address is yours.</p>
      <PressButton
        className="button mt-3"
        work={confirm}
        sayFailure={notLoaded}
        busyLabel="Confirming ..."
      >
        Confirm my address
      </PressButton>
    </div>
  );
}

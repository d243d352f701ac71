import { useState } from 'react';
import { hints } from '../../domain/account/messages.ts';
import type { Confirmation } from './account.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import type { MailLink } from '../../lib/mail-link.ts';

type State = 'ask' | 'pending' | Confirmation;

/**
 * Shown to somebody who opened the link of a confirmation mail (§6.22). Only the button spends the token,
 * so that a mail scanner that opens the page does not use it up.
 */
export function ConfirmEmail({ link }: { link: MailLink }) {
  const [state, setState] = useState<State>('ask');

  const confirm = async () => {
    setState('pending');
    const result = await import('./account.ts').then(
      ({ confirmEmail }) => confirmEmail(link),
      (): Confirmation => ({ message: notLoaded() }),
    );
    setState(result);
  };

  if (state === 'confirmed') {
    return (
      <p role="status" className="notice notice-calm mb-6">
        {hints.addressConfirmed}
      </p>
    );
  }
  if (state === 'expired') {
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
        type="button"
        className="button mt-3"
        disabled={state === 'pending'}
        onClick={() => void confirm()}
      >
        {state === 'pending' ? 'Confirming ...' : 'Confirm my address'}
      </button>
      <p role="alert">{typeof state === 'object' && state.message}</p>
    </div>
  );
}

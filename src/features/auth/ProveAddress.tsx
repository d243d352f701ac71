import { lasting } from '../../domain/periods.ts';
import type { ReactNode } from 'react';
import { usePress } from '../ui/use-press.ts';
import { useCountdown } from '../ui/use-countdown.ts';
import { MailAddress } from '../ui/MailAddress.tsx';

// Seconds between two links to one address.
const pause = 60;

type ProveAddressProps = {
  /** The address of the account, which the member has not proven. */
  address: string;
  /** What the proof is good for here. */
  children: ReactNode;
};

/** Offers our own link, by which the member proves the address of the account (§15.29, §15.30). */
export function ProveAddress({ address, children }: ProveAddressProps) {
  const { seconds, start } = useCountdown();
  const { busy, result, press } = usePress(async () => {
    const { askForLink } = await import('./address-proof.ts');
    const asked = await askForLink();
    if ('state' in asked) start(pause);
    return asked;
  });
  const sent = result && 'state' in result;

  return (
    <div className="prove-address">
      <p>{children}</p>
      <button
        type="button"
        className="button button-quiet mt-3"
        disabled={busy || seconds > 0}
        onClick={press}
      >
        {busy && 'Sending ...'}
        {!busy && (seconds > 0 ? `Send again in ${seconds} s` : 'Send me the link')}
      </button>
      {(busy || result) && (
        <p role="status" className="mt-2">
          {sent && result.state === 'proven' && 'This address is proven already.'}
          {sent && result.state === 'sent' && (
            <>
              The link is on its way to <MailAddress address={address} />. It works once, for{' '}
              {lasting('address link')}. Open it and press the button there; look under spam too.
            </>
          )}
        </p>
      )}
      {result && !sent && (
        <p role="alert" className="mt-2">
          {result.message}
        </p>
      )}
    </div>
  );
}

import { lasting } from '../../domain/periods.ts';
import { useState, type ReactNode } from 'react';
import { useCountdown } from '../ui/use-countdown.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import type { AskedLink } from './address-proof.ts';

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
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState<AskedLink>();
  const { seconds, start } = useCountdown();
  const sent = asked && 'state' in asked;

  const ask = async () => {
    setAsking(true);
    setAsked(undefined);
    const answer = await import('./address-proof.ts').then(
      ({ askForLink }) => askForLink(),
      () => ({ message: notLoaded() }),
    );
    setAsking(false);
    setAsked(answer);
    if ('state' in answer) start(pause);
  };

  return (
    <div className="prove-address">
      <p>{children}</p>
      <button
        type="button"
        className="button button-quiet mt-3"
        disabled={asking || seconds > 0}
        onClick={() => void ask()}
      >
        {asking && 'Sending ...'}
        {!asking && (seconds > 0 ? `Send again in ${seconds} s` : 'Send me the link')}
      </button>
      {(asking || asked) && (
        <p role="status" className="mt-2">
          {sent && asked.state === 'proven' && 'This address is proven already.'}
          {sent && asked.state === 'sent' && (
            <>
              The link is on its way to <MailAddress address={address} />. It works once, for{' '}
              {lasting('address link')}. Open it and press the button there; look under spam too.
            </>
          )}
        </p>
      )}
      {asked && !sent && (
        <p role="alert" className="mt-2">
          {asked.message}
        </p>
      )}
    </div>
  );
}

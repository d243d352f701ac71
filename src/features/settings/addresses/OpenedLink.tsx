import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { hints } from '../../../domain/account/messages.ts';
import { notLoaded } from '../../../lib/service-errors.ts';
import { $session } from '../../../lib/session-store.ts';
import { $addressLink, forgetMailedLink } from './address-link.ts';
import type { SpentLink } from '../../auth/address-proof.ts';
import { MailAddress } from '../../ui/MailAddress.tsx';
import { ProveAddress } from '../../auth/ProveAddress.tsx';

function Useless({ reason }: { reason: string }) {
  const session = useStore($session, { ssr: 'initial' });
  return (
    <>
      <p>{reason}</p>
      {session.status === 'authenticated' && (
        <ProveAddress address={session.member.email}>
          A new link proves <MailAddress address={session.member.email} />, the address of this
          account.
        </ProveAddress>
      )}
    </>
  );
}

function Ask({ token, onSpent }: { token: string; onSpent: (spent: SpentLink) => void }) {
  const [spending, setSpending] = useState(false);
  const [message, setMessage] = useState('');

  const spend = async () => {
    setSpending(true);
    setMessage('');
    const spent = await import('../../auth/address-proof.ts').then(
      ({ spendLink }) => spendLink(token),
      () => ({ message: notLoaded() }),
    );
    setSpending(false);
    // Whoever got no answer can press again.
    if ('message' in spent) setMessage(spent.message);
    else onSpent(spent);
  };

  return (
    <>
      <p>
        Press the button to prove to us that the address our mail went to is yours. The link is then
        used up.
      </p>
      <button
        type="button"
        className="button mt-3"
        disabled={spending}
        onClick={() => void spend()}
      >
        {spending ? 'Proving ...' : 'Prove this address'}
      </button>
      <p role="alert" className="mt-2">
        {message}
      </p>
    </>
  );
}

function Outcome({ spent }: { spent: Exclude<SpentLink, { message: string }> }) {
  if ('address' in spent) {
    return (
      <p>
        <MailAddress strong address={spent.address} /> is proven to be yours.{' '}
        <a className="text-link" href="/dashboard/main">
          Your dashboard
        </a>{' '}
        now offers what you bought with it and the free mock interview, and{' '}
        <a className="text-link" href="/dashboard/sessions">
          your sessions
        </a>{' '}
        the packs that are shared with you.
      </p>
    );
  }
  return (
    <Useless
      reason={
        spent.state === 'spent' ? `${hints.linkExpired} Nothing was changed.` : hints.otherAccount
      }
    />
  );
}

/**
 * Shown to a member who opened the link of our mail (§15.60). Only the button spends the token, so that a
 * mail scanner that opens the page does not use it up.
 */
export function OpenedLink() {
  const link = useStore($addressLink, { ssr: 'initial' });
  const [spent, setSpent] = useState<Exclude<SpentLink, { message: string }>>();
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that was pressed is gone.
  useEffect(() => {
    if (spent) heading.current?.focus();
  }, [spent]);

  const onSpent = (answer: SpentLink) => {
    forgetMailedLink();
    if (!('message' in answer)) setSpent(answer);
  };

  if (!link) return null;
  return (
    <section aria-labelledby="opened-link" className="notice notice-calm mb-6">
      <h4 id="opened-link" ref={heading} tabIndex={-1} className="font-display text-xl text-ink">
        Prove your address
      </h4>
      <div role="status">{spent && <Outcome spent={spent} />}</div>
      {!spent && link === 'incomplete' && <Useless reason={hints.linkIncomplete} />}
      {!spent && link !== 'incomplete' && <Ask token={link.token} onSpent={onSpent} />}
    </section>
  );
}

import { useStore } from '@nanostores/react';
import { hints } from '../../../domain/account/messages.ts';
import { $session } from '../../../lib/session-store.ts';
import { ProveAddress } from '../../auth/ProveAddress.tsx';
import { MailAddress } from '../../ui/MailAddress.tsx';
import { $addressLink } from '../mailed-link.ts';
import { MailedLink } from '../MailedLink.tsx';

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

function Proven({ address }: { address: string }) {
  return (
    <p>
      <MailAddress strong address={address} /> is proven to be yours.{' '}
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

/** The link of our mail that proves an address (§15.60). */
export function OpenedLink() {
  return (
    <MailedLink
      id="opened-link"
      $link={$addressLink}
      title="Prove your address"
      ask="Press the button to prove to us that the address our mail went to is yours. The link is then used up."
      confirm="Prove this address"
      confirming="Proving ..."
      spend={async (token) => (await import('../../auth/address-proof.ts')).spendLink(token)}
      incomplete={<Useless reason={hints.linkIncomplete} />}
    >
      {(spent) => {
        if ('address' in spent) return <Proven {...spent} />;
        const isSpent = spent.state === 'spent';
        return (
          <Useless
            reason={isSpent ? `${hints.linkExpired} Nothing was changed.` : hints.otherAccount}
          />
        );
      }}
    </MailedLink>
  );
}

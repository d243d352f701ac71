import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { MailAddress } from '../ui/MailAddress.tsx';
import { ProveAddress } from '../auth/ProveAddress.tsx';
import type { Invitation } from '../packs/practice-schema.ts';
import { $unprovenAddress } from '../packs/practice-store.ts';
import { showToast } from '../ui/toast.ts';
import { acceptInvitation } from './bookings.ts';
import { sharedBy, sharedPack } from './second-person.ts';
import { sessionFailure } from './session-failure.ts';
import './second-person.css';

// Few members are invited, so the form's code comes on demand.
const OneInvitation = lazy(() => import('./OneInvitation.tsx'));

async function accept({ order }: Invitation): Promise<string | undefined> {
  try {
    await acceptInvitation(order);
  } catch (refused) {
    const { message } = sessionFailure(refused, navigator.onLine);
    // An invitation that is no longer open is gone from the page, and its message with it.
    showToast('error', message);
    return message;
  }
  showToast('success', 'The pack is shared with you now. Book your sessions below.');
  return undefined;
}

/** The packs that are shared with the member and wait for an answer (§15.25). */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <Suspense fallback={<p role="status">Loading your invitation</p>}>
      <ul className="shared-packs">
        {invitations.map((invitation) => (
          <OneInvitation
            key={invitation.order}
            heading={sharedBy(invitation)}
            onAccept={() => accept(invitation)}
          >
            {sharedPack(invitation)}. You book and cancel your own sessions; payments and receipts
            stay with the buyer. The invitation went to <MailAddress address={invitation.address} />
            .
          </OneInvitation>
        ))}
      </ul>
    </Suspense>
  );
}

/** Asks for the proof without which no invitation is shown, so that nobody takes another's (§15.30). */
export function ProofForInvitations() {
  const unproven = useStore($unprovenAddress, { ssr: 'initial' });
  if (!unproven) return null;
  return (
    <div className="prove-for-invitations">
      <ProveAddress address={unproven}>
        Were you named as the second person of a pack? Prove that <MailAddress address={unproven} />{' '}
        is yours, and the invitation appears here. An invitation to another address needs the proof
        of that one, under{' '}
        <a className="text-link" href="/dashboard/settings#addresses">
          Settings
        </a>
        .
      </ProveAddress>
    </div>
  );
}

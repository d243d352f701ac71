import { useStore } from '@nanostores/react';
import { atom, computed } from 'nanostores';
import { Suspense, useState } from 'react';
import { inTime } from '../../domain/in-time.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { mailedLink } from '../../lib/our-link.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import type { Invitation } from './my-sessions-schema.ts';
import { $unproven } from './my-sessions-store.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { late } from '../ui/late.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Sentence, type Words } from '../ui/Sentence.tsx';

// Loaded late, because few members are invited.
const OneInvitation = late(() => import('./OneInvitation.tsx'));

const $invitationLink = mailedLink('invitation');

const $isOpened = atom(false);

const OpenedInvitation = late(() =>
  inTime(import('./OpenedInvitation.tsx')).catch((error: unknown) => {
    // Otherwise, the page would wait for it forever.
    $isOpened.set(true);
    throw error;
  }),
);

/**
 * Whether an invitation's link is still being redeemed. Meanwhile, the page would ask the member to verify the address
 * that the link is about to verify.
 */
export const $isOpening = computed(
  [$invitationLink, $isOpened],
  (link, isOpened) => link?.token !== undefined && !isOpened,
);

/** The link of an invitation that opened the page (§15.76). */
export function InvitationLink() {
  const link = useStore($invitationLink, { ssr: 'initial' });
  return (
    <Suspense fallback={null}>
      {link && <OpenedInvitation link={link} onOpened={() => $isOpened.set(true)} />}
    </Suspense>
  );
}

type InvitationsProps = {
  invitations: readonly Invitation[];
  /** The version of the terms that are in force. */
  terms: string;
  goTo: (...ids: string[]) => void;
};

/** Invitations to share a pack that the member has not answered yet (§15.25). */
export function Invitations({ invitations, goTo, ...rest }: InvitationsProps) {
  const [declined, setDeclined] = useState<Words>();
  return (
    <>
      {/* Never mounted again, because screen readers announce only what changes inside it. */}
      <p
        id="declined"
        role="status"
        tabIndex={-1}
        className={declined && 'notice notice-calm mt-6'}
      >
        {declined && <Sentence words={declined} />}
      </p>
      {invitations.length > 0 && (
        <Suspense
          fallback={
            // Hides what the invitation would push down.
            <Loading className="loading-page member-loading next-loading mt-8">
              Loading your invitation
            </Loading>
          }
        >
          <ul className="mt-8 grid gap-4">
            {invitations.map((invitation) => (
              <OneInvitation
                key={invitation.order}
                {...{ ...rest, goTo, invitation }}
                onDeclined={(said) => {
                  setDeclined(said);
                  goTo('declined');
                }}
              />
            ))}
          </ul>
        </Suspense>
      )}
    </>
  );
}

/**
 * Helps members who expect an invitation to verify their email address or to add another in the settings. Hidden from
 * members with a pack, because they rarely expect an invitation (§15.62).
 */
export function ProofForInvitations({ hasPack }: { hasPack: boolean }) {
  const unproven = useStore($unproven, { ssr: 'initial' });
  if (!unproven || hasPack) return null;
  return (
    <details className="mt-8">
      <summary className="link w-fit">Were you invited to share a pack?</summary>
      <VerifyEmail {...unproven} wanted="invitations">
        Open the link in our invitation email. Or verify <MailAddress address={unproven.address} />,
        and any invitation sent there will appear here. If it went to another address, add that one
        under{' '}
        <a className="text-link" href={`${memberPages.settings}#addresses`}>
          Settings
        </a>
        .
      </VerifyEmail>
    </details>
  );
}

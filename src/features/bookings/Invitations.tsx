import { useStore } from '@nanostores/react';
import { Suspense, useEffect, useRef } from 'react';
import { hints } from '../../domain/account/messages.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { forgetMailedLink, mailedLink } from '../../lib/our-link.ts';
import { inTime } from '../../domain/in-time.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import type { Invitation } from './my-sessions-schema.ts';
import { $unproven } from './my-sessions-store.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { usePress } from '../ui/use-press.ts';
import { late } from '../ui/late.tsx';

// Loaded late, because few members are invited.
const OneInvitation = late(() => import('./OneInvitation.tsx'));

const $invitationLink = mailedLink('invitation');

/** Handles an invitation's link. This ties the invitation to the account without accepting it (§15.76). */
function OpenedInvitation() {
  const link = useStore($invitationLink, { ssr: 'initial' });
  const isTried = useRef(false);
  const { result, press } = usePress(async () => {
    const { openLink } = await inTime(import('../account/verify-email.ts'));
    const opened = await openLink('second_person_named', link?.token ?? '');
    if ('message' in opened) return opened;
    forgetMailedLink();
    if ('address' in opened) return undefined;
    return {
      message:
        opened.state === 'spent'
          ? 'This invitation is no longer open. Ask the person who shared the pack.'
          : 'This invitation was opened in another account. Log in there to accept it.',
      isOver: true,
    };
  });
  useEffect(() => {
    if (!link || isTried.current) return;
    isTried.current = true;
    if (link.token) press();
    else forgetMailedLink();
  });
  const message = link && !link.token ? hints.linkIncomplete : result?.message;
  if (!message) return null;
  return (
    <div role="alert" className="notice mt-6">
      <p>{message}</p>
      {result && !('isOver' in result) && (
        <button type="button" className="link" onClick={press}>
          Try again
        </button>
      )}
    </div>
  );
}

type InvitationsProps = {
  invitations: readonly Invitation[];
  /** The version of the terms that are in force. */
  terms: string;
};

/** Invitations to share a pack that the member has not answered yet (§15.25). */
export function Invitations({ invitations, terms }: InvitationsProps) {
  return (
    <>
      <OpenedInvitation />
      {invitations.length > 0 && (
        <Suspense fallback={<p role="status">Loading your invitation</p>}>
          <ul className="mt-8 grid gap-4">
            {invitations.map((invitation) => (
              <OneInvitation key={invitation.order} {...{ invitation, terms }} />
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

import { useEffect, useRef } from 'react';
import { hints } from '../../domain/account/messages.ts';
import { inTime } from '../../domain/in-time.ts';
import { forgetMailedLink, type MailedLink } from '../../lib/our-link.ts';
import { usePress } from '../ui/use-press.ts';
import { mySessions } from './my-sessions-store.ts';

type OpenedInvitationProps = {
  link: MailedLink;
  /** Called once the page has what the link opened, or the reason why it opened nothing. */
  onOpened: () => void;
};

/** Handles an invitation's link. This ties the invitation to the account without accepting it (§15.76). */
export default function OpenedInvitation({ link, onOpened }: OpenedInvitationProps) {
  const isTried = useRef(false);
  const open = async () => {
    const { openLink } = await inTime(import('../account/verify-email.ts'));
    const opened = await openLink('second_person_named', link.token ?? '');
    if ('message' in opened) return opened;
    forgetMailedLink();
    if ('address' in opened) {
      await mySessions.showFresh();
      return undefined;
    }
    return {
      message:
        opened.state === 'spent'
          ? 'This invitation is no longer open. Ask the person who shared the pack.'
          : 'This invitation was opened in another account. Log in there to accept it.',
      isOver: true,
    };
  };
  const { result, press } = usePress(() => open().finally(onOpened));
  useEffect(() => {
    if (isTried.current) return;
    isTried.current = true;
    if (link.token) press();
    else forgetMailedLink();
  });
  const message = !link.token ? hints.linkIncomplete : result?.message;
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

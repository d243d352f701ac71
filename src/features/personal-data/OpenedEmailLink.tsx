import { useEffect, useRef } from 'react';
import { hints } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { emailRefusals } from '../../domain/refusals/email.ts';
import { forgetMailedLink, type MailedLink } from '../../lib/our-link.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { Sentence, type Words } from '../ui/Sentence.tsx';
import { usePress } from '../ui/use-press.ts';
import { answerLink, type Answered } from './email-store.ts';

type OpenedEmailLinkProps = {
  link: MailedLink;
  /** The new address of the pending change. */
  wanted: string | undefined;
  onAnswered: (state: Answered['state']) => void;
};

function sayOutcome(outcome: Exclude<Answered, { state: 'waiting' }>): Words {
  switch (outcome.state) {
    case 'changed':
      return ['Log in with ', outcome.address, ' next time.'];
    case 'taken':
      return [
        '',
        outcome.address,
        ' now has its own account, so your email stays the same. Write to us to merge the two.',
      ];
    case 'spent':
      return emailRefusals.link_not_valid.says;
    case 'other-account':
      return settingsMessages.otherAccount;
  }
}

/**
 * For a member who opened the link from an email about a new email address (§18.82). Only the button uses up the token,
 * so that an email scanner that opens the page does not invalidate it.
 */
export function OpenedEmailLink({ link, wanted, onAnswered }: OpenedEmailLinkProps) {
  const isPart = link.token === undefined;
  const { busy, result, press } = usePress(async () => {
    const answer = await answerLink(link.token ?? '');
    if (!('message' in answer)) {
      forgetMailedLink();
      onAnswered(answer.state);
    }
    return answer;
  });
  const outcome = result && 'state' in result ? result : undefined;
  const isAnswered = outcome !== undefined;
  const heading = useRef<HTMLHeadingElement>(null);

  // The pressed button has disappeared.
  useEffect(() => {
    if (isAnswered) heading.current?.focus();
  }, [isAnswered]);

  // A link that can confirm nothing is not kept for the next visit.
  const isIdle = isPart || wanted === undefined;
  useEffect(() => {
    if (isIdle) forgetMailedLink();
  }, [isIdle]);

  // The pending change says which link is still to be opened.
  if (outcome?.state === 'waiting') return null;
  const isGood = outcome === undefined || outcome.state === 'changed';
  let title = 'Nothing left to confirm';
  if (isPart || outcome) title = 'Change your account’s email';
  if (outcome?.state === 'changed') title = 'Email changed';
  return (
    <section
      aria-labelledby="opened-email-link"
      className={`notice ${isGood ? 'notice-calm' : ''} mb-6`}
    >
      <h4
        id="opened-email-link"
        ref={heading}
        tabIndex={-1}
        className="font-display text-xl text-ink"
      >
        {!isIdle && !outcome ? (
          <>
            <span>Change your email to </span>
            <MailAddress address={wanted} />
            <span>?</span>
          </>
        ) : (
          <span>{title}</span>
        )}
      </h4>
      <div role="status">
        {outcome && (
          <p>
            <Sentence words={sayOutcome(outcome)} />
          </p>
        )}
      </div>
      {isPart && <p>{hints.linkIncomplete}</p>}
      {isIdle && !isPart && !outcome && (
        <p>
          Your account has no email change to confirm. If you have confirmed one already, you are
          done. If the link is for another account, log in to that one and open it again.
        </p>
      )}
      {!isIdle && !outcome && (
        <>
          <p>Select the button to confirm that our email reached you.</p>
          <button type="button" className="button mt-3" aria-disabled={busy} onClick={press}>
            {busy ? 'Confirming ...' : 'Confirm the change'}
          </button>
          <p role="alert" className="mt-2">
            {result && 'message' in result && result.message}
          </p>
        </>
      )}
    </section>
  );
}

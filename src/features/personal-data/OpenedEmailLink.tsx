import { useEffect, useRef } from 'react';
import { hints } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { emailRefusals } from '../../domain/refusals/email.ts';
import { forgetMailedLink } from '../../lib/our-link.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { Sentence, type Words } from '../ui/Sentence.tsx';
import { usePress } from '../ui/use-press.ts';
import {
  answerLink,
  isConfirmed,
  type Answered,
  type Change,
  type EmailLink,
  type MyEmail,
} from './email-store.ts';

type OpenedEmailLinkProps = {
  link: EmailLink;
  email: string;
  change: MyEmail['change'];
  onAnswered: (state: Answered['state']) => void;
};

/** What the link confirms, what is left to do, and the label of its button. */
function askToConfirm(of: 'old' | 'new', email: string, change: Change): [Words, string] {
  const isLast = change.old_confirmed === null || isConfirmed(change, of === 'old' ? 'new' : 'old');
  const button = isLast ? 'Change my email' : 'Confirm this address';
  if (change.old_confirmed === null) return ['You then log in with this address.', button];
  const step = `Step ${isLast ? 2 : 1} of 2: confirm `;
  const then = isLast ? '. Then your email changes.' : '. Then open the link that we sent to ';
  return of === 'old'
    ? [[`${step}your current address, `, email, `${then}${isLast ? '' : 'the new one.'}`], button]
    : [[`${step}the new address${then}`, isLast ? '' : email, isLast ? '' : '.'], button];
}

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
export function OpenedEmailLink({ link, email, change, onAnswered }: OpenedEmailLinkProps) {
  const { token, of } = link;
  const isPart = token === undefined || of === undefined;
  const { busy, result, press } = usePress(async () => {
    const answer = await answerLink(token ?? '');
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
  const isConfirming = !isPart && change !== null;
  const isDone = isConfirmed(change, of);
  const isIdle = !isConfirming || isDone;
  useEffect(() => {
    if (isIdle) forgetMailedLink();
  }, [isIdle]);

  // The pending change says which link is still to be opened.
  if (isDone || outcome?.state === 'waiting') return null;
  const question = isConfirming && !outcome ? askToConfirm(of, email, change) : undefined;
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
        {question && change ? (
          <>
            <span>Change your email to </span>
            <MailAddress address={change.address} />
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
      {outcome?.state === 'changed' && (
        <a className="button mt-3" href={memberPages.main}>
          Open your dashboard
        </a>
      )}
      {isPart && <p>{hints.linkIncomplete}</p>}
      {!isConfirming && !isPart && !outcome && (
        <p>
          Your account has no email change to confirm. If you have confirmed one already, you are
          done. If the link is for another account, log in to that one and open it again.
        </p>
      )}
      {question && (
        <>
          <p>
            <Sentence words={question[0]} />
          </p>
          <button type="button" className="button mt-3" aria-disabled={busy} onClick={press}>
            {busy ? 'Confirming ...' : question[1]}
          </button>
          <p role="alert" className="mt-2">
            {result && 'message' in result && result.message}
          </p>
        </>
      )}
    </section>
  );
}

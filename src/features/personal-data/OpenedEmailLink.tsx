import { useEffect, useRef } from 'react';
import { hints } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { forgetMailedLink, type MailedLink } from '../../lib/our-link.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { Sentence, type Words } from '../ui/Sentence.tsx';
import { usePress } from '../ui/use-press.ts';
import {
  answerLink,
  isConfirmed,
  toConfirm,
  type Answered,
  type Change,
  type MyEmail,
} from './email-store.ts';

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

const unchanged = 'Change your account’s email';

/** The heading and the text of a link that has nothing to confirm, or has just been answered. */
function sayOutcome(
  answered: Exclude<Answered, { state: 'waiting' | 'refused' }> | undefined,
  { email, change, link }: MyEmail,
): [string, Words] {
  switch (answered?.state) {
    case 'changed':
      return ['Email changed', ['Log in with ', answered.address, ' next time.']];
    case 'taken':
      return [
        unchanged,
        [
          '',
          answered.address,
          ' now has its own account, so your email stays the same. Write to us to merge the two.',
        ],
      ];
    case undefined:
      if (link === 'other_account') return [unchanged, settingsMessages.otherAccount];
      return change
        ? [
            unchanged,
            [
              `${settingsMessages.linkExpired} You still log in with `,
              email,
              '. Open the link in our newest email instead.',
            ],
          ]
        : [
            'Nothing left to confirm',
            [
              `${settingsMessages.linkExpired} You log in with `,
              email,
              '. If you want another address, enter it below.',
            ],
          ];
  }
}

type OpenedEmailLinkProps = {
  link: MailedLink;
  account: MyEmail;
  onAnswered: (state: Answered['state']) => void;
};

/**
 * For a member who opened the link from an email about a new email address (§18.82). Only the button uses up the token,
 * so that an email scanner that opens the page does not invalidate it.
 */
export function OpenedEmailLink({ link, account, onAnswered }: OpenedEmailLinkProps) {
  const { token } = link;
  const { email, change } = account;
  const { busy, result, press } = usePress(async () => {
    const answer = await answerLink(token ?? '');
    if (!('message' in answer)) onAnswered(answer.state);
    return answer;
  });
  const answer = result && 'state' in result ? result : undefined;
  const heading = useRef<HTMLHeadingElement>(null);

  // The pressed button has disappeared.
  useEffect(() => {
    if (answer) heading.current?.focus();
  }, [answer]);

  const of = toConfirm(account);
  const question = of && change && !answer ? askToConfirm(of, email, change) : undefined;
  // A link that can confirm nothing is not kept for the next visit.
  const isIdle = question === undefined;
  useEffect(() => {
    if (isIdle) forgetMailedLink();
  }, [isIdle]);

  const isConfirmedBefore = !answer && !of && (account.link === 'old' || account.link === 'new');
  // The pending change says which link is still to be opened.
  if (isConfirmedBefore || answer?.state === 'waiting') return null;
  const isPart = token === undefined;
  const [said, says] = sayOutcome(answer?.state === 'refused' ? undefined : answer, account);
  const title = isPart ? unchanged : said;
  const isCalm = question !== undefined || title !== unchanged;
  return (
    <section
      aria-labelledby="opened-email-link"
      className={`notice ${isCalm ? 'notice-calm' : ''} mb-6`}
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
        <p>
          <Sentence words={question?.[0] ?? (isPart ? hints.linkIncomplete : says)} />
        </p>
      </div>
      {answer?.state === 'changed' && (
        <a className="button mt-3" href={memberPages.main}>
          Open your dashboard
        </a>
      )}
      {question && (
        <>
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

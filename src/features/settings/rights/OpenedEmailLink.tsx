import { hints } from '../../../domain/account/messages.ts';
import { mailedLink } from '../../../lib/mailed-link.ts';
import { MailedLink } from '../MailedLink.tsx';
import { answerLink, type Answered } from './email-store.ts';

const $emailLink = mailedLink('email_token');

function sayOutcome(outcome: Answered): string {
  switch (outcome.state) {
    case 'waiting':
      return `Thank you. Now press the button in our mail to ${outcome.address} too.`;
    case 'changed':
      return `Your address is ${outcome.address} from now on. Log in with it the next time.`;
    case 'taken':
      return `${outcome.address} has an account of its own by now, so nothing was changed. Write to us to put the two together.`;
    case 'spent':
      return `${hints.linkExpired} Nothing was changed by it.`;
    case 'other-account':
      return hints.otherAccount;
  }
}

/** The link of a mail about another address (§18.82). */
export function OpenedEmailLink() {
  return (
    <MailedLink
      id="opened-email-link"
      $link={$emailLink}
      title="Change the address of your account"
      ask="Press the button to confirm that our mail reached you."
      confirm="Confirm the change"
      confirming="Confirming ..."
      spend={answerLink}
      incomplete={<p>{hints.linkIncomplete}</p>}
    >
      {(outcome) => <p>{sayOutcome(outcome)}</p>}
    </MailedLink>
  );
}

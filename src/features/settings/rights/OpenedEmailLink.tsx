import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { hints } from '../../../domain/account/messages.ts';
import { forgetMailedLink } from '../addresses/address-link.ts';
import { notLoaded } from '../../../lib/service-errors.ts';
import { $emailLink } from './email-link.ts';
import { answerLink, type Answered } from './email-store.ts';

type Outcome = Exclude<Answered, { state: 'failed' }>;

function sayOutcome(outcome: Outcome): string {
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

/**
 * Shown to a member who opened the link of a mail about another address (§18.82). Only the button spends the
 * token, so that a mail scanner that opens the page changes nothing.
 */
export function OpenedEmailLink() {
  const link = useStore($emailLink, { ssr: 'initial' });
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const heading = useRef<HTMLHeadingElement>(null);

  // The button that was pressed is gone.
  useEffect(() => {
    if (outcome) heading.current?.focus();
  }, [outcome]);

  if (!link) return null;

  const answer = async (token: string) => {
    setBusy(true);
    setMessage('');
    const answered = await answerLink(token).catch((): Answered => ({
      state: 'failed',
      message: notLoaded(),
    }));
    setBusy(false);
    if (answered.state === 'failed') {
      setMessage(answered.message);
      return;
    }
    forgetMailedLink();
    setOutcome(answered);
  };

  return (
    <section aria-labelledby="opened-email-link" className="notice notice-calm mb-6">
      <h4
        id="opened-email-link"
        ref={heading}
        tabIndex={-1}
        className="font-display text-xl text-ink"
      >
        Change the address of your account
      </h4>
      <div role="status">{outcome && <p>{sayOutcome(outcome)}</p>}</div>
      {!outcome && link === 'incomplete' && <p>{hints.linkIncomplete}</p>}
      {!outcome && link !== 'incomplete' && (
        <>
          <p>Press the button to confirm that our mail reached you.</p>
          <button
            type="button"
            className="button mt-3"
            disabled={busy}
            onClick={() => void answer(link.token)}
          >
            {busy ? 'Confirming ...' : 'Confirm the change'}
          </button>
          <p role="alert" className="mt-2">
            {message}
          </p>
        </>
      )}
    </section>
  );
}

import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatMoment } from '../../domain/words/dates.ts';
import { notLoaded } from '../../lib/service-errors.ts';
import { ToldError } from '../../lib/told-error.ts';
import { useMailPause } from '../account/use-mail-pause.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import AddressForm from '../ui/AddressForm.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { Sentence, type Words } from '../ui/Sentence.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { useGoTo } from '../ui/use-go-to.ts';
import { forgetMailedLink, mailedLink } from '../../lib/our-link.ts';
import { accountEmail, askForChange, forgetChange, type MyEmail } from './email-store.ts';
import { MemberPart } from '../ui/MemberPart.tsx';
import { OpenedEmailLink } from './OpenedEmailLink.tsx';

type Change = NonNullable<MyEmail['change']>;

const $emailLink = mailedLink('email_token');

function sayStep({ address, expires_at, old_confirmed: old, new_confirmed }: Change): Words {
  const by = `by ${formatMoment(expires_at)}`;
  const then = 'Then your email changes. Check the spam folder too.';
  if (old === false && !new_confirmed) {
    return `We sent a link to each address. Open both ${by}, in either order, and select the button on each page. ${then}`;
  }
  const rest = `${by}, and select the button on its page. ${then}`;
  return old === null
    ? ['We sent a link to ', address, `. Open it ${rest}`]
    : `Now open the other link we sent ${rest}`;
}

type WaitingProps = {
  email: string;
  change: Change;
  /** False while the member is asked to press a button on this page, and not to open links. */
  asksToOpen: boolean;
  /** The label of the button that sends the links again, until a minute has passed since the last emails. */
  wait: string;
  /** Sends the links again. Like `forget`, throws the reason if that is refused. */
  sendAgain: () => Promise<void>;
  forget: () => Promise<void>;
};

function Waiting({ email, change, asksToOpen, wait, sendAgain, forget }: WaitingProps) {
  const [isSentAgain, setSentAgain] = useState(false);
  const isOne = change.old_confirmed === null;
  const answers = [
    [email, change.old_confirmed],
    [change.address, change.new_confirmed],
  ] as const;
  return (
    <div className={asksToOpen ? 'notice notice-calm' : ''}>
      <div id="waiting-address" tabIndex={-1} role="status" hidden={!asksToOpen}>
        {change.old_confirmed !== null && (change.old_confirmed || change.new_confirmed) && (
          <p className="bold text-ink">1 of 2 confirmed</p>
        )}
        <p>
          <Sentence words={sayStep(change)} />
        </p>
        {!isOne && (
          <ul className="loss-list">
            {answers.map(([address, given]) => (
              <li key={address}>
                <MailAddress strong address={address} />
                <span>{` ${given ? 'is confirmed.' : 'is not confirmed yet.'}`}</span>
              </li>
            ))}
          </ul>
        )}
        {isSentAgain && <p className="mt-2">Sent again. Earlier links no longer work.</p>}
      </div>
      <div className={asksToOpen ? 'mt-3 flex flex-wrap items-center gap-3 gap-x-6' : ''}>
        {asksToOpen && (
          <PressButton
            className="button button-quiet"
            busyLabel="Sending ..."
            waits={wait !== ''}
            sayFailure={notLoaded}
            work={async () => {
              setSentAgain(false);
              await sendAgain();
              setSentAgain(true);
            }}
          >
            {wait || `Send the ${isOne ? 'link' : 'links'} again`}
          </PressButton>
        )}
        <PressButton sayFailure={notLoaded} work={forget}>
          Keep my email
        </PressButton>
      </div>
    </div>
  );
}

function Changing() {
  // Moves the focus, because the pressed button has disappeared.
  const goTo = useGoTo();
  const { wait, start } = useMailPause();
  const opened = useStore($emailLink, { ssr: 'initial' });
  const [isAnswered, setAnswered] = useState(false);
  // A new change ends the link of the previous one, and so does keeping the present address.
  const [isEnded, setEnded] = useState(false);
  const [isKept, setKept] = useState(false);
  const link = isEnded ? undefined : opened;
  const endLink = () => {
    forgetMailedLink();
    setEnded(true);
  };
  const ask = async (address: string) => {
    const message = await askForChange(address);
    if (message !== undefined) return { message };
    start();
    endLink();
    setKept(false);
    return undefined;
  };
  return (
    <MemberPart
      {...accountEmail}
      loading="Loading your address"
      notLoaded="We could not load your address."
    >
      {({ email, verified, change }) => (
        <>
          {link && (
            <OpenedEmailLink
              link={link}
              wanted={change?.address}
              onAnswered={(state) => {
                setAnswered(true);
                if (state === 'waiting') goTo('waiting-address');
              }}
            />
          )}
          {change ? (
            <Waiting
              email={email}
              change={change}
              asksToOpen={isAnswered || link?.token === undefined}
              wait={wait}
              sendAgain={async () => {
                const failure = await ask(change.address);
                if (failure) throw new ToldError(failure.message);
              }}
              forget={async () => {
                const refused = await forgetChange();
                if (refused !== undefined) throw new ToldError(refused);
                endLink();
                setKept(true);
                goTo('kept-address');
              }}
            />
          ) : (
            <>
              <p id="kept-address" role="status" tabIndex={-1} className={isKept ? 'mb-4' : ''}>
                {isKept && 'Your email stays the same. The links we sent no longer work.'}
              </p>
              <AddressForm
                className="form max-w-md"
                legend="Your new address"
                label="New email address"
                hint={`We send a link to this address${verified ? ' and one to your current address' : ''}.`}
                autoComplete="email"
                send={async (address) => {
                  const failure = await ask(address);
                  if (!failure) goTo('waiting-address');
                  return failure;
                }}
                button={{ label: 'Change email', pending: 'Sending ...' }}
              />
            </>
          )}
        </>
      )}
    </MemberPart>
  );
}

/** The account's email address, any pending change, and the link opened from our email (§18.80). */
export const ChangeEmail = withErrorBoundary(Changing);

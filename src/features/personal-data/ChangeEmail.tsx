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
import { forgetMailedLink } from '../../lib/our-link.ts';
import {
  $emailLink,
  accountEmail,
  askForChange,
  forgetChange,
  toConfirm,
  type Change,
} from './email-store.ts';
import { MemberPart } from '../ui/MemberPart.tsx';
import { OpenedEmailLink } from './OpenedEmailLink.tsx';
import './loss-list.css';

function sayStep(email: string, change: Change): Words {
  const { address, expires_at, old_confirmed: old, new_confirmed } = change;
  const by = `by ${formatMoment(expires_at)}`;
  const then = 'Then your email changes.';
  const spam = 'Check the spam folder too.';
  if (old === false && !new_confirmed) {
    return `We sent a link to each address. Open both ${by}, in either order, and select the button on each page. ${then} ${spam}`;
  }
  const press = `and select the button on its page. ${then}`;
  return old === null
    ? [
        'We sent a link to ',
        address,
        `. Open it ${by}, ${press} Until then, you log in with `,
        email,
        `. ${spam}`,
      ]
    : [`Now, ${by}, open the link that we sent to `, old ? address : email, `, ${press} ${spam}`];
}

type WaitingProps = {
  email: string;
  change: Change;
  /** False while the member is asked to press a button on this page, and not to open links. */
  asksToOpen: boolean;
  /** The label of the button that sends the links again, until a minute has passed since the last emails. */
  wait: string;
  /** Asks for a change to this address. Resolves to undefined, or to the reason if that is refused. */
  ask: (address: string) => Promise<{ message: string } | undefined>;
  /** Called once a change to another address waits instead. */
  onOther: () => void;
  /** Throws the reason if that is refused. */
  forget: () => Promise<void>;
};

function Waiting({ email, change, asksToOpen, wait, ask, onOther, forget }: WaitingProps) {
  const [isSentAgain, setSentAgain] = useState(false);
  const [isOther, setOther] = useState(false);
  const answers = [
    [email, change.old_confirmed],
    [change.address, change.new_confirmed],
  ] as const;
  const isHalf = answers.some(([, given]) => given);
  const isOne = change.old_confirmed === null;
  return (
    <div className={asksToOpen ? 'notice notice-calm' : ''}>
      <div id="waiting-address" tabIndex={-1} role="status" hidden={!asksToOpen}>
        <h4 className="font-display text-xl text-ink">
          <span>Changing your email to </span>
          <MailAddress address={change.address} />
        </h4>
        {answers.some(([, given]) => given) && <p className="bold text-ink">1 of 2 confirmed</p>}
        <p>
          <Sentence words={sayStep(email, change)} />
        </p>
        {!isOne && (
          <ul className="loss-list">
            {answers.map(([address, given]) => (
              <li key={address} data-confirmed={given ? '' : undefined}>
                <MailAddress strong address={address} />
                <span>{` ${given ? 'is confirmed.' : 'is not confirmed yet.'}`}</span>
              </li>
            ))}
          </ul>
        )}
        {isSentAgain && <p className="mt-2">Sent again. Earlier emails’ links no longer work.</p>}
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
              const failure = await ask(change.address);
              if (failure) throw new ToldError(failure.message);
              setSentAgain(true);
            }}
          >
            {wait || `Send the ${isOne || isHalf ? 'link' : 'links'} again`}
          </PressButton>
        )}
        {asksToOpen && !isOther && (
          <PressButton work={() => setOther(true)}>Use another address</PressButton>
        )}
        <PressButton sayFailure={notLoaded} work={forget}>
          Keep my email
        </PressButton>
      </div>
      {isOther && (
        <AddressForm
          opened
          legend="Another address"
          label="New email address"
          hint="It replaces the new address above."
          autoComplete="email"
          send={async (address) => {
            const failure = await ask(address);
            if (failure) return failure;
            setSentAgain(false);
            setOther(false);
            onOther();
            return undefined;
          }}
          button={{ label: 'Change to this address', pending: 'Sending ...' }}
          cancel={{ label: 'Cancel', onPress: () => setOther(false) }}
        />
      )}
    </div>
  );
}

function Changing() {
  // Moves the focus, because the pressed button has disappeared.
  const goTo = useGoTo();
  const { wait, start } = useMailPause();
  const opened = useStore($emailLink, { ssr: 'initial' });
  const [isChanged, setChanged] = useState(false);
  // A new change ends the link of the previous one, and so does keeping the present address.
  const [isEnded, setEnded] = useState(false);
  const [isKept, setKept] = useState(false);
  const link = isEnded ? undefined : opened;
  const endLink = () => {
    forgetMailedLink();
    setEnded(true);
  };
  const goToWaiting = () => {
    // A reload then opens this part again.
    history.replaceState(history.state, '', '#change-email');
    goTo('waiting-address');
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
      {(account) => (
        <>
          {link && (
            <OpenedEmailLink
              {...{ link, account }}
              onAnswered={(state) => {
                setChanged(state === 'changed');
                if (state === 'waiting') goToWaiting();
              }}
            />
          )}
          {account.change && (
            <Waiting
              email={account.email}
              change={account.change}
              asksToOpen={!link || toConfirm(account) === undefined}
              wait={wait}
              ask={ask}
              onOther={goToWaiting}
              forget={async () => {
                const refused = await forgetChange();
                if (refused !== undefined) throw new ToldError(refused);
                endLink();
                setKept(true);
                goTo('kept-address');
              }}
            />
          )}
          {!account.change && !isChanged && (
            <>
              <p id="kept-address" role="status" tabIndex={-1} className={isKept ? 'mb-4' : ''}>
                {isKept && 'Your email stays the same. The links we sent no longer work.'}
              </p>
              <AddressForm
                className="form max-w-md"
                legend="Your new address"
                label="New email address"
                hint={`We send a link to this address${account.verified ? ' and one to your current address' : ''}.`}
                autoComplete="email"
                send={async (address) => {
                  const failure = await ask(address);
                  if (!failure) goToWaiting();
                  return failure;
                }}
                button={{
                  label: 'Change email',
                  pending: 'Sending ...',
                  quiet: link !== undefined,
                }}
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

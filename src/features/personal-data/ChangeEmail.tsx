import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatMoment } from '../../domain/words/dates.ts';
import { usePress } from '../ui/use-press.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import AddressForm from '../ui/AddressForm.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { useGoTo } from '../ui/use-go-to.ts';
import { mailedLink } from '../../lib/our-link.ts';
import { accountEmail, askForChange, forgetChange, type MyEmail } from './email-store.ts';
import { MemberPart } from '../ui/MemberPart.tsx';
import { OpenedEmailLink } from './OpenedEmailLink.tsx';

type Change = NonNullable<MyEmail['change']>;

const $emailLink = mailedLink('email_token');

type WaitingProps = {
  email: string;
  change: Change;
  /** False while the member is asked to press a button on this page, and not to open links. */
  asksToOpen: boolean;
  onForgotten: () => void;
};

function Waiting({ email, change, asksToOpen, onForgotten }: WaitingProps) {
  const { busy, result, press } = usePress(async () => {
    const refused = await forgetChange();
    if (refused) return { message: refused };
    onForgotten();
    return undefined;
  });
  const { old_confirmed: old } = change;
  const answers = [
    [email, old],
    [change.address, change.new_confirmed],
  ] as const;
  return (
    <div className={asksToOpen ? 'notice notice-calm mt-4' : ''}>
      <div id="waiting-address" tabIndex={-1} role="status" hidden={!asksToOpen}>
        <p>{`${old === null ? 'Open our link' : 'Open both links'} by ${formatMoment(change.expires_at)}, ${old === null ? 'and press the button on its page' : 'in either order, and press the button on each page'}. Your email then changes. Check the spam folder too.`}</p>
        <ul className="loss-list">
          {answers.slice(old === null ? 1 : 0).map(([address, given]) => (
            <li key={address}>
              <MailAddress strong address={address} />
              <span>{` ${given ? 'is confirmed.' : 'is not confirmed yet.'}`}</span>
            </li>
          ))}
        </ul>
      </div>
      <button type="button" className="link" aria-disabled={busy} onClick={press}>
        Keep my email
      </button>
      <p role="alert">{result?.message}</p>
    </div>
  );
}

function Changing() {
  // Moves the focus, because the pressed button has disappeared.
  const goTo = useGoTo();
  const link = useStore($emailLink, { ssr: 'initial' });
  const [linkIsUsed, setLinkIsUsed] = useState(false);
  const send = async (address: string) => {
    const message = await askForChange(address);
    if (message !== undefined) return { message };
    // A new change ends the link of the previous one.
    setLinkIsUsed(true);
    goTo('waiting-address');
    return undefined;
  };
  return (
    <>
      {link && <OpenedEmailLink link={link} onAnswered={() => setLinkIsUsed(true)} />}
      <MemberPart
        {...accountEmail}
        loading="Loading your address"
        notLoaded="We could not load your address."
      >
        {(data) => (
          <>
            <p id="present-address" tabIndex={-1}>
              Your address is <MailAddress strong address={data.email} />.
            </p>
            {data.change ? (
              <Waiting
                email={data.email}
                change={data.change}
                asksToOpen={linkIsUsed || link?.token === undefined}
                onForgotten={() => goTo('present-address')}
              />
            ) : (
              <AddressForm
                className="form mt-4 max-w-md"
                legend="Your new address"
                label="New email address"
                hint={`We send a link to this address${data.verified ? ' and one to your current address' : ''}.`}
                autoComplete="email"
                send={send}
                button={{ label: 'Change email', pending: 'Sending ...' }}
              />
            )}
          </>
        )}
      </MemberPart>
    </>
  );
}

/** The account's email address, any pending change, and the link opened from our email (§18.80). */
export const ChangeEmail = withErrorBoundary(Changing);

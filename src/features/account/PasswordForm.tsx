import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { minimumPassword } from '../../domain/account/account-rules.ts';
import { hints } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { Field } from '../ui/Field.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { UserName } from '../ui/UserName.tsx';
import { PasswordRule } from '../ui/PasswordRule.tsx';
import { Form } from '../ui/Form.tsx';
import { carryToast } from '../ui/carried-toast.ts';
import { longerToast, showToast } from '../ui/toast.ts';
import { $linkIncomplete, $mailLink } from '../../lib/account-link.ts';
import { $login } from '../../lib/login-store.ts';
import { storedUser } from '../../lib/stored-user.ts';
import { loginOf } from '../../lib/member.ts';
import { accountField } from './account-field.ts';
import { spentLink } from './spent-link.ts';

type PasswordModule = typeof import('./password.ts');

/**
 * True if this browser knows that the link cannot be used again. Read only when the page opens, because the form that
 * used it up also accepts another password.
 */
const $isSpent = computed(
  $mailLink,
  (link) => link !== undefined && link.tokenHash === spentLink.read(),
);

const blank = { newPassword: '', confirmNewPassword: '' };

function Password() {
  // No default values, because they would erase text typed before hydration.
  const form = useForm<typeof blank>();
  const wrong = form.formState.errors.newPassword?.type;
  // The fields stay mounted when the link is found, because mounting them again would erase text typed before
  // hydration.
  const link = useStore($mailLink, { ssr: 'initial' });
  const login = useStore($login, { ssr: 'initial' });
  const [refused, setRefused] = useState(false);
  const spent = useStore($isSpent, { ssr: 'initial' });
  const expired = refused || spent;
  // Whom the refusal at the start is for is known before the login is confirmed, so that it never changes its words.
  const shown = spent && login.status === 'loading' ? loginOf(storedUser()) : login;
  const member = shown.status === 'authenticated' ? shown.member : undefined;
  // A member can change the password of the login instead.
  const isUseless = expired && member !== undefined;
  const tokenHash = link?.type === 'recovery' && !isUseless ? link.tokenHash : undefined;
  // Without a login, this page opens only with a link, so that its words are there before the link is read.
  const ofLink = tokenHash === undefined ? 'for-visitors' : '';
  const incomplete = useStore($linkIncomplete, { ssr: 'initial' });
  const recover = useRef<ReturnType<PasswordModule['recovery']>>(undefined);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!refused) return;
    notice.current?.focus();
    // The form was taller, so the page may have scrolled past its heading.
    scrollTo(0, 0);
  }, [refused]);
  useEffect(() => {
    // The head script hid the form until this notice took its place.
    if (!spent) return;
    delete document.documentElement.dataset['spent'];
    notice.current?.focus();
  }, [spent]);
  // Only the link's token tells us whose account it is.
  const [owner, setOwner] = useState<string>();
  const [othersEnded, setOthersEnded] = useState<boolean>();

  const change = ({ changePassword, recovery }: PasswordModule, password: string) => {
    if (tokenHash === undefined) return changePassword(password);
    recover.current ??= recovery(tokenHash, setOwner);
    return recover.current(password);
  };

  const onUpdated = (ended: boolean, next?: string) => {
    if (next !== undefined) {
      if (ended) carryToast(settingsMessages.passwordUpdated, longerToast);
      else carryToast(settingsMessages.othersNotEnded, { duration: 10_000 });
      location.replace(next);
      // If only the fragment differs, the browser does not reload the page by itself.
      if (next.startsWith(`${location.pathname}#`)) location.reload();
      return;
    }
    setOthersEnded(ended);
    showToast('success', settingsMessages.passwordUpdated, longerToast);
  };

  const failed = (expired || incomplete) && (
    <div ref={notice} role="alert" tabIndex={-1} className="notice mb-6 max-w-xl">
      <p>
        <span>{`${expired ? settingsMessages.linkExpired : hints.linkIncomplete} `}</span>
        {member ? (
          <>
            <span>But you are logged in as </span>
            <MailAddress strong address={member.email} />
            <span>: you can change that account’s password here without a link.</span>
          </>
        ) : (
          <span>
            If you have set a new password with it, log in with that. If not, ask for a new link.
          </span>
        )}
      </p>
      {!member && (
        <p className="mt-4 flex flex-wrap items-center gap-3 gap-x-6">
          <a className="button" href="/forgotpassword">
            Ask for a new link
          </a>
          <a className="link" href="/login">
            Log in
          </a>
        </p>
      )}
    </div>
  );
  if (failed && !member) return failed;
  const forLink = member ? ' for the account that we emailed the link to.' : '.';
  return (
    <>
      {failed}
      <p className={`mb-6 max-w-xl ${ofLink}`}>
        <span>{`Choose a new password${owner ? ' for ' : forLink}`}</span>
        {owner && (
          <>
            <MailAddress strong address={owner} />
            <span>.</span>
          </>
        )}
        <span> We then log you in.</span>
        {!owner && (
          <>
            <span> The link works once, within one hour.</span>
            <span className="for-visitors">
              <span> Used it already? </span>
              <a className="text-link" href="/login">
                Log in
              </a>
            </span>
          </>
        )}
      </p>
      <div role="status">
        {othersEnded === false && <p className="notice mb-6">{settingsMessages.othersNotEnded}</p>}
      </div>
      <Form
        className="form max-w-md"
        legend="Your new password"
        form={form}
        field="newPassword"
        load={() => import('./password.ts')}
        send={async ({ newPassword }, module) => {
          setOthersEnded(undefined);
          const result = await change(module, newPassword);
          if (result.status === 'failed') return result;
          if (result.status === 'link-expired') {
            setRefused(true);
            return undefined;
          }
          form.reset(blank);
          onUpdated(result.othersEnded, result.next);
          return undefined;
        }}
        button={{
          label: 'Change password',
          pending: 'updating..',
          quiet: tokenHash === undefined && !form.formState.isDirty,
        }}
      >
        <UserName email={tokenHash === undefined ? member?.email : owner} />
        <Field
          {...accountField('newPassword', form)}
          hint={
            <>
              {/* An error replaces the rule, but below 6 characters its text is fixed and names 6 (§14.15). */}
              {wrong === 'minLength' && (
                <span>{`To change it, use at least ${minimumPassword.change}. `}</span>
              )}
              {(!wrong || wrong === 'required') && (
                <>
                  <PasswordRule
                    control={form.control}
                    name="newPassword"
                    minimum={minimumPassword.change}
                  />
                  <br />
                </>
              )}
              <span>A few words you do not use anywhere else work best.</span>
            </>
          }
        />
        <Field
          {...accountField('confirmNewPassword', form)}
          hint={
            othersEnded ? (
              <>
                <b className="bold text-ink">Changed.</b>
                <span>{' Other devices are logged out.'}</span>
              </>
            ) : (
              <span>Changing it logs out your other devices.</span>
            )
          }
        />
        <p className={ofLink}>You keep your packs, sessions and loan.</p>
      </Form>
      <p className={`mt-4 max-w-md text-muted ${ofLink}`}>
        The exception: if this email was never verified, we clear the account’s name, phone number
        and loan request, which someone else may have entered.
      </p>
    </>
  );
}

/** /dashboard/settings: changes a member's password, or sets a new one with the link from a reset mail (§6.19). */
export const PasswordForm = withErrorBoundary(Password);

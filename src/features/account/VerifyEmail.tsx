import { Suspense, useEffect, useRef, type ReactNode } from 'react';
import { lasting } from '../../domain/periods.ts';
import { inTime } from '../../domain/in-time.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { usePress } from '../ui/use-press.ts';
import { late } from '../ui/late.tsx';
import { changeEmail } from './change-email.ts';
import { useMailPause } from './use-mail-pause.ts';
import type { Wanted } from './verify-email.ts';

// Loaded late, because few members are changing their email.
export const EmailChange = late(() => import('./EmailChange.tsx'));

type VerifyEmailProps = {
  /** The account's email address, which is not verified yet. Left out if the reason already names it. */
  address?: string;
  /** The new address of a pending email change, which is then confirmed instead. */
  changingTo: string | null;
  /** The action that the link in our email will complete. */
  wanted?: Wanted;
  /** True if the member has already asked for the link, so the link is sent without another click. */
  asked?: boolean;
  /** True if an earlier email has the link. */
  mailed?: boolean;
  /** True for the page's main step. */
  primary?: boolean;
  /** Why this address has to be verified. */
  children: ReactNode;
};

/** Offers to mail a link that verifies the account's email address (§15.29, §15.30, §15.78). */
export function VerifyEmail({
  address,
  changingTo,
  wanted,
  asked = false,
  mailed,
  primary = false,
  children,
}: VerifyEmailProps) {
  // A payment or an invitation belongs to the current address, so its link is still needed.
  const waitsForChange = changingTo !== null && wanted !== 'packs' && wanted !== 'invitations';
  const { wait, start } = useMailPause();
  const isAsked = useRef(false);
  const isAnswered = useRef(false);
  const { busy, result, press } = usePress(async () => {
    const again = !asked || isAnswered.current;
    const { askForLink } = await inTime(import('./verify-email.ts'));
    const answer = await askForLink({ wanted, again });
    isAnswered.current = 'state' in answer;
    if ('state' in answer && answer.state === 'sent') start();
    return answer;
  });
  const to = address !== undefined && (
    <>
      <span> to </span>
      <MailAddress address={address} />
    </>
  );
  const answered = result && 'state' in result ? result : undefined;

  useEffect(() => {
    if (!asked || waitsForChange || isAsked.current) return;
    isAsked.current = true;
    press();
  });

  if (waitsForChange) {
    return (
      <Suspense fallback={null}>
        <EmailChange to={changingTo} />
      </Suspense>
    );
  }

  return (
    <div>
      <p>
        <span>{children}</span>
        {mailed && !primary && !answered && <span> Open the link we emailed you.</span>}
      </p>
      {mailed && primary && !answered && (
        <p>
          Open our email and select ‘Verify your email’. Not there after a minute? Check your spam
          folder.
        </p>
      )}
      {(asked || busy || result) && (
        <p role="status" className="mt-2">
          {/* As long as an answer, so that nothing below moves when it arrives. */}
          {asked && !result && (
            <span>
              <span>Sending the link</span>
              {to}
              <span>{`. You can use it once, within ${lasting('address link')}, on any device. Check your spam folder too.`}</span>
            </span>
          )}
          {answered?.state === 'proven' && <span>This address is already verified.</span>}
          {answered?.state === 'waiting' && (
            <span>
              <span>The link is in our email</span>
              {to}
              <span>: open it and select ‘Verify your email’. Check your spam folder too.</span>
            </span>
          )}
          {answered?.state === 'sent' && (
            <span>
              <span>The link is on its way</span>
              {to}
              <span>{`. You can use it once, within ${lasting('address link')}, on any device. Check your spam folder too.`}</span>
            </span>
          )}
        </p>
      )}
      {result && !answered && (
        <p role="alert" className="mt-2">
          {'message' in result && result.message}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-6">
        <button
          type="button"
          className={mailed && !primary ? 'link' : 'button button-quiet'}
          aria-disabled={busy || wait !== ''}
          onClick={wait ? undefined : press}
        >
          {busy
            ? 'Sending ...'
            : wait || (answered || mailed ? 'Send the link again' : 'Verify your email')}
        </button>
        <a className="link" href={changeEmail}>
          Wrong address? Change your email
        </a>
      </div>
    </div>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { memberHome } from '../../domain/account/next-path.ts';
import { hints } from '../../domain/account/messages.ts';
import { settingsMessages } from '../../domain/account/settings-messages.ts';
import { forgetMailedLink, mailedLink } from '../../lib/our-link.ts';
import type { Member } from '../../lib/member.ts';
import { $login } from '../../lib/login-store.ts';
import { inTime } from '../../domain/in-time.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { FreeAnswer } from '../packs/FreeAnswer.tsx';
import { PhoneMissing } from '../packs/PhoneMissing.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { usePress } from '../ui/use-press.ts';
import '../ui/round-table.css';
import type { Verified } from './finish-verifying.ts';

const $verifyLink = mailedLink('verify');

const dashboard = (
  <a className="button mt-4" href={memberHome}>
    Open your dashboard
  </a>
);

function Done({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <>
      <div className={className}>
        <p>{children}</p>
      </div>
      {dashboard}
    </>
  );
}

/** Shown if there is no working link: tells the member whether anything is left to do. */
function Otherwise({ reason }: { reason?: string }) {
  const { data } = useStore(mySessions.$data);
  const unproven = useStore($unproven);
  if (unproven) {
    return (
      <VerifyEmail {...unproven}>
        <span>{`${reason ?? ''} Ask for a new link to verify `}</span>
        <MailAddress strong address={unproven.address} />.
      </VerifyEmail>
    );
  }
  return data ? <Done>Your email is already verified.</Done> : <p>{reason ?? 'Loading'}</p>;
}

function Outcome({ outcome, email }: { outcome: Verified; email: string }) {
  switch (outcome.state) {
    case 'already':
      return <Done>Your email is already verified.</Done>;
    case 'spent':
      return <Otherwise reason={settingsMessages.linkExpired} />;
    case 'other-account':
      return (
        <Done>
          {settingsMessages.otherAccount} You are logged in as{' '}
          <MailAddress strong address={email} />.
        </Done>
      );
    case 'done':
      return (
        <Done className="round-table round-table-taken">
          <MailAddress strong address={outcome.address} /> is verified.{' '}
          {outcome.problem?.word === 'phone_missing' ? (
            <PhoneMissing message={outcome.problem.message} />
          ) : outcome.problem?.answer ? (
            <FreeAnswer free={outcome.problem.answer} />
          ) : (
            <span>{outcome.problem?.message}</span>
          )}
        </Done>
      );
  }
}

function OfMember({ member: { email } }: { member: Member }) {
  const link = useStore($verifyLink, { ssr: 'initial' });
  const token = link?.token;
  const isTried = useRef(false);
  const { result, press } = usePress(async () => {
    const { finishVerifying } = await inTime(import('./finish-verifying.ts'));
    const outcome = await finishVerifying(token ?? '', email);
    if (!('message' in outcome)) forgetMailedLink();
    return outcome;
  });

  // This needs no button, because an email scanner that opens the link is not logged in.
  useEffect(() => {
    if (token === undefined || isTried.current) return;
    isTried.current = true;
    press();
  });
  useEffect(() => {
    if (link && !link.token) forgetMailedLink();
  }, [link]);

  if (!token) return <Otherwise {...(link && { reason: hints.linkIncomplete })} />;
  if (!result) return <p>Verifying your email ...</p>;
  if (!('message' in result)) return <Outcome outcome={result} email={email} />;
  return (
    <>
      <p role="alert">{result.message}</p>
      <button type="button" className="button mt-4" onClick={press}>
        Try again
      </button>
    </>
  );
}

function Page() {
  // Mounted before the login is known, so that the token disappears from the address bar right away.
  useStore($verifyLink, { ssr: 'initial' });
  const login = useStore($login, { ssr: 'initial' });
  return (
    <div role="status" className="mt-3 max-w-xl">
      {login.status === 'authenticated' ? <OfMember member={login.member} /> : <p>Loading</p>}
    </div>
  );
}

/**
 * /dashboard/verify: redeems the link from our email that verifies an email address, for the account that is logged in
 * (§15.60).
 */
export const VerifyPage = withErrorBoundary(Page);

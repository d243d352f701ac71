import { useEffect, useRef } from 'react';
import { MailAddress } from '../ui/MailAddress.tsx';
import ResendButton from './ResendButton.tsx';

/** Asks the owner of a new account to confirm the email address, and offers to resend the email (§6.10). */
export default function CheckEmail({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus(), []);

  return (
    <section className="form" aria-labelledby="check-email" data-signed-up>
      <h2 id="check-email" ref={heading} tabIndex={-1} className="text-2xl">
        Check your email
      </h2>
      <p>
        We have sent a link to <MailAddress strong address={email} />. Open it to confirm your
        address, then log in. The email can take a minute and sometimes lands in spam.
      </p>
      <p>
        Nothing there? You may already be a member with this address: try to{' '}
        <a className="text-link" href={`/login${location.search}`}>
          log in
        </a>
        .
      </p>
      <ResendButton email={email} />
    </section>
  );
}

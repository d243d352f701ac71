import { useEffect, useRef, useState } from 'react';
import { sayFailure } from '../../lib/say-failure.ts';
import { Done } from '../ui/Done.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { usePress } from '../ui/use-press.ts';
import { callPublic } from '../../lib/public-data.ts';

const refusals = {
  link_not_valid: {
    says: 'This link is not whole, or its account is closed. Open it from the mail again, or stop the mails under Settings.',
  },
};

function Page() {
  const [done, setDone] = useState(false);
  const token = useRef('');
  // A scanner that opens the link must end nothing, so the page only reads it.
  useEffect(() => {
    token.current = new URLSearchParams(location.hash.slice(1)).get('unsubscribe') ?? '';
  }, []);
  const { busy, result, press } = usePress(
    async () => {
      await callPublic('unsubscribe', { p_token: token.current });
      setDone(true);
      return undefined;
    },
    (error) => sayFailure(error, refusals),
  );
  if (done) {
    return (
      <Done>
        <p>
          Done: no more mails about news. Mails about your purchases, your sessions and changes of
          the terms go on. Under Settings, ‘What you agreed to’, you can get the news again.
        </p>
      </Done>
    );
  }
  return (
    <>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          press();
        }}
      >
        <SubmitButton pending={busy} pendingLabel="Stopping them">
          Stop these mails
        </SubmitButton>
      </form>
      <div role="alert">{result && <p className="notice mt-4">{result.message}</p>}</div>
    </>
  );
}

/** /unsubscribe: ends the mails about news for the account of the link, after one press (§18.93). */
export const Unsubscribe = withErrorBoundary(Page);

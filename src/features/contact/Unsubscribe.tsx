import { useEffect, useRef, useState } from 'react';
import { sayFailure } from '../../lib/say-failure.ts';
import { Done } from '../ui/Done.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { usePress } from '../ui/use-press.ts';
import '../ui/form-card.css';
import { callPublic } from '../../lib/public-data.ts';

const refusals = {
  link_not_valid: {
    says: 'This link is not whole, or its account is closed. Open it from the mail again, or stop the mails on your pages.',
  },
};

const done = {
  news: 'Done: no more mails about news. Mails about your purchases, your sessions and changes of the terms go on. Under Settings, ‘What you agreed to’, you can get the news again.',
  times:
    'Done: we no longer tell you when a time opens. Mails about your sessions go on. Beside the times on your sessions page you can ask again.',
};

function Page() {
  const [ended, setEnded] = useState<keyof typeof done>();
  const link = useRef(new URLSearchParams());
  // A scanner that opens the link must end nothing, so the page only reads it.
  useEffect(() => {
    link.current = new URLSearchParams(location.hash.slice(1));
  }, []);
  const { busy, result, press } = usePress(
    async () => {
      const mails = link.current.get('mails') === 'times' ? 'times' : 'news';
      await callPublic('unsubscribe', {
        p_token: link.current.get('unsubscribe') ?? '',
        p_mails: mails,
      });
      setEnded(mails);
      return undefined;
    },
    (error) => sayFailure(error, refusals),
  );
  if (ended) {
    return (
      <Done>
        <p>{done[ended]}</p>
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

/** /unsubscribe: ends mails of one kind for the account of the link, after one press (§15.92, §18.93). */
export const Unsubscribe = withErrorBoundary(Page);

import { useState } from 'react';
import { notLoaded } from '../../lib/service-errors.ts';
import { useMailPause } from './use-mail-pause.ts';

/** Sends the confirmation mail again, at most once a minute, and shows the result. */
export function ResendButton({ email }: { email: string }) {
  const [answer, setAnswer] = useState('');
  const { wait, start } = useMailPause();
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        disabled={wait !== ''}
        onClick={() => {
          start();
          setAnswer('');
          import('./account.ts')
            .then(({ resendConfirmation }) => resendConfirmation(email))
            .then(setAnswer, () => setAnswer(notLoaded()));
        }}
      >
        {wait || 'Send the mail again'}
      </button>
      <p role="status">{answer}</p>
    </>
  );
}

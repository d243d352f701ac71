import { useState } from 'react';
import { notLoaded } from '../../lib/service-errors.ts';
import { useCountdown } from '../ui/use-countdown.ts';

// Seconds. The account service sends one mail a minute to an address.
const pause = 60;

/** Sends the confirmation mail again, at most once a minute, and shows the result. */
export function ResendButton({ email }: { email: string }) {
  const [answer, setAnswer] = useState('');
  const { seconds, start } = useCountdown();
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        disabled={seconds > 0}
        onClick={() => {
          start(pause);
          setAnswer('');
          import('./account.ts')
            .then(({ resendConfirmation }) => resendConfirmation(email))
            .then(setAnswer, () => setAnswer(notLoaded()));
        }}
      >
        {seconds > 0 ? `Send again in ${seconds} s` : 'Send the mail again'}
      </button>
      <p role="status">{answer}</p>
    </>
  );
}

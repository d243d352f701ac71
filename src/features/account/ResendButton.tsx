import { usePress } from '../ui/use-press.ts';
import { useMailPause } from './use-mail-pause.ts';

/** Sends the confirmation mail again, at most once a minute, and shows the result. */
export function ResendButton({ email }: { email: string }) {
  const { wait, start } = useMailPause();
  const { result, press } = usePress(async () => {
    start();
    return { message: await (await import('./account.ts')).resendConfirmation(email) };
  });
  return (
    <>
      <button type="button" className="button button-quiet" disabled={wait !== ''} onClick={press}>
        {wait || 'Send the mail again'}
      </button>
      <p role="status">{result?.message}</p>
    </>
  );
}

import { usePress } from '../ui/use-press.ts';
import { inTime } from '../../domain/in-time.ts';
import { useMailPause } from './use-mail-pause.ts';

/** Sends the confirmation mail again, up to once a minute, and shows the result. */
export default function ResendButton({ email }: { email: string }) {
  const { wait, start } = useMailPause();
  const { result, press } = usePress(async () => {
    start();
    return { message: await (await inTime(import('./account.ts'))).resendConfirmation(email) };
  });
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        aria-disabled={wait !== ''}
        onClick={wait ? undefined : press}
      >
        {wait || 'Send the email again'}
      </button>
      <p role="status">{result?.message}</p>
    </>
  );
}

import { useStore } from '@nanostores/react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { $loggingOut, $logoutFailed, logout } from '../account/logout.ts';

function Everywhere() {
  const hydrated = useHydrated();
  const loggingOut = useStore($loggingOut, { ssr: 'initial' });
  const failed = useStore($logoutFailed, { ssr: 'initial' });
  return (
    <>
      <button
        type="button"
        className="button button-quiet"
        disabled={!hydrated || loggingOut}
        onClick={() => void logout()}
      >
        {loggingOut ? 'Logging out ...' : 'Log out everywhere'}
      </button>
      <div role="alert">
        {failed && !loggingOut && (
          <p className="mt-3">
            The account service did not answer, so nothing has ended. Please try again.
          </p>
        )}
      </div>
    </>
  );
}

/** Ends every session of the member, including the one in this browser (§18.86). */
export const LogoutEverywhere = withErrorBoundary(Everywhere);

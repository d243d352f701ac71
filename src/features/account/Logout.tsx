import { useStore } from '@nanostores/react';
import type { Elements } from '../ui/elements.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { $loggingOut, $logoutFailed, logout } from './logout.ts';

type LogoutProps = {
  label: string;
  /** The button's icon. */
  children?: Elements;
};

/**
 * The logout button. Shows that a logout is in progress (§2.38). If the account service cannot be reached, offers to
 * log out on this device only (§14.31).
 */
export function Logout({ label, children }: LogoutProps) {
  const hydrated = useHydrated();
  const loggingOut = useStore($loggingOut, { ssr: 'initial' });
  const failed = useStore($logoutFailed, { ssr: 'initial' });
  return (
    <>
      <button
        type="button"
        disabled={!hydrated}
        aria-disabled={loggingOut}
        onClick={() => void logout()}
      >
        {children}
        <span>{loggingOut ? 'Logging out..' : label}</span>
      </button>
      <div role="status">
        {failed && (
          <button type="button" aria-disabled={loggingOut} onClick={() => void logout('anyway')}>
            Log out anyway
          </button>
        )}
      </div>
    </>
  );
}

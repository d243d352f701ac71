import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { useHydrated } from '../form/use-hydrated.ts';
import { $loggingOut, $logoutFailed, logout } from './logout.ts';

type LogoutProps = {
  label: string;
  className?: string | undefined;
  /** The icon before the label. */
  children?: ReactNode;
};

/**
 * Logs out and says so while it is pending (spec §2). After a logout that did not reach the account
 * service it offers to leave this device alone.
 */
export function Logout({ label, className, children }: LogoutProps) {
  const hydrated = useHydrated();
  const loggingOut = useStore($loggingOut);
  const failed = useStore($logoutFailed);
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={!hydrated || loggingOut}
        onClick={() => void logout()}
      >
        {children}
        {loggingOut ? 'Logging out..' : label}
      </button>
      <div role="status">
        {failed && (
          <button
            type="button"
            className={className}
            disabled={loggingOut}
            onClick={() => void logout('here')}
          >
            Log out on this device only
          </button>
        )}
      </div>
    </>
  );
}

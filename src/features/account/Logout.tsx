import { useStore } from '@nanostores/react';
import type { Elements } from '../ui/elements.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { $loggingOut, $logoutFailed, logout } from './logout.ts';

type LogoutProps = {
  label: string;
  /** Its icon. */
  children?: Elements;
};

/**
 * The logout button, which says so while a logout is pending (§2.38). After a logout that did not reach
 * the account service it offers to do without (§14.31).
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

import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { accountMenu } from '../../content/navigation.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { Avatar } from './Avatar.tsx';
import { $profile, $shownMember } from './profile-store.ts';
import { onLoginEnd } from './login-end.ts';
import { Logout } from './Logout.tsx';
import './account-menu.css';

type AccountMenuProps = {
  /** True on a member page, where logging out leads to the login. */
  guarded: boolean;
};

function Menu({ guarded }: AccountMenuProps) {
  const member = useStore($shownMember, { ssr: 'initial' });
  const { data: profile, error } = useStore($profile, { ssr: 'initial' });
  const hydrated = useHydrated();
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      toggle.current?.focus();
    };
    // Tabbing past the last entry closes the menu.
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && !menu.current?.contains(target)) setOpen(false);
    };
    const watched = new AbortController();
    addEventListener('keydown', onKey, { signal: watched.signal });
    addEventListener('focusin', onFocus, { signal: watched.signal });
    return () => watched.abort();
  }, [open]);

  useEffect(() => onLoginEnd({ guarded }), [guarded]);

  return (
    <div ref={menu} className="account-menu">
      <button
        ref={toggle}
        type="button"
        className="account-menu-toggle"
        aria-expanded={open}
        aria-controls="account-menu"
        disabled={!hydrated}
        onClick={() => setOpen(!open)}
      >
        <Avatar src={profile?.profileimage ?? (error ? '' : undefined)} alt="" size={44} />
        <span className="sr-only">Account menu</span>
      </button>
      {open && (
        <div className="account-menu-overlay" aria-hidden="true" onClick={() => setOpen(false)} />
      )}
      <div id="account-menu" className="account-menu-list" hidden={!open}>
        {member && (
          <p className="account-menu-name mb-2 grid">
            <bdi translate="no" className="truncate bold text-ink">
              {member.name}
            </bdi>
            <span translate="no" className="truncate text-sm text-muted">
              {member.email}
            </span>
          </p>
        )}
        <ul>
          {accountMenu.map(({ href, label }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
          <li>
            <Logout label="Logout" />
          </li>
        </ul>
      </div>
    </div>
  );
}

/** The member's avatar in the top bar, with a menu (§2.29). Escape and a click on the overlay close the menu. */
export const AccountMenu = withErrorBoundary(Menu);

/** The logout button in the dashboard's sidebar (§2.37). */
export const SidebarLogout = withErrorBoundary(Logout);

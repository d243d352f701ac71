import { IconLogout } from '@tabler/icons-react';
import { withErrorBoundary } from '../errors/error-boundary.tsx';
import { Logout } from './Logout.tsx';

type SidebarLogoutProps = { label: string };

function Entry({ label }: SidebarLogoutProps) {
  return (
    <Logout label={label}>
      <IconLogout size={22} aria-hidden />
    </Logout>
  );
}

/** The logout of the dashboard's sidebar. */
export const SidebarLogout = withErrorBoundary(Entry);

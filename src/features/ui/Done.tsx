import type { ReactNode } from 'react';

function goTo(notice: HTMLElement | null) {
  notice?.focus({ preventScroll: true });
  notice?.scrollIntoView({ block: 'nearest' });
}

/**
 * Replaces a form that has been sent. The pressed button is gone and may have been far below, so this scrolls into view
 * and takes the focus, which also makes screen readers announce it.
 */
export function Done({ children }: { children: ReactNode }) {
  return (
    <div ref={goTo} tabIndex={-1} className="notice notice-calm form-alert">
      {children}
    </div>
  );
}

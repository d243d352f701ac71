import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Replaces a form that was sent. It scrolls into view and takes the focus, so that screen readers read it: the button
 * that was pressed is gone, and may have been far below.
 */
export function Done({ children }: { children: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ behavior: 'instant', block: 'nearest' });
  }, []);
  return (
    <div ref={notice} tabIndex={-1} className="notice notice-calm form-alert">
      {children}
    </div>
  );
}

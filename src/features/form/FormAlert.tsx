import type { ReactNode } from 'react';

/** The place beside a form where the reason of a failure stays readable after its toast is gone. */
export function FormAlert({ children }: { children: ReactNode }) {
  return <div role="alert">{children && <div className="notice">{children}</div>}</div>;
}

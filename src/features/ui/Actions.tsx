import type { ReactNode } from 'react';
import './actions.css';

type ActionsProps = {
  /** True for buttons, which need more room than links. */
  buttons?: boolean;
  className?: string;
  children: ReactNode;
};

/** A row of what can be done with the thing above. */
export function Actions({ buttons, className = '', children }: ActionsProps) {
  return (
    <div className={`actions ${className}`} data-buttons={buttons || undefined}>
      {children}
    </div>
  );
}

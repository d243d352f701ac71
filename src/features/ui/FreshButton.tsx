import { createContext, useContext, type ComponentProps } from 'react';
import { PressButton } from './PressButton.tsx';
import './fresh-button.css';

const IsKept = createContext(false);

/** Tells all components inside whether the data was kept from an earlier page. */
export const KeptData = IsKept.Provider;

/** Whether a button that must act on fresh data still has to wait for it (§12.59). */
export const useWaitsForFresh = () => useContext(IsKept);

const checking = 'Checking ...';

/**
 * The label of a button that waits for fresh data. It has room for both of its texts, so that nothing moves when they
 * change.
 */
export function FreshLabel({ children }: { children: string }) {
  const [shown, other] = useWaitsForFresh() ? [checking, children] : [children, checking];
  return (
    <span className="fresh-label grid" data-other={other}>
      <span>{shown}</span>
    </span>
  );
}

type FreshButtonProps = Omit<ComponentProps<typeof PressButton>, 'children' | 'waits'> & {
  children: string;
};

/**
 * A `PressButton` that moves money or opens a meeting, so it is disabled until the page has fetched fresh data
 * (§12.59).
 */
export const FreshButton = ({ children, ...button }: FreshButtonProps) => (
  <PressButton {...button} waits={useWaitsForFresh()}>
    <FreshLabel>{children}</FreshLabel>
  </PressButton>
);

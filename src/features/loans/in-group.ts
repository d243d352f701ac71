import type { ReactElement } from 'react';
import type { InGroupProps } from './InGroup.tsx';

let render: ((props: InGroupProps) => ReactElement) | undefined;

/** Downloads what is shown only to somebody who is or was in a group. */
export async function loadInGroup(): Promise<void> {
  render ??= (await import('./InGroup.tsx')).renderInGroup;
}

/**
 * Renders it. The store loads it before it shows the data of somebody who needs it: with `lazy` the page would
 * be empty for a moment, and the focus lost. Loaded with the page, it makes a request too many (§12.28).
 */
export const renderInGroup = (props: InGroupProps) => render?.(props);

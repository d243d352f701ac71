import { useState } from 'react';

/**
 * The preview that a form shows before it is sent; undefined once `typed` differs from what was previewed. The returned
 * function stores a preview of what is typed now, or discards it.
 */
export function useSeen<Preview>(typed: unknown) {
  const [seen, setSeen] = useState<{ preview: Preview; typed: string }>();
  const now = JSON.stringify(typed);
  const see = (preview?: Preview) => setSeen(preview && { preview, typed: now });
  return [seen?.typed === now ? seen.preview : undefined, see] as const;
}

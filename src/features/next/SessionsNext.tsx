import { Start } from './Start.tsx';

/**
 * What is next, on top of 'Your sessions'. An island imports no other: Astro deletes the style sheet of a shared
 * file that has an island in it, and dialogs that load late would wait for it.
 */
export function SessionsNext() {
  return <Start page="sessions" />;
}

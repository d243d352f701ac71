import { Start } from './Start.tsx';

/**
 * The next step, above 'Your sessions'. It only wraps `Start`, because no island may import another: Astro deletes the
 * style sheet of a shared file that contains an island, and dialogs that load late would wait for it.
 */
export function SessionsNext() {
  return <Start page="sessions" />;
}

import { loadSupabase } from '../../lib/supabase.ts';
import { loadToasts } from '../toasts/toast.ts';

/**
 * Downloads what sending a form needs while somebody is still typing: the button then answers
 * sooner, and its messages are there even when the line is lost meanwhile. Calling it again costs
 * nothing.
 */
export function warmUp(): void {
  // Whatever could not be downloaded is asked for again, and its failure told, when it is needed.
  loadSupabase().catch(() => undefined);
  loadToasts().catch(() => undefined);
}

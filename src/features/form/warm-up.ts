import { loadSupabase } from '../../lib/supabase.ts';
import { wakeToaster } from '../toasts/toast.ts';

/**
 * Downloads what sending a form needs while somebody is still typing, so that the button answers sooner
 * and messages are there even when the connection is lost meanwhile. Further calls cost nothing.
 */
export function warmUp(): void {
  wakeToaster();
  // A download that failed is tried again, and its failure told, when the form is sent.
  loadSupabase().catch(() => undefined);
}

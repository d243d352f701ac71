import type { Plugin } from 'vite';

/**
 * Leaves out the channel by which supabase-js tells other tabs of each session: a message to a page in
 * the back/forward cache throws it out. The tabs hear of each other by the storage they share. Under the
 * dev server it stays, because Vite would take the browser's own class away from all scripts there.
 */
export function noSessionChannel(): Plugin {
  return {
    name: 'admitcircle:no-session-channel',
    apply: 'build',
    config: () => ({ define: { 'globalThis.BroadcastChannel': 'undefined' } }),
  };
}

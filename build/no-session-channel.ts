import type { Plugin } from 'vite';

const module = /\/@supabase\/auth-js\/.*\/GoTrueClient\.js$/;
const opensChannel = 'globalThis.BroadcastChannel';

/**
 * Removes the channel that supabase-js uses to send logins to other tabs, because a message evicts a page from the
 * back/forward cache. Tabs notice each other's logins and logouts through storage events. If supabase-js stops opening
 * its channel in this way, the build fails.
 */
export function noSessionChannel(): Plugin {
  let found = false;
  return {
    name: 'admitcircle:no-session-channel',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: module },
      handler(code) {
        if (!code.includes(opensChannel)) {
          throw new Error(
            `${opensChannel} is gone from supabase-js: see build/no-session-channel.ts.`,
          );
        }
        found = true;
        return { code: code.replaceAll(opensChannel, 'undefined'), map: null };
      },
    },
    buildEnd(error) {
      if (!error && !found) {
        throw new Error('GoTrueClient.js was not built: see build/no-session-channel.ts.');
      }
    },
  };
}

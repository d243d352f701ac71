import type { Plugin } from 'vite';

const module = /\/@supabase\/auth-js\/.*\/GoTrueClient\.js$/;
const opensChannel = 'globalThis.BroadcastChannel';

/**
 * Leaves out the channel over which supabase-js sends each session to other tabs, because a message
 * throws a page out of the back/forward cache. Tabs hear of each other through the storage they share.
 * Throws when the library no longer opens the channel by this name.
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

/**
 * Replaces `@supabase/realtime-js` in the browser bundle (astro.config.mjs), because the site does not open channels
 * and the real client is a third of supabase-js. Contains the only method that supabase-js calls, at each change of the
 * login.
 */
export class RealtimeClient {
  /** Does nothing, because no connection exists that needs the token. */
  setAuth(): void {
    return;
  }
}

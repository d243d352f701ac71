/**
 * Replaces `@supabase/realtime-js` in the browser bundle (astro.config.mjs), because the site opens no channels and the
 * real client is a third of supabase-js. It has the one method that supabase-js calls whenever the session changes.
 */
export class RealtimeClient {
  /** Does nothing, because there is no connection that needs the token. */
  setAuth(): void {
    return;
  }
}

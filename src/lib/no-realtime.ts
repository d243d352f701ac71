/**
 * Stands in for `@supabase/realtime-js` in the browser bundle (see astro.config.mjs). The product
 * opens no channels, and the real client is a third of what a member would download. It has the
 * one method supabase-js calls by itself, whenever the session changes.
 */
export class RealtimeClient {
  /** There is no connection that could carry the token. */
  setAuth(): void {
    return;
  }
}

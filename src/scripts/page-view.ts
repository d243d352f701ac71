/**
 * Counts a view of this page by sending only its path to `url` (§12.25). A prerendered page is counted once it is
 * shown. Visitors who ask not to be tracked are not counted (§12.26).
 */
export function countPageView(url: string): void {
  // The casts add properties that TypeScript's DOM types lack.
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  if (doNotTrack === '1' || globalPrivacyControl || !('sendBeacon' in navigator)) return;
  const send = () => navigator.sendBeacon(url, JSON.stringify({ path: location.pathname }));
  const { prerendering } = document as Document & { prerendering?: boolean };
  if (prerendering) document.addEventListener('prerenderingchange', send, { once: true });
  else send();
}

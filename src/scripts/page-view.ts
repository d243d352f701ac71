/**
 * Counts this page by sending its path, and nothing else, to `url` (§12.25). Nothing is sent for people
 * who ask not to be tracked, nor before a prerendered page is looked at.
 */
export function countPageView(url: string): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  if (doNotTrack === '1' || globalPrivacyControl) return;
  const send = () => navigator.sendBeacon(url, JSON.stringify({ path: location.pathname }));
  const { prerendering } = document as Document & { prerendering?: boolean };
  if (prerendering) document.addEventListener('prerenderingchange', send, { once: true });
  else send();
}

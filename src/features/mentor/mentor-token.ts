/** What the fragment of a mentor's link may be; the function decides whether it is good. */
const tokenPattern = /^[\w.-]{60,200}$/;

/** The token in the address, or nothing: the skip link puts a place of the page there. */
export function tokenInAddress(): string {
  const fragment = location.hash.slice(1);
  return document.getElementById(fragment) ? '' : fragment;
}

/**
 * The token of the mentor's link this page was opened with, or undefined. It is moved from the address into
 * this tab's storage, so that it is in no history, shared screen or shared address and a reload finds it.
 */
export function takeToken(key: string): string | undefined {
  const given = tokenInAddress();
  try {
    if (given === '') return sessionStorage.getItem(key) ?? undefined;
    sessionStorage.setItem(key, given);
    history.replaceState(history.state, '', location.pathname + location.search);
  } catch {
    // Storage is blocked: the address keeps the token, so that a reload finds it.
  }
  return given === '' ? undefined : given;
}

/** True for text that may be sent as a token. */
export function looksLikeToken(token: string): boolean {
  return tokenPattern.test(token);
}

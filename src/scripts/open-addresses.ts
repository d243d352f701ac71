/** True if this tab was opened with a link of our mail, perhaps before a login on the way. */
function linkWaits(key = ''): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

const details = document.querySelector<HTMLDetailsElement>('#addresses details');

/** Shows the addresses, which are fetched then, to whoever asks for them by a link. */
function openIfAsked(): void {
  if (!details) return;
  if (!location.hash.startsWith('#address') && !linkWaits(details.dataset['link'])) return;
  details.open = true;
  details.scrollIntoView();
}

openIfAsked();
addEventListener('hashchange', openIfAsked);

/** True if this tab was opened with a link of our mail, perhaps before a login on the way. */
function linkWaits(key = ''): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

const details = document.querySelector<HTMLDetailsElement>('#addresses details');

// The addresses are fetched when they are shown: for whoever asks for them by a link, at once.
if (details && (location.hash.startsWith('#address') || linkWaits(details.dataset['link']))) {
  details.open = true;
  details.scrollIntoView();
}

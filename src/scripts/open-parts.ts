/** The link of our mail that this tab was opened with, perhaps before a login on the way. */
function waitingLink(key = ''): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Shows a part of the settings, whose data is fetched then, to whoever asks for it by a link. */
function openIfAsked(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('details[data-place]')) {
    const { place, link, linkKey } = details.dataset;
    const asked =
      location.hash === place ||
      (link !== undefined &&
        (location.hash.startsWith(link) || waitingLink(linkKey).startsWith(link)));
    if (!asked) continue;
    details.open = true;
    details.scrollIntoView();
  }
}

openIfAsked();
addEventListener('hashchange', openIfAsked);

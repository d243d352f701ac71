/** The link of our mail with which this tab was opened, perhaps before a login. */
function waitingLink(key = ''): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Opens the part of the settings that the address or a mailed link names; only then its data is fetched. */
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

/** Shows the time that a visitor has chosen; shows nothing if this browser has not stored one (§4.28). */
export function sayChosen(line: HTMLElement): void {
  const named = line.querySelector('b');
  try {
    const kept = localStorage.getItem(line.dataset['key'] ?? '');
    if (!named || !kept) return;
    // Our own pages stored it. Anything else throws, and then nothing is shown.
    const { starts_at, mentor } = JSON.parse(kept) as {
      starts_at: string;
      mentor: { name: string };
    };
    // eslint-disable-next-line no-restricted-syntax -- this script runs before any reply, so it has only the device's clock
    if (Date.parse(starts_at) < Date.now()) return;
    const start = new Intl.DateTimeFormat('en-IN', {
      timeZone: 'Asia/Kolkata',
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: 'numeric',
      minute: '2-digit',
    }).format(Date.parse(starts_at));
    named.textContent = `${start}, with ${mentor.name}`;
    line.hidden = false;
  } catch {
    // If storage is blocked, no time was kept.
  }
}

/**
 * Names the time that the visitor has chosen, in the hidden line before this script, if there is one (§4.28). Then asks
 * whether it is still free, and says so if it has gone. Members' pages ask themselves.
 */
import { chosenTimeKey, sessionKey } from '../../lib/storage-keys.ts';

type Free = { id: string; taken: number; seats: number };

const script = document.currentScript;
const line = script?.previousElementSibling;

async function isGone(slot: string, kind: string, at: string): Promise<boolean> {
  const { asks = '', key = '' } = script?.dataset ?? {};
  // The end does not count.
  const end = new Date(Date.parse(at) + 60_000).toISOString();
  const query = new URLSearchParams({ p_from: at, p_to: end, p_kind: kind });
  const reply = await fetch(`${asks}?${query}`, { headers: { apikey: key } });
  if (!reply.ok) return false;
  // Our own database's reply; whatever else arrives ends in the catch below.
  const then = (await reply.json()) as readonly Free[];
  return !then.some(({ id, taken, seats }) => id === slot && taken < seats);
}

async function nameTime(): Promise<void> {
  try {
    // Our own pages stored it, so only the text can be missing.
    const {
      slot = '',
      kind = '',
      starts_at = '',
      says,
    } = JSON.parse(localStorage.getItem(chosenTimeKey) ?? '{}') as {
      slot?: string;
      kind?: string;
      starts_at?: string;
      says?: readonly string[];
    };
    // eslint-disable-next-line no-restricted-syntax -- this script runs before any reply, so it has only the device's clock
    if (!line || !says || Date.parse(starts_at) <= Date.now()) return;
    for (const [place, part] of line.querySelectorAll('b').entries()) {
      part.textContent = says[place] ?? '';
    }
    line.removeAttribute('hidden');
    if (localStorage.getItem(sessionKey) || !(await isGone(slot, kind, starts_at))) return;
    // Another tab may have chosen another time meanwhile.
    if (localStorage.getItem(chosenTimeKey)?.includes(slot)) localStorage.removeItem(chosenTimeKey);
    const after = line.querySelector<HTMLElement>('[data-gone]');
    if (after) after.textContent = `. ${after.dataset['gone']}`;
  } catch {
    // If storage is blocked, no time was kept. Without a reply, the time may still be free.
  }
}

void nameTime();

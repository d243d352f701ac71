/**
 * Names the time that the visitor has chosen, in the hidden line before this script, if there is one (§4.28). Then asks
 * whether it is still free, and says so if it has gone. For members, their own pages ask, and store the answer with the
 * time.
 */
import type { SessionKind } from '../../domain/bookings/session-kinds.ts';
import { hasSeat, slotsAt } from '../../domain/bookings/slots-at.ts';
import { chosenTimeKey, sessionKey } from '../../lib/storage-keys.ts';

const script = document.currentScript;
const line = script?.previousElementSibling;

async function nameTime(): Promise<void> {
  try {
    const stored = localStorage.getItem(chosenTimeKey) ?? '{}';
    // Our own pages stored it, so only the text can be missing.
    const {
      slot = '',
      kind = 'interview',
      starts_at: at = '',
      says,
      isGone,
    } = JSON.parse(stored) as {
      slot?: string;
      kind?: SessionKind;
      starts_at?: string;
      says?: readonly string[];
      isGone?: boolean;
    };
    // eslint-disable-next-line no-restricted-syntax -- this script runs before any reply, so it has only the device's clock
    if (!line || !says || Date.parse(at) <= Date.now()) return;
    for (const [place, part] of line.querySelectorAll('b').entries()) {
      part.textContent = says[place] ?? '';
    }
    line.removeAttribute('hidden');
    const sayGone = () => {
      const after = line.querySelector<HTMLElement>('[data-gone]');
      if (after) after.textContent = `. ${after.dataset['gone']}`;
    };
    if (isGone) sayGone();
    if (localStorage.getItem(sessionKey)) return;
    const { asks = '', key = '' } = script.dataset;
    const reply = await fetch(`${asks}?${slotsAt(kind, at)}`, { headers: { apikey: key } });
    // Our own database's reply; a refusal, and whatever else arrives, ends in the catch below.
    if (hasSeat((await reply.json()) as Parameters<typeof hasSeat>[0], slot)) return;
    // Another tab may have chosen another time meanwhile.
    if (localStorage.getItem(chosenTimeKey) === stored) localStorage.removeItem(chosenTimeKey);
    sayGone();
  } catch {
    // If storage is blocked, no time was kept. Without a reply, the time may still be free.
  }
}

void nameTime();

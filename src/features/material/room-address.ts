import { useEffect, useState } from 'react';
import { headingId } from './markdown.tsx';

/** The address of a text in the preparation room, or of a heading in it (§18.91). */
export function textAddress(id: number, heading?: number): string {
  const fragment = heading === undefined ? '' : `#${headingId(heading)}`;
  return `?${new URLSearchParams({ text: String(id) })}${fragment}`;
}

/** The id of the text that the address names; undefined on the page of all texts. */
function named(address: string): number | undefined {
  const id = new URL(address).searchParams.get('text');
  return id === null ? undefined : Number(id);
}

type Place = { id: number | undefined; place: string; shown?: () => void };

/**
 * The text that the address of the page names. Where the browser has the Navigation API, links within the room change
 * it without loading the page again; `place` is the address of the last such step, and empty before the first.
 */
export function useNamedText(): Place {
  const [now, setNow] = useState<Place>(() => ({ id: named(location.href), place: '' }));
  useEffect(() => now.shown?.(), [now]);
  useEffect(() => {
    // Older browsers load the page.
    if (!('navigation' in globalThis)) return;
    const follow = (event: NavigateEvent) => {
      const { url } = event.destination;
      const stays = new URL(url).pathname === location.pathname;
      if (!stays || !event.canIntercept || event.hashChange || event.navigationType === 'reload') {
        return;
      }
      event.intercept({
        focusReset: 'manual',
        // On back and forward the browser restores the scroll position after the text is rendered.
        scroll: event.navigationType === 'traverse' ? 'after-transition' : 'manual',
        handler: () =>
          new Promise((shown) => {
            setNow({ id: named(url), place: url, shown });
          }),
      });
    };
    navigation.addEventListener('navigate', follow);
    return () => navigation.removeEventListener('navigate', follow);
  }, []);
  return now;
}

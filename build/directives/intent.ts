import type { ClientDirective } from 'astro';

const signs = ['pointerover', 'touchstart', 'focusin'] as const;

/**
 * Hydrates when somebody reaches for the island. A click that comes before React is ready is held
 * and given to the hydrated button, so that the first tap on a phone counts.
 */
const intent: ClientDirective = (load, _options, element) => {
  let clicked: HTMLElement | undefined;

  const hold = (event: Event) => {
    const button = event.target instanceof Element && event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clicked = button;
    start();
  };

  const start = () => {
    for (const sign of signs) element.removeEventListener(sign, start);
    if (element.dataset['intent']) return;
    element.dataset['intent'] = 'loading';
    load()
      .then((hydrate) => hydrate())
      .then(() => {
        element.removeEventListener('click', hold, true);
        element.dataset['intent'] = 'ready';
        // React attaches its listeners when it commits, which is after this microtask.
        if (clicked) requestAnimationFrame(() => clicked?.click());
      })
      .catch(() => {
        // The script could not be loaded (offline, a new deploy): let the next try start again.
        delete element.dataset['intent'];
        for (const sign of signs) element.addEventListener(sign, start, { passive: true });
      });
  };

  element.addEventListener('click', hold, true);
  for (const sign of signs) element.addEventListener(sign, start, { passive: true });
};

export default intent;

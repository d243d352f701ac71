// The shortest time between two reloads, in milliseconds.
const pause = 60_000;

/** True unless this tab has been reloaded for the same reason within `pause`. Stores the time under `key`. */
function mayReload(key: string): boolean {
  try {
    const last = Number(sessionStorage.getItem(key));
    // eslint-disable-next-line no-restricted-syntax -- only the elapsed time counts
    const now = Date.now();
    if (now - last < pause) return false;
    sessionStorage.setItem(key, String(now));
    return true;
  } catch {
    // Without storage, the page could keep reloading forever.
    return false;
  }
}

/**
 * True for the error that a browser throws if a script cannot be loaded. In every browser, its message contains
 * 'module'.
 */
function isMissingScript(detail: unknown): boolean {
  if (typeof detail !== 'object' || detail === null || !('error' in detail)) return false;
  return detail.error instanceof TypeError && /module/i.test(detail.error.message);
}

// The page still works if the carousel, a toast or a newer picture is missing.
const necessary =
  'astro-island[client=load], astro-island:has(form), [data-pack-cards] > astro-island';

/**
 * Watches for islands that the page needs but cannot load: a page opened before a deploy requests scripts that no
 * longer exist. Reloads the page once, unless the visitor has typed something. If that does not help, tells the visitor
 * what to do (R8). The template in `StalePage.astro` contains both messages, first the one for a stale page, then the
 * one for being offline.
 */
export function watchForStalePage(): void {
  const template = document.querySelector<HTMLTemplateElement>('#stale-page');
  if (!template) return;
  let told = false;
  let typed = false;
  addEventListener('input', () => (typed = true), { capture: true, once: true });
  const tell = () => {
    if (told) return;
    told = true;
    if (navigator.onLine && !typed && mayReload(template.dataset['key'] ?? '')) {
      location.reload();
      return;
    }
    const [outOfDate, offline] = template.content.children;
    const notice = navigator.onLine ? outOfDate : offline;
    if (notice) document.querySelector('main')?.prepend(notice);
  };
  document.addEventListener('astro:hydration-error', (event) => {
    if (!(event instanceof CustomEvent) || !isMissingScript(event.detail)) return;
    if (event.target instanceof Element && event.target.matches(necessary)) tell();
  });
}

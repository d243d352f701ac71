// In milliseconds, between two reloads.
const pause = 60_000;

/** True unless this tab was reloaded for the same reason within `pause`. Stores the time under `key`. */
function mayReload(key: string): boolean {
  try {
    const last = Number(sessionStorage.getItem(key));
    if (Date.now() - last < pause) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    // Without storage, the page could reload forever.
    return false;
  }
}

/** True for the error of a script that could not be loaded. In every browser, its message contains 'module'. */
function isMissingScript(detail: unknown): boolean {
  if (typeof detail !== 'object' || detail === null || !('error' in detail)) return false;
  return detail.error instanceof TypeError && /module/i.test(detail.error.message);
}

// The page still works without a carousel, a toast or a newer picture.
const necessary =
  'astro-island[client=load], astro-island:has(form), [data-pack-cards] > astro-island';

/**
 * Watches for islands that the page needs but cannot load. A page opened before a deploy requests scripts that no
 * longer exist. Reloads it once, unless the visitor has typed something. If that does not help, says what to do (R8).
 * The template of `StalePage.astro` has both messages, first for a stale page, then for offline.
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

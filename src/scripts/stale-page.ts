// ms between two reloads.
const pause = 60_000;

/** True unless this tab was reloaded for the same reason within `pause`; stores the time under `key`. */
function mayReload(key: string): boolean {
  try {
    const last = Number(sessionStorage.getItem(key));
    if (Date.now() - last < pause) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    // Without storage the page could reload for ever.
    return false;
  }
}

/** True for the error of a script that could not be loaded: in every browser its message contains 'module'. */
function isMissingScript(detail: unknown): boolean {
  if (typeof detail !== 'object' || detail === null || !('error' in detail)) return false;
  return detail.error instanceof TypeError && /module/i.test(detail.error.message);
}

// Without a carousel, a toast or a newer picture the page still works.
const necessary =
  'astro-island[client=load], astro-island:has(form), [data-pack-cards] > astro-island';

/**
 * Watches for islands that the page needs and that cannot be loaded. A page that was opened before a deploy requests
 * scripts that are gone: it is reloaded once, unless the visitor has typed. If that does not help, it says what to do
 * (R8). The template of `StalePage.astro` has the two messages: first for a stale page, then for offline.
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

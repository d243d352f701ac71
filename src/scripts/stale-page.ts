const pause = 60_000;

/** True, and remembered under `key`, unless this tab was reloaded for the same reason a moment ago. */
function mayReload(key: string): boolean {
  try {
    const last = Number(sessionStorage.getItem(key));
    if (Date.now() - last < pause) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    // Where nothing can be remembered, a reload could follow a reload for ever.
    return false;
  }
}

/** True for the error of a script that could not be loaded: every browser's wording names the module. */
function isMissingScript(detail: unknown): boolean {
  if (typeof detail !== 'object' || detail === null || !('error' in detail)) return false;
  return detail.error instanceof TypeError && /module/i.test(detail.error.message);
}

/**
 * A page that was opened before a new deploy asks for scripts that are gone. One reload brings the
 * new page; where that does not help, the page says what to do (R8). This is for islands and for the
 * scripts inside something marked `data-needed`; without the others the page still does its work. The
 * words stand in the template of `StalePage.astro`: first those for a stale page, then those for being
 * offline.
 */
export function watchForStalePage(): void {
  const template = document.querySelector<HTMLTemplateElement>('#stale-page');
  if (!template) return;
  let told = false;
  const tell = () => {
    if (told) return;
    told = true;
    if (navigator.onLine && mayReload(template.dataset['key'] ?? '')) {
      location.reload();
      return;
    }
    const [outOfDate, offline] = template.content.children;
    const notice = navigator.onLine ? outOfDate : offline;
    if (notice) document.querySelector('main')?.prepend(notice);
  };
  document.addEventListener('astro:hydration-error', (event) => {
    if (event instanceof CustomEvent && isMissingScript(event.detail)) tell();
  });
  // Such an event does not bubble, but it can be caught on its way down.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.closest('[data-needed]')) tell();
    },
    true,
  );
}

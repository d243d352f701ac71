import type { ClientDirective } from 'astro';

/**
 * `client:member` hydrates an island when the browser is idle, but only if a login is stored (§12.5) and, if the
 * directive has a value, only if a head script has marked the page with `data-<value>`.
 */
const member: ClientDirective = (load, { value }) => {
  if (document.documentElement.dataset['session'] === undefined) return;
  if (typeof value === 'string' && value && document.documentElement.dataset[value] === undefined)
    return;
  const hydrate = async () => {
    const run = await load();
    await run();
  };
  if ('requestIdleCallback' in window) requestIdleCallback(() => void hydrate());
  else setTimeout(() => void hydrate(), 200);
};

export default member;

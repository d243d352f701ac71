import type { ClientDirective } from 'astro';

/** `client:member` hydrates an island when the browser is idle, but only if a login is stored (§12.5). */
const member: ClientDirective = (load) => {
  if (document.documentElement.dataset['session'] === undefined) return;
  const hydrate = async () => {
    const run = await load();
    await run();
  };
  if ('requestIdleCallback' in window) requestIdleCallback(() => void hydrate());
  else setTimeout(() => void hydrate(), 200);
};

export default member;

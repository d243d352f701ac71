import type { ClientDirective } from 'astro';

/** Hydrates when the head script found a stored session, or when one is stored by a form of this page. */
const session: ClientDirective = (load) => {
  const hydrate = async () => (await load())();
  if (document.documentElement.dataset['session'] === 'stored') void hydrate();
};

export default session;

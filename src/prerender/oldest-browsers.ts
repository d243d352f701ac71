/**
 * The oldest browsers in which everything works (§12.47): those of Tailwind's own floor. Edge has Chrome's versions, and
 * every browser of an iPhone has Safari's engine.
 */
export const oldestBrowsers = { chrome: '111', safari: '16.4', firefox: '128' } as const;

const { chrome, safari, firefox } = oldestBrowsers;

/** The same for people. */
export const oldestBrowsersText = `Chrome and Edge ${chrome}, Safari and iOS ${safari}, and Firefox ${firefox}`;

/**
 * The oldest browsers in which everything works (§12.47), the same as Tailwind's. Edge has the same version numbers as
 * Chrome, and every browser on an iPhone uses Safari's engine.
 */
export const oldestBrowsers = { chrome: '111', safari: '16.4', firefox: '128' } as const;

const { chrome, safari, firefox } = oldestBrowsers;

/** The oldest supported browsers, spelled out for readers. */
export const oldestBrowsersText = `Chrome and Edge ${chrome}, Safari and iOS ${safari}, and Firefox ${firefox}`;

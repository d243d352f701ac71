import { parseSite } from './environment.ts';

/**
 * The site's settings in this build. Only for code that Astro builds; other code calls
 * `parseSite` with its environment.
 */
export const site = parseSite(process.env);

import { parseSite } from './environment.ts';

/**
 * The site's settings in this build. Only for code that Astro builds; other code calls
 * `parseSite(process.env)`.
 */
export const site = parseSite(import.meta.env);

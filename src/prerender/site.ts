import { parseSite } from './environment.ts';

/**
 * The site's settings as of this build. Only for code that Astro builds: scripts and functions call
 * `parseSite(process.env)`.
 */
export const site = parseSite(import.meta.env);

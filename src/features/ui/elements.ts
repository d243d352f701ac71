import type { ReactElement } from 'react';

/**
 * Anything that may be placed beside other elements. Excludes bare text, because translation removes it from the page
 * (§12.54).
 */
export type Elements = ReactElement | readonly Elements[] | false | '' | 0 | null | undefined;

import type { ReactElement } from 'react';

/** What may stand beside other elements: no bare text, which a translated page loses (§12.54). */
export type Elements = ReactElement | readonly Elements[] | false | '' | 0 | null | undefined;

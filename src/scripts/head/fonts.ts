/** Our fonts come after the first paint. */
import { loadFontsAfter } from '../load-fonts.ts';

loadFontsAfter('paint', 'first-contentful-paint');

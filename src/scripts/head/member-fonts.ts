/** On a member's page our fonts come after the first own rows, whose scripts need the line more. */
import { loadFontsAfter } from '../load-fonts.ts';

loadFontsAfter('mark', 'own-data');

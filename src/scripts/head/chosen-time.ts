/** Names the time that the visitor has chosen, in the hidden line before this script (§4.28). */
import { sayChosen } from '../say-chosen.ts';

const line = document.currentScript?.previousElementSibling;
if (line instanceof HTMLElement) sayChosen(line);

/** Every page is a static file that says nothing about a person, so any may be fetched. */
const prefetch = (eagerness: 'eager' | 'moderate') => ({
  prefetch: [{ where: { href_matches: '/*' }, eagerness }],
});

const mouse = '(hover: hover) and (pointer: fine)';

/**
 * Speculation rules by the media query of a pointer: Chrome fetches the page of a link before the
 * click ends, with a mouse as soon as the link is pointed at (since version 141; the few before it
 * fetch every linked page, 10 KiB each, once theirs is painted). A finger points at nothing: there
 * 'eager' would fetch every link in view, and Chrome is left to choose the likely one.
 */
export const prefetchRules = {
  [mouse]: prefetch('eager'),
  [`not (${mouse})`]: prefetch('moderate'),
};

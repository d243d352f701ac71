/**
 * The colours of src/styles/theme.css, for whatever cannot use CSS variables: emails, link previews and the browser's
 * own frame. A test compares the two.
 */
export const paper = '#fbf5e9';
export const ink = '#14322a';
export const text = '#2b2a26';
export const muted = '#5c584f';
export const line = '#e2d6bf';
export const gulmohar = '#b8371a';
export const marigold = '#f2a516';
export const leaf = '#2f6b4f';
export const white = '#ffffff';

/**
 * Adds styles that came with a script, because nothing in a page needs them before it has run
 * (docs/decisions/pages-styles.md).
 */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

/** A page's path, derived from the file that Astro builds for it: '/index.html' gives '/'. */
export function pathOf(page: URL): string {
  return page.pathname.replace(/(\/index)?\.html$/, '') || '/';
}

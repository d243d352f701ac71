/** The path a page is reached at, from the file Astro builds for it: '/index.html' gives '/'. */
export function pathOf(page: URL): string {
  return page.pathname.replace(/(\/index)?\.html$/, '') || '/';
}

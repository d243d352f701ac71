/** Paths without a page. */
export const unknownPaths = [
  '/nope',
  '/no/such/page',
  '/dashboard/nope',
  '/%62uy%2f..',
  '/buy%00',
  '/..%2fnetlify.toml',
  '/%2e%2e/package.json',
  '/<script>alert(1)</script>',
  '/_astro/old.deadbeef.js',
  '/api/nope',
] as const;

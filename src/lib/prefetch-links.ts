const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          // What is about one person is not asked for before it is wanted.
          { not: { href_matches: ['/api/*', '/dashboard/*', '/success*'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

/**
 * Has Chrome fetch the page of a link that a visitor points at or presses, before the click ends. By
 * script, because rules from a header are fetched before the first paint.
 */
export function prefetchLinks(): void {
  const script = document.createElement('script');
  script.type = 'speculationrules';
  script.textContent = JSON.stringify(rules);
  document.head.append(script);
}

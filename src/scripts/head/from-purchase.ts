/** Marks the sign-up when a visitor comes from a purchase (§4.15). */
if (location.search.includes('from=purchase'))
  document.documentElement.dataset['from'] = 'purchase';

/** Hides the figures of the built page while those of the address are worked out (§16.42). */
if (location.search.length > 1) document.documentElement.dataset['figures'] = '';

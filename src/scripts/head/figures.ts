/** Hides the built page's figures until those from the address are calculated (§16.42). */
if (location.search.length > 1) document.documentElement.dataset['figures'] = '';

/** Hides the figures in the page as built until those from the address have been calculated (§16.42). */
if (location.search.length > 1) document.documentElement.dataset['figures'] = '';

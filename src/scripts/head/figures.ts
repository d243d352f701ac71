/** Hides the figures of the built page until those of the address are computed (§16.42). */
if (location.search.length > 1) document.documentElement.dataset['figures'] = '';

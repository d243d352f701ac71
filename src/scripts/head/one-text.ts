/** Leaves out the preparation room's introduction above a single text (§18.61). */
if (location.search.includes('text=')) document.documentElement.dataset['text'] = '';

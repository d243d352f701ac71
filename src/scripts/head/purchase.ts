/** Marks whether the address has a payment to check, so that nothing on the page moves later (§4.17). */
const hasReference = /[?&]reference=[^&]/.test(location.search);
document.documentElement.dataset['purchase'] = hasReference ? 'checking' : 'none';

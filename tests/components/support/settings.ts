/** Replaces `astro:env/client`. */
export const PUBLIC_SUPABASE_URL = 'https://backend.test';
export const PUBLIC_SUPABASE_PUBLISHABLE_KEY = 'sb_publishable_test';
export const PUBLIC_CAPTCHA_SITE_KEY: string | undefined = undefined;
export const PUBLIC_CHECKOUT_SCRIPT_URL = 'https://checkout.test/checkout.js';

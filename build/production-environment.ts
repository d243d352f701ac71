const officialCheckout = 'https://checkout.razorpay.com/v1/checkout.js';

/**
 * Stops a build that would publish a secret key, and a production build that would reach this
 * machine or the payment sandbox. Netlify says
 * which build is the production one in CONTEXT. Throws one error that names each variable.
 */
export function refuseUnsafeEnvironment(env: NodeJS.ProcessEnv): void {
  // The build prints this key into public scripts.
  if (env['PUBLIC_SUPABASE_PUBLISHABLE_KEY']?.startsWith('sb_secret_')) {
    throw new Error(
      'PUBLIC_SUPABASE_PUBLISHABLE_KEY holds a secret key: put the publishable one there.',
    );
  }
  if (env['CONTEXT'] !== 'production') return;
  const problems = ['PUBLIC_SITE_URL', 'PUBLIC_SUPABASE_URL']
    .filter((name) => !env[name]?.startsWith('https://'))
    .map((name) => `${name} must be an https:// address`);
  const checkout = env['PUBLIC_CHECKOUT_SCRIPT_URL'];
  if (checkout && checkout !== officialCheckout) {
    problems.push(`PUBLIC_CHECKOUT_SCRIPT_URL must be ${officialCheckout} or not set`);
  }
  if (problems.length > 0) throw new Error(`Not a production environment: ${problems.join('; ')}.`);
}

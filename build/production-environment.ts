import { siteProblems } from '../src/content/parse-site.ts';

const isPublic = /^https:\/\/(?!localhost\b|127\.)/;

const officialCheckout = 'https://checkout.razorpay.com/v1/checkout.js';

/** What no build may be made with. Every sentence starts with the name of its variable. */
function mistakes(env: NodeJS.ProcessEnv): string[] {
  const addresses = ['PUBLIC_SUPABASE_URL', 'PUBLIC_CHECKOUT_SCRIPT_URL']
    .filter((name) => env[name] && !(/^https?:/.test(env[name]) && URL.canParse(env[name])))
    .map((name) => `${name} must be a full address that starts with https://.`);
  // The build prints this key into public scripts.
  const isSecret = env['PUBLIC_SUPABASE_PUBLISHABLE_KEY']?.startsWith('sb_secret_');
  const key =
    'PUBLIC_SUPABASE_PUBLISHABLE_KEY holds a secret key: put the publishable one there, and make a new secret key if this one was published.';
  return [...siteProblems(env), ...addresses, ...(isSecret ? [key] : [])];
}

/** What a production build may not be made with: nothing, this machine, the sandbox, test keys. */
function unfitForProduction(env: NodeJS.ProcessEnv): string[] {
  const missing = ['PUBLIC_SITE_URL', 'PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_PUBLISHABLE_KEY']
    .filter((name) => !env[name])
    .map((name) => `${name} is missing.`);
  const local = ['PUBLIC_SITE_URL', 'PUBLIC_SUPABASE_URL']
    .filter((name) => env[name] && !isPublic.test(env[name]))
    .map((name) => `${name} must be a public https:// address in production.`);
  const checkout = env['PUBLIC_CHECKOUT_SCRIPT_URL'];
  const isSandbox = checkout && checkout !== officialCheckout;
  const sandbox = `PUBLIC_CHECKOUT_SCRIPT_URL must be ${officialCheckout} or not set in production.`;
  const isTestKey = env['RAZORPAY_KEY_ID']?.startsWith('rzp_test_');
  const key = 'RAZORPAY_KEY_ID must be a live key, rzp_live_…, in production.';
  return [...missing, ...local, ...(isSandbox ? [sandbox] : []), ...(isTestKey ? [key] : [])];
}

/**
 * Stops a build that would publish a secret key or cannot work, and a production build that would
 * reach this machine or the payment sandbox. Netlify says which build is the production one in
 * CONTEXT. Throws one list with a sentence for each variable; `others` are sentences that belong to it.
 */
export function refuseUnsafeEnvironment(env: NodeJS.ProcessEnv, others: string[] = []): void {
  const inProduction = env['CONTEXT'] === 'production' ? unfitForProduction(env) : [];
  const byVariable = Map.groupBy(
    [...mistakes(env), ...inProduction, ...others],
    (sentence) => sentence.split(' ')[0],
  );
  const problems = [...byVariable.values()].map(([first]) => first);
  if (problems.length > 0) {
    throw new Error(`Correct these environment variables:\n  ${problems.join('\n  ')}`);
  }
}

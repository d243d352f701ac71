/** The payment provider's addresses in production. */
export const provider = {
  apiUrl: 'https://api.razorpay.com/v1',
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
} as const;

/**
 * The hosts that the checkout with this script may use. The provider adds hosts of its own without
 * notice, so all of them may be used. The sandbox answers under both names of this computer and uses
 * both, because a page that allows only the script's host must not work there either.
 */
export function checkoutHosts(script: string): string[] {
  if (script === provider.checkoutScript) return ['https://*.razorpay.com'];
  const { origin, hostname } = new URL(script);
  const other = new URL(script);
  other.hostname = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return [origin, other.origin];
}

/** Where the CAPTCHA of the account service comes from: Turnstile, the one of its two whose pages need least. */
export const captchaHost = 'https://challenges.cloudflare.com';

/** Environment variables by name; an empty one counts as unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

const publicAddress = /^https:\/\/(?!localhost\b|127\.)/;

/** True for a full http(s) address. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value);
}

/** Why the address of a service cannot be used; undefined when it can. */
export function addressProblem(value: string, inProduction: boolean): string | undefined {
  if (!isWebAddress(value)) return 'must be a full address that starts with https://';
  if (!inProduction || publicAddress.test(value)) return undefined;
  return 'must be a public https:// address in production';
}

function keyProblem(key: string, inProduction: boolean): string | undefined {
  if (!/^rzp_(?:test|live)_\w+$/.test(key)) return 'must start with rzp_test_ or rzp_live_';
  if (key.startsWith('rzp_live_') === inProduction) return undefined;
  return inProduction
    ? 'must be a live key, rzp_live_…, in production'
    : 'must be a test key, rzp_test_…, outside production';
}

/**
 * Problems of the variables that both the build and the functions read. Each entry starts with the name
 * of its variable and never contains its value. Unset variables are the caller's concern.
 */
export function sharedProblems(variables: Variables, inProduction: boolean): string[] {
  const rules = {
    PUBLIC_SITE_URL: addressProblem,
    PUBLIC_SUPABASE_URL: addressProblem,
    RAZORPAY_KEY_ID: keyProblem,
  };
  return Object.entries(rules).flatMap(([name, rule]) => {
    const value = variables[name];
    const problem = value && rule(value, inProduction);
    return problem ? [`${name} ${problem}`] : [];
  });
}

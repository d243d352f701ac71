/** The payment provider's addresses in production. */
export const provider = {
  apiUrl: 'https://api.razorpay.com/v1',
  checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
} as const;

/**
 * The hosts that the checkout may use if this script is run. The provider adds hosts without notice, so all its hosts
 * are allowed. The sandbox uses both of this computer's names, so that a page that allows only the script's own host
 * fails in the sandbox too.
 */
export function checkoutHosts(script: string): string[] {
  if (script === provider.checkoutScript) return ['https://*.razorpay.com'];
  const { origin, hostname } = new URL(script);
  const other = new URL(script);
  other.hostname = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return [origin, other.origin];
}

/** The host of Turnstile. The account service supports two CAPTCHAs, and Turnstile needs fewer hosts. */
export const captchaHost = 'https://challenges.cloudflare.com';

/** Environment variables by name; an empty one counts as unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

const publicAddress = /^https:\/\/(?!localhost\b|127\.)/;

/** True for an address that is a full http(s) URL. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value);
}

/** Why a service's address cannot be used; undefined if it can. */
export function addressProblem(value: string, inProduction: boolean): string | undefined {
  if (!isWebAddress(value)) return 'must be a full address that starts with https://';
  if (!inProduction || publicAddress.test(value)) return undefined;
  return 'must be a public https:// address in production';
}

/**
 * True for the site that takes money: production, except at the host's own address, where the site is a rehearsal
 * (docs/launch.md).
 */
export function takesMoney({ CONTEXT, PUBLIC_SITE_URL: site = '' }: Variables): boolean {
  const isRehearsal = URL.canParse(site) && new URL(site).hostname.endsWith('.netlify.app');
  return CONTEXT === 'production' && !isRehearsal;
}

function keyProblem(key: string, isLive: boolean): string | undefined {
  if (!/^rzp_(?:test|live)_\w+$/.test(key)) return 'must start with rzp_test_ or rzp_live_';
  if (key.startsWith('rzp_live_') === isLive) return undefined;
  return isLive
    ? 'must be a live key, rzp_live_…, in production'
    : 'must be a test key, rzp_test_…, outside production and at an address of *.netlify.app';
}

function problemsOf(
  rules: Record<string, (value: string) => string | undefined>,
  variables: Variables,
): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const value = variables[name];
    const problem = value && rule(value);
    return problem ? [`${name} ${problem}`] : [];
  });
}

/**
 * Problems with the site's and the backend's addresses. Each entry starts with its variable's name and never contains
 * the value. Unset variables are not a problem here.
 */
export function addressProblems(variables: Variables): string[] {
  const rule = (value: string) => addressProblem(value, variables['CONTEXT'] === 'production');
  return problemsOf({ PUBLIC_SITE_URL: rule, PUBLIC_SUPABASE_URL: rule }, variables);
}

/** Problems with all the variables that the build and the functions share, in the same form as `addressProblems`. */
export function sharedProblems(variables: Variables): string[] {
  const rule = (value: string) => keyProblem(value, takesMoney(variables));
  return [...addressProblems(variables), ...problemsOf({ RAZORPAY_KEY_ID: rule }, variables)];
}

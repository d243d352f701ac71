import { pageviewPath } from '../domain/api.ts';
import {
  addressProblem,
  isWebAddress,
  provider,
  sharedProblems,
  takesMoney,
  type Variables,
} from '../domain/environment/environment.ts';
import {
  givenVariables,
  isPlaceholder,
  missingSettings,
  parseSettings,
  settings,
  valueOf,
  type Environment,
  type Setting,
} from '../domain/environment/settings.ts';

/** A setting that still has its placeholder, and what to replace it with. */
type SitePlaceholder = { variable: string; value: string; replace: string };

const networks = [
  { network: 'video', name: 'YouTube', key: 'videoChannelUrl' },
  { network: 'photo', name: 'Instagram', key: 'photoUrl' },
  { network: 'professional', name: 'LinkedIn', key: 'professionalUrl' },
  { network: 'social', name: 'Facebook', key: 'socialUrl' },
] as const;

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new Error(`Correct these environment variables:\n  ${problems.join('\n  ')}`);
}

/**
 * The site's settings: the fallbacks, replaced by the PUBLIC_* variables in `env` (§13.1). Links and the video are
 * absent until the owner sets them, except on a developer's machine, where they are samples (§13.15). Pages therefore
 * use `social`, `chat`, `podcast` and `video`. Throws a single error that lists every variable with a wrong value.
 */
export function parseSite(env: Environment) {
  const { values: s, problems } = parseSettings(env);
  refuse(problems);
  // The host sets CONTEXT to the kind of build; 'dev' means a developer's machine.
  const isDeployed = (valueOf(env, 'CONTEXT') ?? 'dev') !== 'dev';

  type Key = keyof typeof settings;
  const isSample = (key: Key) => isPlaceholder(env, settings[key]);
  const isShown = (key: Key) => !isDeployed || !isSample(key);
  const link = (key: Key) => (isShown(key) ? { url: s[key], sample: isSample(key) } : undefined);
  const social = networks.flatMap(({ network, name, key }) => {
    const found = link(key);
    return found ? [{ network, label: found.sample ? `${name} (sample)` : name, ...found }] : [];
  });

  return {
    ...s,
    phoneUrl: `tel:${s.phone.replaceAll(' ', '')}`,
    grievancePhoneUrl: `tel:${s.grievancePhone.replaceAll(' ', '')}`,
    businessHours: 'Monday to Saturday, 9:00 AM to 6:00 PM',
    social,
    chat: link('chatUrl'),
    podcast: link('podcastUrl'),
    video: isShown('videoId')
      ? { id: s.videoId, title: isSample('videoId') ? 'Sample film' : s.videoTitle }
      : undefined,
    /** False in a deployed build, which does not show sample links (§13.15). */
    showsSamples: !isDeployed,
  };
}

/** The settings that still have their placeholder in this environment, in the order of `settings`. */
export function sitePlaceholders(env: Environment): SitePlaceholder[] {
  return Object.values<Setting>(settings).flatMap((setting) => {
    const { variable, fallback, replace } = setting;
    if (replace === undefined || !isPlaceholder(env, setting)) return [];
    return [{ variable, value: fallback, replace }];
  });
}

/** The origin of a full address; undefined for a path and for an unset variable. */
function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

/**
 * The services that this build's pages use. `analytics` is where page views are counted, as a full address or a path on
 * this site (§12.25); `analyticsOrigin` is undefined for a path.
 */
export function parseServices(env: Environment) {
  const analytics = valueOf(env, 'PUBLIC_ANALYTICS_URL') ?? pageviewPath;
  const backendUrl = valueOf(env, 'PUBLIC_SUPABASE_URL');
  return {
    backendUrl,
    publishableKey: valueOf(env, 'PUBLIC_SUPABASE_PUBLISHABLE_KEY'),
    backendOrigin: originOf(backendUrl),
    checkoutScript: valueOf(env, 'PUBLIC_CHECKOUT_SCRIPT_URL') ?? provider.checkoutScript,
    analytics,
    analyticsOrigin: originOf(analytics),
  };
}

/** The services of one build. */
export type Services = ReturnType<typeof parseServices>;

function analyticsProblem(value: string, inProduction: boolean): string | undefined {
  // A value starting with '//' or '/\' would be an address on another host.
  if (/^\/(?![/\\])\S*$/.test(value)) return undefined;
  if (isWebAddress(value)) return addressProblem(value, inProduction);
  return `must be a path on this site, such as ${pageviewPath}, or a full address that starts with https://`;
}

function buildProblems(given: Variables): string[] {
  const inProduction = given['CONTEXT'] === 'production';
  const required = ['PUBLIC_SITE_URL', 'PUBLIC_SUPABASE_URL', 'PUBLIC_SUPABASE_PUBLISHABLE_KEY'];
  const missing = inProduction ? required.filter((name) => !given[name]) : [];
  const { checkoutScript: checkout, analytics: address } = parseServices(given);
  const analytics = analyticsProblem(address, inProduction);
  const isSecret = given['PUBLIC_SUPABASE_PUBLISHABLE_KEY']?.startsWith('sb_secret_');
  return [
    ...missing.map((name) => `${name} is missing`),
    ...sharedProblems(given),
    ...(isWebAddress(checkout)
      ? []
      : ['PUBLIC_CHECKOUT_SCRIPT_URL must be a full address that starts with https://']),
    ...(inProduction && checkout !== provider.checkoutScript
      ? [`PUBLIC_CHECKOUT_SCRIPT_URL must be ${provider.checkoutScript} or not set in production`]
      : []),
    ...(analytics ? [`PUBLIC_ANALYTICS_URL ${analytics}`] : []),
    ...(isSecret
      ? [
          // The build writes this key into public scripts.
          'PUBLIC_SUPABASE_PUBLISHABLE_KEY holds a secret key: put the publishable one there, and replace the secret key if it was ever published',
        ]
      : []),
  ];
}

/**
 * Problems with these variables, one sentence for each variable; `others` are further problems. Netlify sets CONTEXT to
 * 'production' for the production build.
 */
export function environmentProblems(env: Variables, others: readonly string[] = []): string[] {
  const given = givenVariables(env);
  const problems = [
    ...parseSettings(given).problems,
    ...[
      ...buildProblems(given),
      ...(takesMoney(given) ? missingSettings(given) : []),
      ...others,
    ].map((problem) => `${problem}.`),
  ];
  const byVariable = Map.groupBy(problems, (sentence) => sentence.split(' ')[0]);
  return [...byVariable.values()].flatMap(([first]) => first ?? []);
}

/**
 * Stops a build that would publish a secret key or could not work, and a production build with local addresses, the
 * payment sandbox or a placeholder of §13.20. Throws a single error that lists all problems.
 */
export function checkEnvironment(env: Variables, others: readonly string[] = []): void {
  refuse(environmentProblems(env, others));
}

import * as v from 'valibot';
import { PlainError } from './log.ts';

const officialApi = 'https://api.razorpay.com/v1';

/** What the functions are told by their environment, parsed. */
export type Env = {
  /** Origin and path of the site, without a trailing slash. */
  siteUrl: string;
  supabase: { url: string; secretKey: string };
  razorpay: {
    apiUrl: string;
    keyId: string;
    /** The key secret in use first, then the one before it while a rotation lasts. */
    keySecrets: readonly [string, ...string[]];
    /** The webhook secret in use first, then the one before it while a rotation lasts. */
    webhookSecrets: readonly string[];
  };
};

/** The environment cannot run the functions. Each problem names its variable and never shows a value. */
export class ConfigurationError extends PlainError {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}

// Messages of our own: the library's repeat the value, which may be a secret.
const webAddress = v.pipe(
  v.string(),
  v.check((value) => /^https?:\/\//.test(value) && URL.canParse(value), 'must be a web address'),
  v.transform((value) => value.replace(/\/+$/, '')),
);

const schema = v.object(
  {
    CONTEXT: v.string(),
    PUBLIC_SITE_URL: webAddress,
    PUBLIC_SUPABASE_URL: webAddress,
    SUPABASE_SECRET_KEY: v.pipe(
      v.string(),
      v.check((key) => !key.startsWith('sb_publishable_'), 'must be the secret key'),
    ),
    RAZORPAY_API_URL: v.optional(webAddress, officialApi),
    RAZORPAY_KEY_ID: v.pipe(
      v.string(),
      v.regex(/^rzp_(test|live)_\w+$/, 'must start with rzp_test_ or rzp_live_'),
    ),
    RAZORPAY_KEY_SECRET: v.string(),
    RAZORPAY_KEY_SECRET_PREVIOUS: v.optional(v.string()),
    RAZORPAY_WEBHOOK_SECRET: v.string(),
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: v.optional(v.string()),
  },
  'is missing',
);

type Variables = v.InferOutput<typeof schema>;

/** Money is real in production only: there live keys and encrypted addresses, elsewhere test keys. */
function misplaced(variables: Variables): string[] {
  const live = variables.RAZORPAY_KEY_ID.startsWith('rzp_live_');
  if (variables.CONTEXT !== 'production') {
    return live ? ['RAZORPAY_KEY_ID must be a test key outside production'] : [];
  }
  const plain = (['PUBLIC_SITE_URL', 'PUBLIC_SUPABASE_URL'] as const).filter(
    (name) => !variables[name].startsWith('https://'),
  );
  return [
    ...(live ? [] : ['RAZORPAY_KEY_ID must be a live key in production']),
    ...(variables.RAZORPAY_API_URL === officialApi
      ? []
      : [`RAZORPAY_API_URL must be ${officialApi} in production`]),
    ...plain.map((name) => `${name} must use https in production`),
  ];
}

function rotating(present: string, previous: string | undefined): [string, ...string[]] {
  return previous === undefined ? [present] : [present, previous];
}

/** Parses the variables of a process; an empty one counts as missing. Throws ConfigurationError. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const result = v.safeParse(schema, given);
  const problems = result.success
    ? misplaced(result.output)
    : result.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
  if (!result.success || problems.length > 0) throw new ConfigurationError(problems);

  const variables = result.output;
  return {
    siteUrl: variables.PUBLIC_SITE_URL,
    supabase: { url: variables.PUBLIC_SUPABASE_URL, secretKey: variables.SUPABASE_SECRET_KEY },
    razorpay: {
      apiUrl: variables.RAZORPAY_API_URL,
      keyId: variables.RAZORPAY_KEY_ID,
      keySecrets: rotating(variables.RAZORPAY_KEY_SECRET, variables.RAZORPAY_KEY_SECRET_PREVIOUS),
      webhookSecrets: rotating(
        variables.RAZORPAY_WEBHOOK_SECRET,
        variables.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
      ),
    },
  };
}

/**
 * Which deploy this is: Netlify tells a running function by its context, and has CONTEXT among the
 * variables only while it builds. Deployed and told nothing, it is taken for production.
 */
export function deployContext(variables: NodeJS.ProcessEnv): string {
  const told = typeof Netlify === 'undefined' ? undefined : Netlify.context?.deploy.context;
  const deployed = Boolean(variables['AWS_LAMBDA_FUNCTION_NAME']);
  // Either may be there and empty.
  const known = [told, variables['CONTEXT']].find((context) => context);
  return known ?? (deployed ? 'production' : 'dev');
}

let parsed: Env | undefined;

/** The environment of this process, parsed at the first call that succeeds. Throws ConfigurationError. */
export function readEnv(): Env {
  parsed ??= parseEnv({ ...process.env, CONTEXT: deployContext(process.env) });
  return parsed;
}

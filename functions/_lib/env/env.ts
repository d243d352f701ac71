import * as v from 'valibot';
import {
  addressProblems,
  isWebAddress,
  provider,
  sharedProblems,
  takesMoney,
  type Variables,
} from '../../../src/domain/environment/environment.ts';
import { mailSender } from '../../../src/domain/environment/mail-sender.ts';
import type { Seller } from '../../../src/domain/payments/receipt.ts';
import {
  givenVariables,
  missingSettings,
  parseSettings,
} from '../../../src/domain/environment/settings.ts';
import { AnsweredError, ApiError } from '../http/api-error.ts';

/** Some variables are missing or wrong. Each problem names the variable and never shows its value. */
export class ConfigurationError extends AnsweredError {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }

  override get reply(): ApiError {
    const message = 'We have not finished setting this up. Please try again later.';
    return new ApiError(503, 'not_configured', message);
  }
}

/**
 * The deploy context, such as 'production', 'deploy-preview' or 'dev'. Netlify passes it to a running function in
 * `Netlify.context` and sets CONTEXT only while it builds. A deployed function that finds neither counts as production.
 */
export function deployContext(variables: NodeJS.ProcessEnv): string {
  const told = typeof Netlify === 'undefined' ? undefined : Netlify.context?.deploy.context;
  const deployed = Boolean(variables['AWS_LAMBDA_FUNCTION_NAME']);
  // Netlify may pass either of these values as an empty string.
  const known = [told, variables['CONTEXT']].find((context) => context);
  return known ?? (deployed ? 'production' : 'dev');
}

/** This process's variables, together with its deploy context. */
const ofThisProcess = (): Variables => ({ ...process.env, CONTEXT: deployContext(process.env) });

/** Checks several variables together. Describes each problem in a sentence that starts with the variable's name. */
type Rule = (given: Variables, inProduction: boolean) => readonly string[];

/** Parses some variables. The messages are our own, because the library quotes the value, which may be a secret. */
function parse<Entries extends v.ObjectEntries>(entries: Entries, given: Variables) {
  const { success, output, issues = [] } = v.safeParse(v.object(entries, 'is missing'), given);
  const problems = issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
  return success ? { output, problems } : { output: undefined, problems };
}

const address = v.pipe(
  v.string(),
  v.transform((value) => value.replace(/\/+$/, '')),
);

const common = {
  PUBLIC_SITE_URL: address,
  PUBLIC_SUPABASE_URL: address,
  SUPABASE_SECRET_KEY: v.pipe(
    v.string(),
    v.check((key) => !key.startsWith('sb_publishable_'), 'must be the secret key'),
  ),
};

/**
 * The environment of one group of functions: the common variables and `entries`, as arranged by `shape`. If anything is
 * wrong, `parse` and `read` throw a ConfigurationError that lists every problem.
 */
function environment<Entries extends v.ObjectEntries, Shape>(
  entries: Entries,
  shape: (variables: v.InferOutput<v.ObjectSchema<Entries, string>>, given: Variables) => Shape,
  rules: readonly Rule[] = [],
) {
  function read(source: Variables) {
    const given = givenVariables(source);
    const basis = parse(common, given);
    const own = parse(entries, given);
    const inProduction = given['CONTEXT'] === 'production';
    const problems = [
      ...basis.problems,
      ...own.problems,
      ...rules.flatMap((rule) => rule(given, inProduction)),
    ];
    if (!basis.output || !own.output || problems.length > 0) throw new ConfigurationError(problems);
    const { PUBLIC_SITE_URL: siteUrl, PUBLIC_SUPABASE_URL: url, ...rest } = basis.output;
    const supabase = { url, secretKey: rest.SUPABASE_SECRET_KEY };
    return { siteUrl, supabase, ...shape(own.output, given) };
  }
  let kept: ReturnType<typeof read> | undefined;
  return {
    parse: read,
    /** Parses this process's variables, and caches them once they are valid. */
    read: () => (kept ??= read(ofThisProcess())),
  };
}

const webAddress = v.pipe(v.string(), v.check(isWebAddress, 'must be a full address'));

/** The current secret and, while it is being replaced, the previous one after it. */
export type Secrets = readonly [string, ...string[]];

function rotating(present: string, previous: string | undefined): Secrets {
  return previous === undefined ? [present] : [present, previous];
}

const longSecret = v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'));

/** Production must never talk to a stand-in for the payment provider. */
const providerAddress: Rule = (given, inProduction) => {
  const api = given['RAZORPAY_API_URL'] ?? provider.apiUrl;
  return [
    ...(isWebAddress(api) ? [] : ['RAZORPAY_API_URL must be a full address']),
    ...(inProduction && api !== provider.apiUrl
      ? [`RAZORPAY_API_URL must be ${provider.apiUrl} in production`]
      : []),
  ];
};

/** The environment of most functions, including those for payments. */
export const { parse: parseEnv, read: readEnv } = environment(
  {
    RAZORPAY_API_URL: v.optional(address, provider.apiUrl),
    RAZORPAY_KEY_ID: v.string(),
    RAZORPAY_KEY_SECRET: v.string(),
    RAZORPAY_KEY_SECRET_PREVIOUS: v.optional(v.string()),
    RAZORPAY_WEBHOOK_SECRET: v.string(),
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: v.optional(v.string()),
    FREE_INTERVIEW_SECRET: longSecret,
    MEETING_ROOM_URL: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^https:\/\/\S*\{room\}\S*$/, 'must be an https address with {room} in it'),
      ),
    ),
  },
  (given) => ({
    /** The address of a meeting room, with '{room}' in place of its name (§15.89), if we use a meeting service. */
    meetingRoom: given.MEETING_ROOM_URL,
    razorpay: {
      apiUrl: given.RAZORPAY_API_URL,
      keyId: given.RAZORPAY_KEY_ID,
      keySecrets: rotating(given.RAZORPAY_KEY_SECRET, given.RAZORPAY_KEY_SECRET_PREVIOUS),
      webhookSecrets: rotating(
        given.RAZORPAY_WEBHOOK_SECRET,
        given.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
      ),
    },
    /**
     * The key for hashing people who had a free interview or used a single-use code. It must never change, because the
     * old hashes would no longer match.
     */
    freeInterviewSecret: given.FREE_INTERVIEW_SECRET,
  }),
  [sharedProblems, providerAddress],
);

/** The environment of most functions. */
export type Env = ReturnType<typeof readEnv>;

const linkEntries = { LINK_SECRET: longSecret, LINK_SECRET_PREVIOUS: v.optional(longSecret) };

const linksOf = (given: v.InferOutput<v.ObjectSchema<typeof linkEntries, string>>) => ({
  /** Secrets that sign the links in mentors' emails. */
  linkSecrets: rotating(given.LINK_SECRET, given.LINK_SECRET_PREVIOUS),
});

/** The environment of the functions behind mentors' pages. */
export const { read: readLinkEnv } = environment(linkEntries, linksOf, [addressProblems]);

/** True for a URL such as smtps://user:password@smtp.example.com:465. */
function isMailAddress(value: string): boolean {
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  // A password that contains a bare percent sign cannot be decoded.
  return hostname !== '' && [username, password].every((part) => decoded(part) !== undefined);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The mail server that SMTP_URL describes. */
export type MailServer = {
  host: string;
  port: number;
  /** True if the connection uses TLS from the first byte (smtps://). */
  secure: boolean;
  /**
   * True if the connection must be encrypted before any email is sent. False only for the mailbox on a developer's
   * machine.
   */
  encrypted: boolean;
  auth?: { user: string; pass: string } | undefined;
};

export type Sender = { name: string; address: string; replyTo: string };

const thisMachine = /^(?:localhost|127\.|\[::1\])/;

function readMailServer(address: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(address);
  const secure = protocol === 'smtps:';
  return {
    host: hostname,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    encrypted: !thisMachine.test(hostname),
    auth: username ? { user: decoded(username) ?? '', pass: decoded(password) ?? '' } : undefined,
  };
}

const mailService: Rule = ({ SMTP_URL: smtp = '' }, inProduction) =>
  inProduction && isMailAddress(smtp) && thisMachine.test(new URL(smtp).hostname)
    ? ['SMTP_URL must name a mail service in production, not this machine']
    : [];

/** Emails print the business's settings, so these must be valid too. */
const printedSettings: Rule = (given) =>
  parseSettings(given)
    // Reworded, because the settings' own messages quote the values.
    .problems.map((problem) => `${problem.split(' ', 1).join('')} is wrong`)
    // The site's address is checked by `addressProblems`.
    .filter((problem) => !problem.startsWith('PUBLIC_SITE_URL'));

export const { parse: parseMailEnv, read: readMailEnv } = environment(
  {
    ...linkEntries,
    SMTP_URL: v.pipe(
      v.string(),
      v.check(isMailAddress, 'must look like smtps://user:password@smtp.example.com:465'),
    ),
    MAIL_FROM: mailSender,
  },
  (variables, given) => {
    const { name, legalName, address, taxNumber, supportEmail, phone } =
      parseSettings(given).values;
    const seller: Seller = { name, legalName, address, taxNumber, email: supportEmail, phone };
    const sender: Sender = { name, address: variables.MAIL_FROM, replyTo: supportEmail };
    return {
      ...linksOf(variables),
      server: readMailServer(variables.SMTP_URL),
      sender,
      seller,
    };
  },
  [addressProblems, mailService, printedSettings],
);

/** The environment of functions that need only the database, such as the form on /contact. */
export const { read: readPlainEnv } = environment({}, () => ({}));

const outside = v.optional(webAddress);

const { parse: parseOutside } = environment(
  { ALERT_URL: outside, HEARTBEAT_URL: outside },
  () => ({}),
);

const usable = v.fallback(outside, undefined);

/**
 * The environment of the watch. The watch runs even if other variables are missing or wrong, and reports them. It also
 * reports an outside address that is wrong, instead of calling it.
 */
export const { read: readWatchEnv } = environment(
  { ALERT_URL: usable, HEARTBEAT_URL: usable },
  (given) => ({
    /** Where alerts are sent; undefined if there is no such address. */
    alertUrl: given.ALERT_URL,
    /** The outside monitor that expects a regular call, if there is one. */
    heartbeatUrl: given.HEARTBEAT_URL,
  }),
);

/** Every problem with the functions' variables, and every business setting that is missing, each listed once. */
export function configurationProblems(source = ofThisProcess()): readonly string[] {
  const problems = [parseEnv, parseMailEnv, parseOutside].flatMap((parse) => {
    try {
      parse(source);
      return [];
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems;
      throw error;
    }
  });
  const missing = takesMoney(source) ? missingSettings(source) : [];
  return [...new Set([...problems, ...missing])];
}

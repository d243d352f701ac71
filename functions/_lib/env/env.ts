import * as v from 'valibot';
import { emailPattern } from '../../../src/domain/account/account-rules.ts';
import {
  isWebAddress,
  provider,
  sharedProblems,
  type Variables,
} from '../../../src/domain/environment/environment.ts';
import type { Seller } from '../../../src/domain/payments/receipt.ts';
import { parseSettings } from '../../../src/domain/environment/settings.ts';
import { PlainError } from '../http/log.ts';
import type { MailServer, Sender } from '../mail/server.ts';

/** The functions' environment variables, parsed. */
export type Env = {
  /** The site's address, without a trailing slash. */
  siteUrl: string;
  supabase: { url: string; secretKey: string };
  razorpay: {
    apiUrl: string;
    keyId: string;
    /** The current key secret, then the previous one while a rotation lasts. */
    keySecrets: readonly [string, ...string[]];
    /** The current webhook secret, then the previous one while a rotation lasts. */
    webhookSecrets: readonly string[];
  };
  /** Keys the hashes of who had a free interview. It never changes, or they would be forgotten. */
  freeInterviewSecret: string;
};

/** What the watch needs. It also reports the problems of the other variables. */
export type WatchEnv = Pick<Env, 'siteUrl' | 'supabase'> & {
  /** Where a person is told at once, if anywhere. */
  alertUrl?: string | undefined;
  /** Where a person is told by mail. */
  supportEmail: string;
  /** The outside monitor that waits for a call, if there is one. */
  heartbeatUrl?: string | undefined;
  problems: readonly string[];
};

/** What the pages of mentors need. */
export type LinkEnv = Pick<Env, 'siteUrl' | 'supabase'> & {
  /** Sign the links in mentors' mails: the current secret, then the previous one while a rotation lasts. */
  linkSecrets: readonly [string, ...string[]];
};

/** What the form on /contact needs. */
export type MessageEnv = Pick<Env, 'siteUrl' | 'supabase'> & {
  /** Where messages go. */
  supportEmail: string;
};

/** What the mails need. */
export type MailEnv = LinkEnv & {
  server: MailServer;
  sender: Sender;
  seller: Seller;
};

/** Variables are missing or wrong. Each problem names its variable and never shows a value. */
export class ConfigurationError extends PlainError {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}

const address = v.pipe(
  v.string(),
  v.transform((value) => value.replace(/\/+$/, '')),
);

// Our own messages, because the library's quote the value, which may be a secret.
const schema = v.object(
  {
    PUBLIC_SITE_URL: address,
    PUBLIC_SUPABASE_URL: address,
    SUPABASE_SECRET_KEY: v.pipe(
      v.string(),
      v.check((key) => !key.startsWith('sb_publishable_'), 'must be the secret key'),
    ),
    RAZORPAY_API_URL: v.optional(address, provider.apiUrl),
    RAZORPAY_KEY_ID: v.string(),
    RAZORPAY_KEY_SECRET: v.string(),
    RAZORPAY_KEY_SECRET_PREVIOUS: v.optional(v.string()),
    RAZORPAY_WEBHOOK_SECRET: v.string(),
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: v.optional(v.string()),
    FREE_INTERVIEW_SECRET: v.pipe(
      v.string(),
      v.check((secret) => secret.length >= 32, 'must have 32 characters at least'),
    ),
  },
  'is missing',
);

const webAddress = v.pipe(v.string(), v.check(isWebAddress, 'must be a full address'));

const baseEntries = v.pick(schema, [
  'PUBLIC_SITE_URL',
  'PUBLIC_SUPABASE_URL',
  'SUPABASE_SECRET_KEY',
]).entries;

const linkSecret = v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'));

const linkSchema = v.object(
  {
    ...baseEntries,
    LINK_SECRET: linkSecret,
    LINK_SECRET_PREVIOUS: v.optional(linkSecret),
  },
  'is missing',
);

const watchSchema = v.object(
  {
    ...baseEntries,
    ALERT_URL: v.optional(webAddress),
    HEARTBEAT_URL: v.optional(webAddress),
  },
  'is missing',
);

/** True for an address such as smtps://user:password@smtp.example.com:465. */
function isMailAddress(value: string): boolean {
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password } = new URL(value);
  // A percent sign that is not encoded makes a password unreadable.
  return hostname !== '' && [username, password].every((part) => decoded(part) !== undefined);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

const mailSchema = v.object(
  {
    ...linkSchema.entries,
    SMTP_URL: v.pipe(
      v.string(),
      v.check(isMailAddress, 'must look like smtps://user:password@smtp.example.com:465'),
    ),
    MAIL_FROM: v.pipe(
      v.string(),
      v.regex(emailPattern, 'must be an e-mail address, such as hello@example.org'),
    ),
  },
  'is missing',
);

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

/** Production uses the real provider with live keys only; every other context uses test keys only. */
function misplaced(given: Variables): string[] {
  const inProduction = given['CONTEXT'] === 'production';
  const api = given['RAZORPAY_API_URL'] ?? provider.apiUrl;
  const isOther = inProduction && api !== provider.apiUrl;
  return [
    ...sharedProblems(given, inProduction),
    ...(isWebAddress(api) ? [] : ['RAZORPAY_API_URL must be a full address']),
    ...(isOther ? [`RAZORPAY_API_URL must be ${provider.apiUrl} in production`] : []),
  ];
}

function rotating(present: string, previous: string | undefined): [string, ...string[]] {
  return previous === undefined ? [present] : [present, previous];
}

/** The variables that are set; an empty one counts as missing. */
function withValue(source: Variables): Variables {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value));
}

function describeIssues(issues: readonly v.BaseIssue<unknown>[] = []): string[] {
  return issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
}

function linkEnv(variables: v.InferOutput<typeof linkSchema>): LinkEnv {
  return {
    siteUrl: variables.PUBLIC_SITE_URL,
    supabase: { url: variables.PUBLIC_SUPABASE_URL, secretKey: variables.SUPABASE_SECRET_KEY },
    linkSecrets: rotating(variables.LINK_SECRET, variables.LINK_SECRET_PREVIOUS),
  };
}

/** Parses environment variables; an empty one counts as missing. Throws ConfigurationError. */
export function parseEnv(source: Variables): Env {
  const given = withValue(source);
  const result = v.safeParse(schema, given);
  const issues = describeIssues(result.issues);
  const problems = [...issues, ...misplaced(given)];
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
    freeInterviewSecret: variables.FREE_INTERVIEW_SECRET,
  };
}

/**
 * The deploy context, such as 'production', 'deploy-preview' or 'dev'. Netlify passes it to a running
 * function in `Netlify.context` and sets CONTEXT only while it builds. A deployed function that finds
 * neither counts as production.
 */
export function deployContext(variables: NodeJS.ProcessEnv): string {
  const told = typeof Netlify === 'undefined' ? undefined : Netlify.context?.deploy.context;
  const deployed = Boolean(variables['AWS_LAMBDA_FUNCTION_NAME']);
  // Either may be an empty string.
  const known = [told, variables['CONTEXT']].find((context) => context);
  return known ?? (deployed ? 'production' : 'dev');
}

let parsed: Env | undefined;

/** The parsed environment of this process, cached once it is valid. Throws ConfigurationError. */
export function readEnv(): Env {
  parsed ??= parseEnv({ ...process.env, CONTEXT: deployContext(process.env) });
  return parsed;
}

/**
 * Parses what the watch needs, cached nowhere: it is read once in five minutes. Throws
 * ConfigurationError if that much is missing or wrong; other problems are in `problems`.
 */
export function readWatchEnv(): WatchEnv {
  const result = v.safeParse(watchSchema, withValue(process.env));
  if (!result.success) throw new ConfigurationError(describeIssues(result.issues));
  const variables = result.output;
  return {
    siteUrl: variables.PUBLIC_SITE_URL,
    supabase: { url: variables.PUBLIC_SUPABASE_URL, secretKey: variables.SUPABASE_SECRET_KEY },
    alertUrl: variables.ALERT_URL,
    supportEmail: parseSettings(withValue(process.env)).values.supportEmail,
    heartbeatUrl: variables.HEARTBEAT_URL,
    problems: configurationProblems(),
  };
}

/** What the pages of mentors need, read at each call. Throws ConfigurationError. */
export function readLinkEnv(): LinkEnv {
  const given = withValue({ ...process.env, CONTEXT: deployContext(process.env) });
  const result = v.safeParse(linkSchema, given);
  const problems = [
    ...describeIssues(result.issues),
    ...sharedProblems(given, given['CONTEXT'] === 'production'),
  ];
  if (!result.success || problems.length > 0) throw new ConfigurationError(problems);
  return linkEnv(result.output);
}

/**
 * Parses what the mails need; an empty variable counts as missing. Mails print the settings of the
 * business, so those are checked too. Throws ConfigurationError.
 */
export function parseMailEnv(source: Variables): MailEnv {
  const given = withValue(source);
  const result = v.safeParse(mailSchema, given);
  const inProduction = given['CONTEXT'] === 'production';
  const settings = parseSettings(given);
  const smtp = given['SMTP_URL'] ?? '';
  const problems = [
    ...describeIssues(result.issues),
    ...sharedProblems(given, inProduction),
    ...(inProduction && isMailAddress(smtp) && thisMachine.test(new URL(smtp).hostname)
      ? ['SMTP_URL must be a mail service in production, and not this machine']
      : []),
    // Our own words, because the settings' quote the value. The site's address is checked above.
    ...settings.problems
      .map((problem) => `${problem.split(' ', 1).join('')} is wrong`)
      .filter((problem) => !problem.startsWith('PUBLIC_SITE_URL')),
  ];
  if (!result.success || problems.length > 0) throw new ConfigurationError(problems);

  const variables = result.output;
  const { name, legalName, address: office, taxNumber, supportEmail, phone } = settings.values;
  return {
    ...linkEnv(variables),
    server: readMailServer(variables.SMTP_URL),
    sender: { name, address: variables.MAIL_FROM, replyTo: supportEmail },
    seller: { name, legalName, address: office, taxNumber, email: supportEmail, phone },
  };
}

/** What the mails need, read at each run. Throws ConfigurationError. */
export function readMailEnv(): MailEnv {
  return parseMailEnv({ ...process.env, CONTEXT: deployContext(process.env) });
}

/** What the form on /contact needs, read at each call. Throws ConfigurationError. */
export function readMessageEnv(): MessageEnv {
  const given = withValue(process.env);
  const result = v.safeParse(v.object(baseEntries, 'is missing'), given);
  if (!result.success) throw new ConfigurationError(describeIssues(result.issues));
  const { PUBLIC_SITE_URL: siteUrl, PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY } = result.output;
  const { supportEmail } = parseSettings(given).values;
  return { siteUrl, supabase: { url, secretKey: SUPABASE_SECRET_KEY }, supportEmail };
}

/** The problems of all functions' variables, each once. */
function configurationProblems(): readonly string[] {
  const problems = [readEnv, readMailEnv].flatMap((read) => {
    try {
      read();
      return [];
    } catch (error) {
      if (error instanceof ConfigurationError) return error.problems;
      throw error;
    }
  });
  return [...new Set(problems)];
}

import * as v from 'valibot';
import type { Variables } from './environment.ts';

const text = v.pipe(
  v.string(),
  v.regex(/^[^<>*`[\]{}\\]+$/, 'must be plain text without < > * ` [ ] { } or \\'),
);
const email = v.pipe(v.string(), v.email('must be an email address, such as team@example.org'));
const phone = v.pipe(
  v.string(),
  v.regex(/^\+[\d ]{8,20}$/, 'must be a phone number with country code, such as +91 80 1234 5678'),
);
const link = v.pipe(
  v.string(),
  v.url('must be a full address that starts with https://'),
  v.startsWith('https://', 'must start with https://'),
);
const origin = v.pipe(
  v.string(),
  v.url('must be a full address, such as https://www.example.org'),
  v.regex(
    /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(:|\/|$))/,
    'must start with https:// (http:// only for localhost)',
  ),
  v.transform((address) => new URL(address).origin),
);
const videoId = v.pipe(
  v.string(),
  v.regex(/^[\w-]{11}$/, 'must be the 11 characters after watch?v= in the video’s address'),
);
// Empty if the business does not have such a number.
const taxNumber = v.pipe(
  v.string(),
  v.regex(
    /^(?:\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d])?$/,
    'must be a GSTIN of 15 characters, such as 29ABCDE1234F1Z5',
  ),
);
const upiAddress = v.pipe(
  v.string(),
  v.regex(/^[\w.-]{2,}@[A-Za-z][A-Za-z\d]+$/, 'must be a UPI address, such as name@bank'),
);

/** A value that an installation can override (§13.1). */
export type Setting = {
  /** The environment variable that overrides the fallback. */
  variable: `PUBLIC_${string}`;
  fallback: string;
  schema: v.GenericSchema<string, string>;
  /** What the owner has to set before launch. Present if the fallback is a placeholder. */
  replace?: string;
  /** A description of the setting, present only if the fallback may stay. */
  about?: string;
  /** True if a site that takes money must not show the placeholder (§13.20). */
  required?: boolean;
  /** True if the fallback may be right, so that the owner can confirm it by setting the variable to the same value. */
  plausible?: boolean;
};

const setting = (
  variable: Setting['variable'],
  schema: Setting['schema'],
  fallback: string,
  rest: Pick<Setting, 'replace' | 'about' | 'required' | 'plausible'> = {},
): Setting => ({ variable, schema, fallback, ...rest });

/**
 * Everything about the business that may differ between installations. The placeholders are reserved domains, reserved
 * numbers and UPI addresses that do not exist, so that no real person is contacted or paid by mistake.
 */
export const settings = {
  name: setting('PUBLIC_SITE_NAME', text, 'AdmitCircle', { about: 'the name of the site' }),
  tagline: setting('PUBLIC_SITE_TAGLINE', text, 'Borrow together. Practise together. Get in.', {
    about: 'the sentence under the name',
  }),
  url: setting('PUBLIC_SITE_URL', origin, 'http://localhost:4321', {
    replace: 'the https:// address the site is served from',
  }),
  email: setting('PUBLIC_EMAIL', email, 'team@admitcircle.example', {
    replace: 'the team address for general enquiries',
  }),
  supportEmail: setting('PUBLIC_SUPPORT_EMAIL', email, 'support@admitcircle.example', {
    replace: 'the address for help with an account, a payment or a session',
    required: true,
  }),
  phone: setting('PUBLIC_PHONE', phone, '+91 00000 00000', {
    replace: 'the customer care number',
    required: true,
  }),
  address: setting('PUBLIC_ADDRESS', text, '1 Campus Road, Bengaluru 560001, Karnataka, India', {
    replace: 'the address of the registered office',
  }),
  city: setting('PUBLIC_CITY', text, 'Bengaluru', {
    replace: 'the city whose courts the terms name',
    plausible: true,
  }),
  legalName: setting('PUBLIC_LEGAL_NAME', text, 'AdmitCircle Alumni Initiative', {
    replace: 'the registered name of the business',
    required: true,
  }),
  taxNumber: setting('PUBLIC_TAX_NUMBER', taxNumber, '', {
    about: 'the GSTIN printed on receipts',
  }),
  grievanceName: setting('PUBLIC_GRIEVANCE_NAME', text, 'The Grievance Officer', {
    replace: 'the name of the person who answers complaints',
    required: true,
  }),
  grievanceTitle: setting('PUBLIC_GRIEVANCE_TITLE', text, 'Grievance Officer', {
    about: 'the title of the person who answers complaints',
  }),
  grievanceEmail: setting('PUBLIC_GRIEVANCE_EMAIL', email, 'grievance@admitcircle.example', {
    replace: 'the address complaints are sent to',
    required: true,
  }),
  grievancePhone: setting('PUBLIC_GRIEVANCE_PHONE', phone, '+91 00000 00000', {
    replace: 'the number complaints are taken on',
    required: true,
  }),
  videoChannelUrl: setting('PUBLIC_VIDEO_CHANNEL_URL', link, 'https://www.youtube.com/', {
    replace: 'the video channel linked in the footer',
  }),
  photoUrl: setting('PUBLIC_PHOTO_URL', link, 'https://www.instagram.com/', {
    replace: 'the photo profile linked in the footer',
  }),
  professionalUrl: setting('PUBLIC_PROFESSIONAL_URL', link, 'https://www.linkedin.com/', {
    replace: 'the company page linked in the footer',
  }),
  socialUrl: setting('PUBLIC_SOCIAL_URL', link, 'https://www.facebook.com/', {
    replace: 'the social profile linked in the footer',
  }),
  chatUrl: setting('PUBLIC_CHAT_URL', link, 'https://wa.me/', {
    replace: 'the chat link with your number, such as https://wa.me/919876543210',
  }),
  podcastUrl: setting('PUBLIC_PODCAST_URL', link, 'https://www.youtube.com/', {
    replace: 'the channel the Podcasts link opens',
  }),
  videoId: setting('PUBLIC_VIDEO_ID', videoId, 'aqz-KE-bpKQ', {
    replace: 'the video on the home page (the sample is a freely licensed film)',
  }),
  videoTitle: setting('PUBLIC_VIDEO_TITLE', text, 'How the circle works', {
    about: 'the title of that video',
  }),
  upiAddress: setting('PUBLIC_UPI_ADDRESS', upiAddress, 'admitcircle@example', {
    replace: 'the UPI address in the payment image on /pay',
    required: true,
  }),
} satisfies Record<string, Setting>;

/** Environment variables by name, from `import.meta.env` or `process.env`. */
export type Environment = Readonly<Record<string, unknown>>;

/** A variable's trimmed value; undefined if unset or empty. */
export function valueOf(env: Environment, name: string): string | undefined {
  const value = env[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The variables that are set, with trimmed values. */
export function givenVariables(env: Environment): Variables {
  const values = Object.keys(env).map((name) => [name, valueOf(env, name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The settings in this environment, and one sentence for each variable with a wrong value. */
export function parseSettings(env: Environment) {
  const problems: string[] = [];
  const entries = Object.entries<Setting>(settings).map(([key, setting]) => {
    const value = valueOf(env, setting.variable) ?? setting.fallback;
    const parsed = v.safeParse(setting.schema, value, { abortPipeEarly: true });
    if (parsed.success) return [key, parsed.output];
    problems.push(`${setting.variable} is "${value}": it ${parsed.issues[0].message}.`);
    return [key, value];
  });
  // Object.fromEntries loses the keys' types.
  return {
    values: Object.fromEntries(entries) as Record<keyof typeof settings, string>,
    problems,
  };
}

/** True if this environment has not replaced the setting's placeholder. */
export function isPlaceholder(env: Environment, setting: Setting): boolean {
  if (setting.replace === undefined) return false;
  const value = valueOf(env, setting.variable);
  return value === undefined || (value === setting.fallback && !setting.plausible);
}

/**
 * The settings that a site must have before it can take money, but still lacks. Each entry starts with the variable's
 * name (§13.20).
 */
export function missingSettings(env: Environment): string[] {
  return Object.values<Setting>(settings)
    .filter((setting) => setting.required && isPlaceholder(env, setting))
    .map(
      ({ variable, replace }) => `${variable} is missing or still the placeholder: set ${replace}`,
    );
}

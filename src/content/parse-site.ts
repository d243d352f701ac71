import * as v from 'valibot';
import type { TokenValues } from './tokens.ts';

const text = v.pipe(
  v.string(),
  v.regex(/^[^<>*`[\]{}\\]+$/, 'must be plain text without < > * ` [ ] { } or \\'),
);
const email = v.pipe(v.string(), v.email('must be an e-mail address, such as team@example.org'));
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
  v.regex(/^[\w-]{11}$/, 'must be the 11 characters after watch?v= in the address of the video'),
);
const upiAddress = v.pipe(
  v.string(),
  v.regex(/^[\w.-]{2,}@[A-Za-z][A-Za-z\d]+$/, 'must be a UPI address, such as name@bank'),
);

type Setting = {
  /** The environment variable that overrides the fallback. */
  variable: `PUBLIC_${string}`;
  fallback: string;
  schema: v.GenericSchema<string, string>;
  /** Present when the fallback is a placeholder: what the owner sets before launch. */
  replace?: string;
  /** True where the fallback may happen to be right, so that setting the same value confirms it. */
  plausible?: boolean;
};

/**
 * Everything about the business that may differ between installations. Placeholders are chosen so
 * that nobody else is reached or paid by them: reserved domains, no real number, no real UPI handle.
 */
const settings = {
  name: { variable: 'PUBLIC_SITE_NAME', schema: text, fallback: 'AdmitCircle' },
  tagline: {
    variable: 'PUBLIC_SITE_TAGLINE',
    schema: text,
    fallback: 'Borrow together. Practise together. Get in.',
  },
  url: {
    variable: 'PUBLIC_SITE_URL',
    schema: origin,
    fallback: 'http://localhost:4321',
    replace: 'the https:// address the site is served from',
  },
  email: {
    variable: 'PUBLIC_EMAIL',
    schema: email,
    fallback: 'team@admitcircle.example',
    replace: 'the team address for general enquiries',
  },
  supportEmail: {
    variable: 'PUBLIC_SUPPORT_EMAIL',
    schema: email,
    fallback: 'support@admitcircle.example',
    replace: 'the address for help with an account, a payment or a session',
  },
  phone: {
    variable: 'PUBLIC_PHONE',
    schema: phone,
    fallback: '+91 00000 00000',
    replace: 'the customer care number',
  },
  address: {
    variable: 'PUBLIC_ADDRESS',
    schema: text,
    fallback: '1 Campus Road, Bengaluru 560001, Karnataka, India',
    replace: 'the address of the registered office',
  },
  city: {
    variable: 'PUBLIC_CITY',
    schema: text,
    fallback: 'Bengaluru',
    replace: 'the city whose courts the terms name',
    plausible: true,
  },
  legalName: {
    variable: 'PUBLIC_LEGAL_NAME',
    schema: text,
    fallback: 'AdmitCircle Alumni Initiative',
    replace: 'the registered name of the business',
  },
  grievanceName: {
    variable: 'PUBLIC_GRIEVANCE_NAME',
    schema: text,
    fallback: 'The Grievance Officer',
    replace: 'the name of the person who answers complaints',
  },
  grievanceTitle: {
    variable: 'PUBLIC_GRIEVANCE_TITLE',
    schema: text,
    fallback: 'Grievance Officer',
  },
  grievanceEmail: {
    variable: 'PUBLIC_GRIEVANCE_EMAIL',
    schema: email,
    fallback: 'grievance@admitcircle.example',
    replace: 'the address complaints are sent to',
  },
  grievancePhone: {
    variable: 'PUBLIC_GRIEVANCE_PHONE',
    schema: phone,
    fallback: '+91 00000 00000',
    replace: 'the number complaints are taken on',
  },
  videoChannelUrl: {
    variable: 'PUBLIC_VIDEO_CHANNEL_URL',
    schema: link,
    fallback: 'https://www.youtube.com/',
    replace: 'the video channel linked in the footer',
  },
  photoUrl: {
    variable: 'PUBLIC_PHOTO_URL',
    schema: link,
    fallback: 'https://www.instagram.com/',
    replace: 'the photo profile linked in the footer',
  },
  professionalUrl: {
    variable: 'PUBLIC_PROFESSIONAL_URL',
    schema: link,
    fallback: 'https://www.linkedin.com/',
    replace: 'the company page linked in the footer',
  },
  socialUrl: {
    variable: 'PUBLIC_SOCIAL_URL',
    schema: link,
    fallback: 'https://www.facebook.com/',
    replace: 'the social profile linked in the footer',
  },
  chatUrl: {
    variable: 'PUBLIC_CHAT_URL',
    schema: link,
    fallback: 'https://wa.me/',
    replace: 'the chat link with your number, such as https://wa.me/919876543210',
  },
  podcastUrl: {
    variable: 'PUBLIC_PODCAST_URL',
    schema: link,
    fallback: 'https://www.youtube.com/',
    replace: 'the channel the Podcasts link opens',
  },
  videoId: {
    variable: 'PUBLIC_VIDEO_ID',
    schema: videoId,
    fallback: 'aqz-KE-bpKQ',
    replace: 'the video on the home page (the sample is a freely licensed film)',
  },
  videoTitle: {
    variable: 'PUBLIC_VIDEO_TITLE',
    schema: text,
    fallback: 'How the circle works',
  },
  upiAddress: {
    variable: 'PUBLIC_UPI_ADDRESS',
    schema: upiAddress,
    fallback: 'admitcircle@example',
    replace: 'the UPI address on the payment image of /pay',
  },
} satisfies Record<string, Setting>;

type SettingKey = keyof typeof settings;

/** One value of the site that still holds its placeholder, and what to set instead. */
type SitePlaceholder = { variable: string; value: string; replace: string };

/** Environment variables by name, as `import.meta.env` and `process.env` hold them. */
export type Environment = Readonly<Record<string, unknown>>;

function configured({ variable }: Setting, env: Environment): string | undefined {
  const value = env[variable];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function parseSettings(env: Environment) {
  const problems: string[] = [];
  const entries = Object.entries<Setting>(settings).map(([key, setting]) => {
    const value = configured(setting, env) ?? setting.fallback;
    const parsed = v.safeParse(setting.schema, value, { abortPipeEarly: true });
    if (parsed.success) return [key, parsed.output];
    problems.push(`${setting.variable} is "${value}": it ${parsed.issues[0].message}.`);
    return [key, value];
  });
  // The keys are those of `settings`; Object.fromEntries forgets them.
  return { values: Object.fromEntries(entries) as Record<SettingKey, string>, problems };
}

/** What is wrong with the variables of the site's settings, a sentence each. */
export function siteProblems(env: Environment): string[] {
  return parseSettings(env).problems;
}

/**
 * The site's settings: fallbacks, overridden by the PUBLIC_* variables in `env`. An empty variable
 * counts as unset. Throws one error that names every variable with a wrong value.
 */
export function parseSite(env: Environment) {
  const { values: s, problems } = parseSettings(env);
  if (problems.length > 0) {
    throw new Error(`Correct these environment variables:\n  ${problems.join('\n  ')}`);
  }
  return {
    name: s.name,
    tagline: s.tagline,
    url: s.url,
    email: s.email,
    supportEmail: s.supportEmail,
    phone: s.phone,
    phoneUrl: `tel:${s.phone.replaceAll(' ', '')}`,
    address: s.address,
    city: s.city,
    legalName: s.legalName,
    businessHours: 'Monday to Saturday, 9:00 AM to 6:00 PM',
    grievanceOfficer: {
      name: s.grievanceName,
      title: s.grievanceTitle,
      email: s.grievanceEmail,
      phone: s.grievancePhone,
    },
    social: [
      { network: 'video', label: 'YouTube', url: s.videoChannelUrl },
      { network: 'photo', label: 'Instagram', url: s.photoUrl },
      { network: 'professional', label: 'LinkedIn', url: s.professionalUrl },
      { network: 'social', label: 'Facebook', url: s.socialUrl },
    ],
    chatUrl: s.chatUrl,
    podcastUrl: s.podcastUrl,
    video: { id: s.videoId, title: s.videoTitle },
    upiAddress: s.upiAddress,
  } as const;
}

export type Site = ReturnType<typeof parseSite>;

/** The settings that still hold a placeholder in this environment, in the order of the file. */
export function sitePlaceholders(env: Environment): SitePlaceholder[] {
  return Object.values<Setting>(settings).flatMap((setting) => {
    const { variable, fallback, replace, plausible = false } = setting;
    const value = configured(setting, env);
    const replaced = value !== undefined && (plausible || value !== fallback);
    return replace === undefined || replaced ? [] : [{ variable, value: fallback, replace }];
  });
}

/** The tokens that FAQ answers and policies may use for the site's values. */
export function siteTokens(site: Site): TokenValues {
  return {
    name: site.name,
    company: site.legalName,
    url: site.url,
    email: site.email,
    supportEmail: site.supportEmail,
    phone: site.phone,
    address: site.address,
    city: site.city,
    hours: site.businessHours,
    grievanceName: site.grievanceOfficer.name,
    grievanceTitle: site.grievanceOfficer.title,
    grievanceEmail: site.grievanceOfficer.email,
    grievancePhone: site.grievanceOfficer.phone,
  };
}

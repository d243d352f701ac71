import { readStackConfig } from '../local/config.ts';
import { provider } from '../src/domain/environment/environment.ts';
import { settings, type Setting } from '../src/domain/environment/settings.ts';

/** Variables that are set in the same place, each with its description. */
type Section = { title: string; variables: Readonly<Record<string, string>> };

const business = Object.values<Setting>(settings).filter(
  ({ variable }) => variable !== 'PUBLIC_SITE_URL',
);

/** A setting's description: what the owner has to set, or the value if not set. */
function describe({ replace, about, required, fallback }: Setting): string {
  if (required) return `${replace} (required)`;
  return replace ?? `${about}; ${fallback ? `'${fallback}'` : 'none'} if not set`;
}

const { ports } = readStackConfig({});
const previous = 'the previous one, during a rotation';

const sections: readonly Section[] = [
  {
    title: 'The local stack (npm start, npm run dev)',
    variables: {
      PORT: `the port of the site; ${ports.site} if not set`,
      SUPABASE_PORT: `the port of Supabase's API; ${ports.backend} if not set`,
      MAILBOX_PORT: `the port of the mailbox; ${ports.mailbox} if not set`,
      SMTP_PORT: `the mailbox's port for mails; ${ports.smtp} if not set`,
      SANDBOX_PORT: `the port of the payment provider; ${ports.sandbox} if not set`,
      LOCAL_DATA_DIR: 'the folder of accounts, purchases and keys; .local if not set',
      LOCAL_CONFIRM_EMAIL:
        '1 makes new members confirm their address by mail before the first login',
    },
  },
  {
    title: 'The site, deployed (public: these end up in the pages)',
    variables: {
      PUBLIC_SITE_URL: 'the https address of the site; the functions read it too',
      PUBLIC_SUPABASE_URL: 'https://your-project.supabase.co; the functions read it too',
      PUBLIC_SUPABASE_PUBLISHABLE_KEY: "the project's publishable key",
      PUBLIC_CHECKOUT_SCRIPT_URL: `${provider.checkoutScript} if not set; production takes no other`,
      PUBLIC_CAPTCHA_SITE_KEY:
        'the site key of Turnstile, where the account service asks for its CAPTCHA; set both at once (docs/launch.md)',
      PUBLIC_ANALYTICS_URL:
        'where page views go, a path or an https address; /api/pageview, our own counter, if not set',
    },
  },
  {
    title: 'The functions, deployed (never in the pages)',
    variables: {
      RAZORPAY_KEY_ID: 'rzp_live_… at your own address, rzp_test_… in previews and a rehearsal',
      RAZORPAY_API_URL: `${provider.apiUrl} if not set; production takes no other`,
      MAIL_FROM: 'the address that mails come from',
      MEETING_ROOM_URL:
        'a meeting room with {room} for its name, such as https://meet.example.org/{room}, which gives each session of a mentor without a link a room of its own; none if not set, and mentors bring their links',
    },
  },
  {
    title: 'The functions, deployed (secret)',
    variables: {
      SUPABASE_SECRET_KEY: "the project's secret key",
      RAZORPAY_KEY_SECRET: 'belongs to the key id',
      RAZORPAY_KEY_SECRET_PREVIOUS: previous,
      RAZORPAY_WEBHOOK_SECRET: "the one entered in Razorpay's webhook form",
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous,
      FREE_INTERVIEW_SECRET:
        '32 random characters or more, never changed; keys the hashes of people who had the free interview, or used a code that works once',
      SMTP_URL:
        'your mail service, smtps://user:password@host:465 or smtp://user:password@host:587 (encrypted too), with special signs of the password percent-encoded',
      LINK_SECRET: '32 random characters or more; signs the links of mentors',
      LINK_SECRET_PREVIOUS: previous,
      ALERT_URL:
        'where alerts for the operator go, besides the mail to the support address (docs/operations.md)',
      HEARTBEAT_URL: 'the outside monitor that expects a call every five minutes; none if not set',
    },
  },
  {
    title: 'Supabase, when its configuration is pushed (supabase/config.toml)',
    variables: {
      SMTP_HOST: 'your mail service (port 587)',
      SMTP_USER: 'its user',
      SMTP_PASS: 'its password; it leaves your machine only for Supabase',
      SMTP_ADMIN_EMAIL: 'the address that mails come from',
    },
  },
  {
    title: 'The business (npm run launch-check lists the samples left)',
    variables: Object.fromEntries(business.map((setting) => [setting.variable, describe(setting)])),
  },
  {
    title: 'npm run launch-check',
    variables: {
      LAUNCH_ACCEPTED:
        'untrue labels that you answer for and links that you do not have, such as Save 40%,PUBLIC_PODCAST_URL',
    },
  },
];

/** Breaks a sentence into lines of up to 110 characters: the first begins with `first`, the others with `rest`. */
function wrap(sentence: string, first: string, rest: string): string {
  return sentence
    .split(' ')
    .reduce<string[]>((lines, word) => {
      const line = `${lines.at(-1) ?? first}${lines.length ? ' ' : ''}${word}`;
      return line.length > 110 ? [...lines, rest + word] : [...lines.slice(0, -1), line];
    }, [])
    .join('\n');
}

const eachOf = (write: (section: Section) => string) => sections.map(write).join('\n');

/** The text of `.env.example`. */
export const exampleFile = `# npm start, npm run dev and npm test need none of these. Copy this file to .env to change a port, to show your own
# texts, or for a dry run of the deployment (docs/launch.md). A deployed site has the same names in Netlify. An empty
# value counts as not set. The local stack always uses its own services and keys.

${eachOf(({ title, variables }) => {
  const lines = Object.entries(variables).map(
    ([name, is]) => `${wrap(is, '# ', '# ')}\n${name}=\n`,
  );
  return `# --- ${title} ---\n${lines.join('')}`;
})}`;

/** The text of `docs/settings.md`. */
export const settingsPage = `# Settings

\`npm start\` and \`npm test\` need none of these: the local stack always uses its own services and keys, whatever
\`.env\` or the shell says. A deployed site has them in Netlify. A production build refuses to run without the required
ones and those without a default. The other texts of the business may stay samples until \`npm run launch-check\` finds
nothing.

Tests and benches do not read \`.env\`, except for the browser test of \`npm run dev\`. If no Chromium is found, set
\`CHROMIUM_PATH\` in the shell.

\`npm run docs\` writes this page and \`.env.example\` from \`scripts/settings-text.ts\` and
\`src/domain/environment/settings.ts\`.

${eachOf(({ title, variables }) => {
  const lines = Object.entries(variables).map(
    ([name, is]) => `${wrap(is, `- \`${name}\`: `, '  ')}\n`,
  );
  return `## ${title}\n\n${lines.join('')}`;
})}`;

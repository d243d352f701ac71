import { readStackConfig } from '../local/config.ts';
import { provider } from '../src/domain/environment/environment.ts';
import { settings, type Setting } from '../src/domain/environment/settings.ts';

/** Variables that are set in the same place, each with its description. */
type Section = { title: string; variables: Readonly<Record<string, string>> };

const business = Object.values<Setting>(settings).filter(
  ({ variable }) => variable !== 'PUBLIC_SITE_URL',
);

/** A setting's description: what the owner has to set, or the value that applies if it is not set. */
function describe({ replace, about, required, fallback }: Setting): string {
  if (required) return `${replace} (required)`;
  return replace ?? `${about}; ${fallback ? `'${fallback}'` : 'none'} if not set`;
}

const { ports } = readStackConfig({});
const previous = 'the previous secret, during a rotation';

const sections: readonly Section[] = [
  {
    title: 'The local stack (npm start, npm run dev)',
    variables: {
      PORT: `the site's port; ${ports.site} if not set`,
      SUPABASE_PORT: `the port of Supabase's API; ${ports.backend} if not set`,
      MAILBOX_PORT: `the mailbox's port; ${ports.mailbox} if not set`,
      SMTP_PORT: `the mailbox's SMTP port; ${ports.smtp} if not set`,
      SANDBOX_PORT: `the payment sandbox's port; ${ports.sandbox} if not set`,
      LOCAL_DATA_DIR: 'the folder for accounts, purchases and keys; .local if not set',
      LOCAL_CONFIRM_EMAIL:
        '1 makes new members confirm their address by mail before the first login',
    },
  },
  {
    title: 'The site, deployed (public: these end up in the pages)',
    variables: {
      PUBLIC_SITE_URL: "the site's https address; the functions read it too",
      PUBLIC_SUPABASE_URL: 'https://your-project.supabase.co; the functions read it too',
      PUBLIC_SUPABASE_PUBLISHABLE_KEY: "the project's publishable key",
      PUBLIC_CHECKOUT_SCRIPT_URL: `${provider.checkoutScript} if not set; production accepts no other`,
      PUBLIC_CAPTCHA_SITE_KEY:
        "Turnstile's site key, if the account service asks for a CAPTCHA; switch on both together (docs/launch.md)",
      PUBLIC_ANALYTICS_URL:
        'where page views go: a path or an https address; our own counter, /api/pageview, if not set',
    },
  },
  {
    title: 'Deployed functions (values that never reach the pages)',
    variables: {
      RAZORPAY_KEY_ID: 'rzp_live_… on your own domain, rzp_test_… in previews and rehearsals',
      RAZORPAY_API_URL: `${provider.apiUrl} if not set; production accepts no other`,
      MAIL_FROM: 'the sender address of our emails',
      MEETING_ROOM_URL:
        'the address of a meeting room with {room} for its name, such as https://meet.example.org/{room}; sessions then get their own rooms if their mentor has no link; if not set, mentors need links',
    },
  },
  {
    title: 'Deployed functions (secret values)',
    variables: {
      SUPABASE_SECRET_KEY: "the project's secret key",
      RAZORPAY_KEY_SECRET: 'the secret of the API key',
      RAZORPAY_KEY_SECRET_PREVIOUS: previous,
      RAZORPAY_WEBHOOK_SECRET: "the secret entered in Razorpay's webhook form",
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: previous,
      FREE_INTERVIEW_SECRET:
        '32 random characters or more; never change it, because it keys the hashes of people who had the free interview or used a code that works once',
      SMTP_URL:
        'your mail service: smtps://user:password@host:465 or smtp://user:password@host:587 (encrypted too), with special characters in the password percent-encoded',
      LINK_SECRET: "32 random characters or more; signs mentors' links",
      LINK_SECRET_PREVIOUS: previous,
      ALERT_URL:
        'where alerts for the owner go, besides the email to the support address (docs/operations.md)',
      HEARTBEAT_URL:
        'the outside monitor that expects a call every five minutes; no monitor if not set',
    },
  },
  {
    title: 'Supabase, when its configuration is pushed (supabase/config.toml)',
    variables: {
      SMTP_HOST: 'your mail service (port 587)',
      SMTP_USER: 'its user',
      SMTP_PASS: 'its password; your machine sends it only to Supabase',
      SMTP_ADMIN_EMAIL: 'the sender address of account emails',
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
        'labels that you accept although they are untrue, and links that you do without, such as Save 40%,PUBLIC_PODCAST_URL',
    },
  },
];

/** Breaks a sentence into lines of up to 110 characters: the first line begins with `first`, the others with `rest`. */
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
# texts, or for a dry run of the deployment (docs/launch.md). A deployed site has the same variables in Netlify. An
# empty value counts as not set. The local stack always uses its own services and keys.

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
variables and those without a default. The other texts about the business may stay samples until
\`npm run launch-check\` finds nothing.

Tests and benchmarks do not read \`.env\`, except for the browser test of \`npm run dev\`. If they find no Chromium, set
\`CHROMIUM_PATH\` in the shell.

\`npm run docs\` writes this page and \`.env.example\` from \`scripts/settings-text.ts\` and
\`src/domain/environment/settings.ts\`.

${eachOf(({ title, variables }) => {
  const lines = Object.entries(variables).map(
    ([name, is]) => `${wrap(is, `- \`${name}\`: `, '  ')}\n`,
  );
  return `## ${title}\n\n${lines.join('')}`;
})}`;

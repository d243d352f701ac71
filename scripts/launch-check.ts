/**
 * `npm run launch-check` lists every sample and placeholder to replace before launch, each with its file and what to
 * do. Exits with 1 as long as any is left (§13.5).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { z } from 'astro/zod';
import { count } from '../src/domain/words/count.ts';
import { parseEntry } from '../src/prerender/parse-entry.ts';
import { parseList } from '../src/prerender/parse-files.ts';
import { configurationProblems } from '../functions/_lib/env/env.ts';
import { run } from '../local/run.ts';
import { environmentProblems, sitePlaceholders } from '../src/prerender/environment.ts';
import { takesMoney, type Variables } from '../src/domain/environment/environment.ts';
import { valueOf } from '../src/domain/environment/settings.ts';
import { testimonialSchema } from '../src/prerender/schemas.ts';
import { packs, packSaving } from '../src/domain/packs/packs.ts';

/** Something to replace: its file, what it is, and what to do about it. */
type Finding = { file: string; what: string; todo: string };

function sampleTestimonials(root: string): Finding[] {
  const file = 'src/content/testimonials.yml';
  const schema = testimonialSchema(z.string());
  return parseList(readFileSync(join(root, file), 'utf8'), file)
    .map(({ id, fields }) => parseEntry(schema, fields, `${file} → ${id}`))
    .filter((card) => card.sample)
    .map((card) => ({
      file,
      what: `${card.id} is a sample story`,
      todo: 'use the words, portrait and profile of a member who agreed in writing, then set sample: false',
    }));
}

const environmentFile = 'environment (.env, or the variables of the host)';

/** Whether the owner has explicitly accepted this untrue label or missing link (§13.21). */
function isAccepted(env: Variables, name: string): boolean {
  const accepted = (valueOf(env, 'LAUNCH_ACCEPTED') ?? '').split(',');
  return accepted.some((item) => item.trim() === name);
}

const placeholdersLeft = (env: Variables) =>
  sitePlaceholders(env).filter(({ variable }) => !isAccepted(env, variable));

function settingPlaceholders(env: Variables): Finding[] {
  return placeholdersLeft(env).map(({ variable, value, replace }) => ({
    file: environmentFile,
    what: `${variable} is still "${value}"`,
    todo: `set ${replace}`,
  }));
}

const httpsAddress = v.pipe(v.string(), v.url(), v.startsWith('https://'));
const captchaKey = 'PUBLIC_CAPTCHA_SITE_KEY';

/**
 * The site works without these variables, but then no one gets alerts (§11.47), and a single network address can use up
 * an hour's account emails (§5.50).
 */
const optional = {
  ALERT_URL:
    'set the https address of a channel that takes messages, so that somebody is told what needs a person',
  HEARTBEAT_URL:
    'set the https address of an outside monitor that waits for a call every five minutes',
  [captchaKey]: `set the site key of Turnstile and turn on the CAPTCHA of the account service within the same hour; or accept it by name with LAUNCH_ACCEPTED='${captchaKey}'`,
};

function missingOptional(env: Variables): Finding[] {
  const isSet = (name: string) =>
    name === captchaKey
      ? valueOf(env, name) !== undefined || isAccepted(env, name)
      : v.is(httpsAddress, valueOf(env, name));
  return Object.entries(optional)
    .filter(([variable]) => !isSet(variable))
    .map(([variable, todo]) => ({ file: environmentFile, what: `${variable} is not set`, todo }));
}

const noReceipt = 'until then nobody gets a receipt';
/** What to do about variables if the description of the problem does not say so. */
const advice: Partial<Record<string, string>> = {
  SMTP_URL: `set the address of your mail service, such as smtps://user:password@smtp.example.com:465: ${noReceipt}`,
  MAIL_FROM: `set the address that emails come from: ${noReceipt}`,
  LINK_SECRET: `set a secret of 32 random characters or more, which signs the links of mentors: ${noReceipt}`,
  FREE_INTERVIEW_SECRET:
    'set 32 random characters or more, and keep them: without them everybody could get a second free interview, and use a code again that works once',
  PUBLIC_SITE_URL: 'set the https:// address of your own domain',
};

/** Variables that the launched site's build and functions would refuse, according to their own parsers. */
function refusedVariables(env: Variables): Finding[] {
  const launched = { ...env, CONTEXT: 'production' };
  const problems = environmentProblems(launched, [
    ...configurationProblems(launched),
    ...(takesMoney(launched)
      ? []
      : ['PUBLIC_SITE_URL is an address of the host, where a site is a rehearsal']),
  ]);
  const named: string[] = placeholdersLeft(env).map(({ variable }) => variable);
  return problems.flatMap((problem) => {
    const [variable = ''] = problem.split(' ', 1);
    if (named.includes(variable)) return [];
    const todo = advice[variable] ?? 'set what docs/settings.md says';
    return [{ file: environmentFile, what: problem.replace(/\.$/, ''), todo }];
  });
}

function overstatedSavings(env: Variables): Finding[] {
  return packs.flatMap((pack) =>
    pack.labels.flatMap((label) => {
      const claimed = Number(/^Save (\d+)%$/.exec(label)?.[1] ?? 0);
      const { percent } = packSaving(pack);
      if (claimed <= percent || isAccepted(env, label)) return [];
      return {
        file: 'src/domain/packs/packs.ts',
        what: `${pack.name} is labelled '${label}', and its prices save ${percent}%`,
        todo: `correct the label or the prices, because an untrue saving must not be advertised; or accept it by name with LAUNCH_ACCEPTED='${label}'`,
      };
    }),
  );
}

/**
 * Everything to replace in the checkout at `root` before building it with `env`. Throws a one-sentence error if a file
 * is invalid.
 */
export function launchFindings(root: string, env: Variables): Finding[] {
  return [
    ...sampleTestimonials(root),
    ...settingPlaceholders(env),
    ...missingOptional(env),
    ...refusedVariables(env),
    ...overstatedSavings(env),
  ];
}

const project = 'the Supabase project';

type Check = [isWell: boolean, what: string, todo: string];

const samples = v.array(v.string());

/** The reply from `public.launch_facts`. It lists samples by name, and leaves them out of all counts. */
const projectAnswer = v.object({
  sessions: v.object({
    mentors: v.number(),
    without_room: v.number(),
    slots: v.number(),
    has_base_figures: v.boolean(),
  }),
  loans: v.object({ lenders: v.number(), offers: v.number(), samples }),
  material: v.object({ community: v.number(), texts: v.number(), samples }),
});

/**
 * What is missing in the project that `env` points to (§15.55, §16.88, §18.16), or a single finding if the project does
 * not reply.
 */
export async function projectFindings(env: Variables): Promise<Finding[]> {
  const subjects = 'times to book, lenders, texts and a community';
  const url = valueOf(env, 'PUBLIC_SUPABASE_URL');
  const key = valueOf(env, 'SUPABASE_SECRET_KEY');
  if (url === undefined || key === undefined) {
    return [
      {
        file: environmentFile,
        what: `PUBLIC_SUPABASE_URL or SUPABASE_SECRET_KEY is not set, so nobody has looked for ${subjects}`,
        todo: 'set both to those of the project, and run this again',
      },
    ];
  }
  const reply = await fetch(`${url}/rest/v1/rpc/launch_facts`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(10_000),
  })
    .then((response): Promise<unknown> => response.json())
    .catch(() => undefined);
  const answer = v.safeParse(projectAnswer, reply);
  if (!answer.success) {
    const todo = 'push the migrations, check the address and the secret key, and run this again';
    return [{ file: project, what: `it does not say whether there are ${subjects}`, todo }];
  }
  const { sessions, loans, material } = answer.output;
  const checks: Check[] = [
    [sessions.mentors > 0, 'there is no mentor', "add one at the desk: 'Mentors', 'Add a mentor'"],
    [
      sessions.without_room === 0,
      `${count(sessions.without_room, 'mentor has', 'mentors have')} no meeting link, so nobody could join`,
      'set MEETING_ROOM_URL, which gives each session a room of its own, or ask for their links',
    ],
    [
      sessions.slots > 0,
      'no time of the next 14 days can be booked',
      "open some at the desk: 'Sessions', 'Open times'",
    ],
    [
      sessions.has_base_figures,
      'what happened before the site took bookings is not entered',
      'use operations.record_past_session and operations.set_base_figure',
    ],
    ...loans.samples.map((name): Check => [
      false,
      `${name} is a sample lender`,
      "take the tick out at 'Members see its offers': 'Loan', 'Lenders', 'Edit lender'",
    ]),
    [loans.lenders > 0, 'there is no lender', "add one at the desk: 'Loan', 'Add a lender'"],
    [
      loans.lenders === 0 || loans.offers > 0,
      'no lender has an offer that members can see today',
      "add one at the desk: 'Loan', 'Add an offer'",
    ],
    ...material.samples.map((name): Check => [false, `'${name}' is a sample`, 'delete it']),
    [
      material.texts > 0,
      'the preparation room is empty',
      "write its texts at the desk: 'Content and emails', 'Write a text'",
    ],
    [
      material.community > 0,
      'there is no community, which the home page promises',
      "add its link at the desk: 'Content and emails', 'Add a community link'",
    ],
  ];
  return checks
    .filter(([isWell]) => !isWell)
    .map(([, what, todo]) => ({ file: project, what, todo: `${todo} (docs/operations.md)` }));
}

/** The findings as text, grouped by file. */
export function launchReport(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'Ready to launch: no sample or placeholder is left.';
  const groups = Map.groupBy(findings, ({ file }) => file);
  const blocks = [...groups].map(([file, group]) =>
    [file, ...group.map(({ what, todo }) => `  ${what}\n    → ${todo}`)].join('\n'),
  );
  return [...blocks, `Not ready to launch: ${count(findings.length, 'thing')} to replace.`].join(
    '\n\n',
  );
}

if (import.meta.main) {
  run(async () => {
    const findings = [
      ...launchFindings(process.cwd(), process.env),
      ...(await projectFindings(process.env)),
    ];
    console.log(launchReport(findings));
    process.exitCode = findings.length === 0 ? 0 : 1;
  });
}

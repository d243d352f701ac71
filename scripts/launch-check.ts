/**
 * `npm run launch-check`: lists every sample and placeholder to replace before launch, each with its
 * file and what to do. Exits 1 while any is left (§13.5).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { z } from 'astro/zod';
import { count } from '../src/domain/words/count.ts';
import { parseEntry } from '../src/prerender/parse-entry.ts';
import { parseList } from '../src/prerender/parse-files.ts';
import { parseSite, sitePlaceholders } from '../src/prerender/environment.ts';
import { valueOf, type Environment } from '../src/domain/environment/settings.ts';
import { testimonialSchema } from '../src/prerender/schemas.ts';
import { packs, packSaving } from '../src/domain/packs/packs.ts';

/** One thing to replace: where it is, what it is and what to do about it. */
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

function settingPlaceholders(env: Environment): Finding[] {
  return sitePlaceholders(env).map(({ variable, value, replace }) => ({
    file: environmentFile,
    what: `${variable} is still "${value}"`,
    todo: `set ${replace}`,
  }));
}

const httpsAddress = v.pipe(v.string(), v.url(), v.startsWith('https://'));

/** The site works without these two, but nobody hears of what needs a person (§11.47). */
function untoldMatters(env: Environment): Finding[] {
  const addresses = {
    ALERT_URL: 'a channel that takes messages, so that somebody is told what needs a person',
    HEARTBEAT_URL: 'an outside monitor that waits for a call every five minutes',
  };
  return Object.entries(addresses)
    .filter(([variable]) => !v.is(httpsAddress, env[variable]))
    .map(([variable, target]) => ({
      file: environmentFile,
      what: `${variable} is not set`,
      todo: `set the https address of ${target}`,
    }));
}

/** Without these no mail is sent (§19.9); `npm run launch-check` only asks whether they are set. */
function missingMailService(env: Environment): Finding[] {
  const variables = {
    SMTP_URL:
      'the address of your mail service, such as smtps://user:password@smtp.example.com:465',
    MAIL_FROM: 'the address that mails come from',
    LINK_SECRET: 'a secret of 32 random characters or more, which signs the links of mentors',
  };
  return Object.entries(variables)
    .filter(([variable]) => valueOf(env, variable) === undefined)
    .map(([variable, target]) => ({
      file: environmentFile,
      what: `${variable} is not set`,
      todo: `set ${target}: until then nobody gets a receipt`,
    }));
}

/** Without it no function answers, so it is asked for with the others (§15.31). */
function missingSecrets(env: Environment): Finding[] {
  if ((valueOf(env, 'FREE_INTERVIEW_SECRET') ?? '').length >= 32) return [];
  return [
    {
      file: environmentFile,
      what: 'FREE_INTERVIEW_SECRET is not set, or too short',
      todo: 'set 32 random characters or more, and keep them: who had a free interview is known by them',
    },
  ];
}

function overstatedSavings(): Finding[] {
  return packs.flatMap((pack) =>
    pack.labels.flatMap((label) => {
      const claimed = Number(/^Save (\d+)%$/.exec(label)?.[1] ?? 0);
      const { percent } = packSaving(pack);
      if (claimed <= percent) return [];
      return {
        file: 'src/domain/packs/packs.ts',
        what: `${pack.name} is labelled '${label}', and its prices save ${percent}%`,
        todo: 'correct the label or the prices: an untrue saving must not be advertised',
      };
    }),
  );
}

/**
 * Everything that has to be replaced in the checkout at `root` if it is built with `env`. Throws one
 * sentence if a file or a variable is invalid.
 */
export function launchFindings(root: string, env: Environment): Finding[] {
  // Called only because it throws for wrong values.
  parseSite(env);
  return [
    ...sampleTestimonials(root),
    ...settingPlaceholders(env),
    ...untoldMatters(env),
    ...missingMailService(env),
    ...missingSecrets(env),
    ...overstatedSavings(),
  ];
}

const readiness = v.object({
  mentors: v.number(),
  slots: v.number(),
  has_base_figures: v.boolean(),
});

const loanReadiness = v.object({
  lenders: v.number(),
  offers: v.number(),
  samples: v.array(v.string()),
});

const materialReadiness = v.object({
  community: v.number(),
  texts: v.number(),
  samples: v.array(v.string()),
});

const project = 'the Supabase project';

/** Something that is missing or wrong in the project. */
function missing(what: string, todo: string): Finding {
  return { file: project, what, todo };
}

/**
 * Asks the project that `env` names by a function without arguments. Resolves to its answer, or to a finding
 * when it does not give one.
 */
async function ask<Schema extends v.GenericSchema>(
  env: Environment,
  name: string,
  schema: Schema,
  subject: string,
): Promise<{ answer: v.InferOutput<Schema> } | { finding: Finding }> {
  const url = valueOf(env, 'PUBLIC_SUPABASE_URL');
  const key = valueOf(env, 'SUPABASE_SECRET_KEY');
  if (url === undefined || key === undefined) {
    return {
      finding: {
        file: environmentFile,
        what: `PUBLIC_SUPABASE_URL or SUPABASE_SECRET_KEY is not set, so nobody has looked for ${subject}`,
        todo: 'set both to those of the project, and run this again',
      },
    };
  }
  const reply = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(10_000),
  })
    .then((response): Promise<unknown> => response.json())
    .catch(() => undefined);
  const answer = v.safeParse(schema, reply);
  if (answer.success) return { answer: answer.output };
  return {
    finding: missing(
      `it does not say whether there are ${subject}`,
      'push the migrations, check the address and the secret key, and run this again',
    ),
  };
}

/**
 * What is missing in the project that `env` names: mentors, times to book in the next 14 days, and what
 * happened before (§15.41, §15.55). One finding says so when the project cannot be asked.
 */
export async function sessionFindings(env: Environment): Promise<Finding[]> {
  const asked = await ask(env, 'sessions_ready', readiness, 'times to book');
  if ('finding' in asked) return [asked.finding];
  const { mentors, slots, has_base_figures } = asked.answer;
  return [
    ...(mentors > 0
      ? []
      : [
          missing(
            'there is no mentor',
            'enter one with operations.add_mentor (docs/operations.md)',
          ),
        ]),
    ...(slots > 0
      ? []
      : [
          missing(
            'no time of the next 14 days can be booked',
            'open some with operations.open_slots (docs/operations.md)',
          ),
        ]),
    ...(has_base_figures
      ? []
      : [
          missing(
            'what happened before the site could book is not entered',
            'use operations.record_past_session and operations.set_base_figure (docs/operations.md)',
          ),
        ]),
  ];
}

/** Sample lenders in the project that `env` names, and whether it has real ones with offers (§16.88). */
export async function loanFindings(env: Environment): Promise<Finding[]> {
  const asked = await ask(env, 'loans_ready', loanReadiness, 'lenders and offers');
  if ('finding' in asked) return [asked.finding];
  const { lenders, offers, samples } = asked.answer;
  return [
    ...samples.map((name) =>
      missing(
        `${name} is a sample lender`,
        'set it inactive (docs/operations.md): nobody lends what it offers',
      ),
    ),
    ...(lenders > 0
      ? []
      : [
          missing(
            'there is no lender',
            'enter one with operations.add_lender (docs/operations.md)',
          ),
        ]),
    ...(lenders === 0 || offers > 0
      ? []
      : [
          missing(
            'no lender has an offer that members can see today',
            'enter one with operations.add_offer (docs/operations.md)',
          ),
        ]),
  ];
}

/** Sample texts in the project that `env` names, and whether it has real ones and a community (§18.16). */
export async function materialFindings(env: Environment): Promise<Finding[]> {
  const asked = await ask(env, 'material_ready', materialReadiness, 'texts and a community');
  if ('finding' in asked) return [asked.finding];
  const { community, texts, samples } = asked.answer;
  return [
    ...samples.map((name) =>
      missing(`'${name}' is a sample`, "delete it (docs/operations.md, 'Community and material')"),
    ),
    ...(texts > 0
      ? []
      : [
          missing(
            'the preparation room is empty',
            'write its texts with operations.put_material (docs/operations.md)',
          ),
        ]),
    ...(community > 0
      ? []
      : [
          missing(
            'there is no community, which the home page promises',
            'enter its address in public.community_links (docs/operations.md)',
          ),
        ]),
  ];
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
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.exitCode = 1;
  try {
    const findings = [
      ...launchFindings(process.cwd(), process.env),
      ...(await sessionFindings(process.env)),
      ...(await loanFindings(process.env)),
      ...(await materialFindings(process.env)),
    ];
    process.stdout.write(`${launchReport(findings)}\n`);
    if (findings.length === 0) process.exitCode = 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  launchFindings,
  launchReport,
  loanFindings,
  materialFindings,
  sessionFindings,
} from '../../scripts/launch-check.ts';
import { sitePlaceholders } from '../../src/prerender/environment.ts';
import { packSaving } from '../../src/domain/packs/packs.ts';
import { superValue } from '../samples/packs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const real = {
  PUBLIC_SITE_URL: 'https://www.example.org',
  PUBLIC_EMAIL: 'team@example.org',
  PUBLIC_SUPPORT_EMAIL: 'support@example.org',
  PUBLIC_PHONE: '+91 80 1234 5678',
  PUBLIC_ADDRESS: '7 MG Road, Pune 411001',
  PUBLIC_CITY: 'Pune',
  PUBLIC_LEGAL_NAME: 'Circle of Admits LLP',
  PUBLIC_GRIEVANCE_NAME: 'Asha Rao',
  PUBLIC_GRIEVANCE_EMAIL: 'grievance@example.org',
  PUBLIC_GRIEVANCE_PHONE: '+91 80 1234 5679',
  PUBLIC_VIDEO_CHANNEL_URL: 'https://www.youtube.com/@circle',
  PUBLIC_PHOTO_URL: 'https://www.instagram.com/circle',
  PUBLIC_PROFESSIONAL_URL: 'https://www.linkedin.com/company/circle',
  PUBLIC_SOCIAL_URL: 'https://www.facebook.com/circle',
  PUBLIC_CHAT_URL: 'https://wa.me/918012345678',
  PUBLIC_PODCAST_URL: 'https://www.youtube.com/@circle/podcasts',
  PUBLIC_VIDEO_ID: 'abcdefghijk',
  PUBLIC_UPI_ADDRESS: 'circle@bank',
  SMTP_URL: 'smtps://user:password@smtp.example.org',
  MAIL_FROM: 'hello@example.org',
  LINK_SECRET: 'abcdef0123456789abcdef0123456789',
  ALERT_URL: 'https://chat.example.org/hook',
  HEARTBEAT_URL: 'https://monitor.example.org/beat',
  FREE_INTERVIEW_SECRET: '0123456789abcdef0123456789abcdef',
};

/** Makes a project folder for the launch check, with the testimonials changed by `edit`. */
function projectWith(edit: (yaml: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), 'launch-check-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = 'src/content/testimonials.yml';
  cpSync(join(root, file), join(folder, file), { recursive: true });
  writeFileSync(join(folder, file), edit(readFileSync(join(root, file), 'utf8')));
  return folder;
}

const asSamples = (yaml: string) =>
  yaml
    .replaceAll('sample: false', 'sample: true')
    .replaceAll(/linkedIn: .*/g, 'linkedIn: https://www.linkedin.com/');

const withoutSamples = (yaml: string) =>
  yaml
    .replaceAll('sample: true', 'sample: false')
    .replaceAll('https://www.linkedin.com/', 'https://www.linkedin.com/in/member');

test('lists every sample card and every placeholder with its file and what to do', () => {
  const findings = launchFindings(projectWith(asSamples), {});
  const cards = findings.filter(({ file }) => file === 'src/content/testimonials.yml');
  expect(cards.map(({ what }) => what)).toContain('aarav is a sample story');
  const report = launchReport(findings);
  for (const { variable } of sitePlaceholders({})) expect(report).toContain(variable);
  expect(report).toContain(`Not ready to launch: ${findings.length} things to replace.`);
  for (const { todo } of findings) expect(report).toContain(`→ ${todo}`);
});

test('reports only a label that contradicts the prices, once members and settings are real', () => {
  const findings = launchFindings(projectWith(withoutSamples), real);
  const { percent } = packSaving(superValue);
  expect(findings.map(({ what }) => what)).toEqual(
    percent < 40
      ? [`Super Value Pack is labelled 'Save 40%', and its prices save ${percent}%`]
      : [],
  );
});

test.each(['ALERT_URL', 'HEARTBEAT_URL'])('names %s while nobody is told', (variable) => {
  for (const value of [undefined, '', 'http://chat.example.org']) {
    const findings = launchFindings(projectWith(withoutSamples), { ...real, [variable]: value });
    expect(findings.map(({ what }) => what)).toContain(`${variable} is not set`);
  }
});

test.each(['SMTP_URL', 'MAIL_FROM', 'LINK_SECRET'])(
  '§19.9 names %s while no mail is sent',
  (variable) => {
    const findings = launchFindings(projectWith(withoutSamples), { ...real, [variable]: '' });
    expect(findings.map(({ what }) => what)).toContain(`${variable} is not set`);
  },
);

test('names FREE_INTERVIEW_SECRET while it is missing or easy to guess', () => {
  for (const value of [undefined, '', 'short']) {
    const env = { ...real, FREE_INTERVIEW_SECRET: value };
    const findings = launchFindings(projectWith(withoutSamples), env);
    expect(findings.map(({ what }) => what)).toContain(
      'FREE_INTERVIEW_SECRET is not set, or too short',
    );
  }
});

const project = { PUBLIC_SUPABASE_URL: 'https://a.example', SUPABASE_SECRET_KEY: 'secret' };

test.each([
  [{ mentors: 3, slots: 12, has_base_figures: true }, []],
  [{ mentors: 3, slots: 0, has_base_figures: true }, ['no time of the next 14 days can be booked']],
  [
    { mentors: 0, slots: 0, has_base_figures: false },
    ['there is no mentor', 'no time of the next 14 days', 'what happened before'],
  ],
  [{ message: 'no' }, ['does not say whether there are times to book']],
])('§15.55 asks the project whether sessions can be booked: %j', async (reply, expected) => {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(reply));
  onTestFinished(() => asked.mockRestore());
  const found = await sessionFindings(project);
  expect(found).toHaveLength(expected.length);
  expected.forEach((what, index) => expect(found[index]?.what).toContain(what));
});

test('§15.55 says when nobody could look', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  onTestFinished(() => asked.mockRestore());
  expect((await sessionFindings(project))[0]?.what).toContain('does not say');
  expect((await sessionFindings({}))[0]?.what).toContain('SUPABASE_SECRET_KEY is not set');
});

test.each([
  [{ lenders: 3, offers: 5, samples: [] }, []],
  [{ lenders: 3, offers: 0, samples: [] }, ['no lender has an offer']],
  [{ lenders: 0, offers: 0, samples: [] }, ['there is no lender']],
  [
    { lenders: 1, offers: 1, samples: ['Sample Lender One', 'Sample Lender Two'] },
    ['Sample Lender One is a sample lender', 'Sample Lender Two is a sample lender'],
  ],
  [{ message: 'no' }, ['does not say whether there are lenders and offers']],
])(
  '§16.88 names sample lenders, and asks for real ones with offers: %j',
  async (reply, expected) => {
    const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(reply));
    onTestFinished(() => asked.mockRestore());
    const found = await loanFindings(project);
    expect(found).toHaveLength(expected.length);
    expected.forEach((what, index) => expect(found[index]?.what).toContain(what));
  },
);

test('§16.88 says when nobody could look for lenders', async () => {
  expect((await loanFindings({}))[0]?.what).toContain('SUPABASE_SECRET_KEY is not set');
});

test.each([
  [{ community: 1, texts: 3, samples: [] }, []],
  [
    { community: 0, texts: 0, samples: ['Circle chat'] },
    ["'Circle chat' is a sample", 'the preparation room is empty', 'there is no community'],
  ],
  [{ message: 'no' }, ['does not say whether there are texts and a community']],
])('§18.16 names sample texts, and asks for real ones: %j', async (reply, expected) => {
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(reply));
  onTestFinished(() => asked.mockRestore());
  const found = await materialFindings(project);
  expect(found).toHaveLength(expected.length);
  expected.forEach((what, index) => expect(found[index]?.what).toContain(what));
});

test('says that the site is ready when nothing is left to replace', () => {
  expect(launchReport([])).toBe('Ready to launch: no sample or placeholder is left.');
});

test('names an invalid setting instead of accepting it', () => {
  expect(() => launchFindings(root, { ...real, PUBLIC_EMAIL: 'team' })).toThrow('PUBLIC_EMAIL');
});

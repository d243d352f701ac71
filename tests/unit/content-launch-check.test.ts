import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { launchFindings, launchReport, projectFindings } from '../../scripts/launch-check.ts';
import { sitePlaceholders } from '../../src/prerender/environment.ts';
import { packSaving } from '../../src/domain/packs/packs.ts';
import { business } from '../samples/business.ts';
import { temporaryFolder } from '../samples/folder.ts';
import { superValue } from '../samples/packs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const real = {
  PUBLIC_SITE_URL: 'https://www.example.org',
  ...business,
  PUBLIC_VIDEO_CHANNEL_URL: 'https://www.youtube.com/@circle',
  PUBLIC_PHOTO_URL: 'https://www.instagram.com/circle',
  PUBLIC_PROFESSIONAL_URL: 'https://www.linkedin.com/company/circle',
  PUBLIC_SOCIAL_URL: 'https://www.facebook.com/circle',
  PUBLIC_CHAT_URL: 'https://wa.me/918012345678',
  PUBLIC_PODCAST_URL: 'https://www.youtube.com/@circle/podcasts',
  PUBLIC_VIDEO_ID: 'abcdefghijk',
  PUBLIC_SUPABASE_URL: 'https://abc.supabase.co',
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
  SUPABASE_SECRET_KEY: 'sb_secret_abc',
  RAZORPAY_KEY_ID: 'rzp_live_abc',
  RAZORPAY_KEY_SECRET: 'key-secret',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret',
  SMTP_URL: 'smtps://user:password@smtp.example.org',
  MAIL_FROM: 'hello@example.org',
  LINK_SECRET: 'abcdef0123456789abcdef0123456789',
  PUBLIC_CAPTCHA_SITE_KEY: '0x4AAA',
  ALERT_URL: 'https://chat.example.org/hook',
  HEARTBEAT_URL: 'https://monitor.example.org/beat',
  FREE_INTERVIEW_SECRET: '0123456789abcdef0123456789abcdef',
};

/** Creates a project folder for the launch check, with the testimonials changed by `edit`. */
function projectWith(edit: (yaml: string) => string): string {
  const folder = temporaryFolder();
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

test('the launch check lists every sample testimonial and placeholder, with its file and what to do', () => {
  const findings = launchFindings(projectWith(asSamples), {});
  const cards = findings.filter(({ file }) => file === 'src/content/testimonials.yml');
  expect(cards.map(({ what }) => what)).toContain('aarav is a sample story');
  const report = launchReport(findings);
  for (const { variable } of sitePlaceholders({})) expect(report).toContain(variable);
  expect(report).toContain(`Not ready to launch: ${findings.length} things to replace.`);
  for (const { todo } of findings) expect(report).toContain(`→ ${todo}`);
});

test('once members and settings are real, the launch check reports only a label that contradicts the prices', () => {
  const findings = launchFindings(projectWith(withoutSamples), real);
  const { percent } = packSaving(superValue);
  expect(findings.map(({ what }) => what)).toEqual(
    percent < 40
      ? [`Super Value Pack is labelled 'Save 40%', and its prices save ${percent}%`]
      : [],
  );
});

test('§13.21 the launch check passes once the owner has accepted each untrue statement by name', () => {
  const folder = projectWith(withoutSamples);
  const findings = (accepted: string, env = {}) =>
    launchFindings(folder, { ...real, ...env, LAUNCH_ACCEPTED: accepted });
  expect(findings('Save 40%')).toEqual([]);
  expect(findings('Save 50%, Save 40%')).toEqual([]);
  expect(findings('Save')).toHaveLength(1);
  const bare = { PUBLIC_PODCAST_URL: '', PUBLIC_PHONE: '' };
  expect(findings('Save 40%, PUBLIC_PODCAST_URL, PUBLIC_PHONE', bare)).toMatchObject([
    { what: expect.stringContaining('PUBLIC_PHONE is missing') },
  ]);
});

test.each([
  ['ALERT_URL', [undefined, '', 'http://chat.example.org']],
  ['HEARTBEAT_URL', [undefined, '', 'http://monitor.example.org']],
  ['SMTP_URL', [undefined, '', 'nonsense', 'smtp://localhost:1025']],
  ['MAIL_FROM', [undefined, '', 'Circle <hello@example.org>']],
  ['LINK_SECRET', [undefined, '', 'short']],
  ['PUBLIC_CAPTCHA_SITE_KEY', [undefined, '']],
  ['FREE_INTERVIEW_SECRET', [undefined, '', 'short']],
  ['SUPABASE_SECRET_KEY', [undefined, 'sb_publishable_abc']],
  ['PUBLIC_SUPABASE_PUBLISHABLE_KEY', [undefined, 'sb_secret_abc']],
  ['RAZORPAY_KEY_ID', [undefined, 'rzp_test_abc']],
  ['RAZORPAY_KEY_SECRET', [undefined]],
  ['RAZORPAY_WEBHOOK_SECRET', [undefined]],
  ['PUBLIC_EMAIL', ['team']],
  ['PUBLIC_SITE_URL', ['http://www.example.org']],
] as const)(
  '§13.20 §19.9 the launch check names %s while it is missing or unusable',
  (variable, useless) => {
    for (const value of useless) {
      const findings = launchFindings(projectWith(withoutSamples), {
        ...real,
        LAUNCH_ACCEPTED: 'Save 40%',
        [variable]: value,
      });
      expect(findings.map(({ what }) => what.split(' ')[0])).toEqual([variable]);
    }
  },
);

test('§13.20 a site cannot launch at the hosting provider’s own address', () => {
  const rehearsal = { ...real, PUBLIC_SITE_URL: 'https://circle.netlify.app' };
  const found = launchFindings(projectWith(withoutSamples), rehearsal).map(({ what }) => what);
  expect(found).toContain('PUBLIC_SITE_URL is an address of the host, where a site is a rehearsal');
});

const project = { PUBLIC_SUPABASE_URL: 'https://a.example', SUPABASE_SECRET_KEY: 'secret' };

const sessions = { mentors: 3, without_room: 0, slots: 12, has_base_figures: true };
const loans = { lenders: 3, offers: 5, samples: [] as string[] };
const material = { community: 1, texts: 3, samples: [] as string[] };
const unsaid = 'does not say whether there are times to book, lenders, texts and a community';

test.each([
  ['§15.55', {}, []],
  ['§15.55', { sessions: { ...sessions, slots: 0 } }, ['no time of the next']],
  ['§15.89', { sessions: { ...sessions, without_room: 2 } }, ['2 mentors have no meeting link']],
  [
    '§15.55',
    { sessions: { mentors: 0, without_room: 0, slots: 0, has_base_figures: false } },
    ['there is no mentor', 'no time of the next 14 days', 'what happened before'],
  ],
  ['§16.88', { loans: { ...loans, offers: 0 } }, ['no lender has an offer']],
  ['§16.88', { loans: { ...loans, lenders: 0, offers: 0 } }, ['there is no lender']],
  ['§16.88', { loans: { ...loans, samples: ['One'] } }, ['One is a sample lender']],
  [
    '§18.16',
    { material: { community: 0, texts: 0, samples: ['Circle chat'] } },
    ["'Circle chat' is a sample", 'the preparation room is empty', 'there is no community'],
  ],
  ['§15.55', { sessions: 'no' }, [unsaid]],
])('%s the launch check finds what a project with %j is missing', async (_, reply, expected) => {
  const answer = Response.json({ sessions, loans, material, ...reply });
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  onTestFinished(() => asked.mockRestore());
  const found = await projectFindings(project);
  expect(found).toHaveLength(expected.length);
  expected.forEach((what, index) => expect(found[index]?.what).toContain(what));
});

test('§15.55 §16.88 §18.16 the launch check says so when the project could not be checked', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
  onTestFinished(() => asked.mockRestore());
  expect((await projectFindings(project))[0]?.what).toContain(unsaid);
  const [unset] = await projectFindings({});
  expect(unset?.what).toContain('SUPABASE_SECRET_KEY is not set');
});

test('the launch check says that the site is ready when nothing is left to replace', () => {
  expect(launchReport([])).toBe('Ready to launch: no sample or placeholder is left.');
});

/**
 * The other specs use a server made for tests (local/site/direct.ts). These specs hold that server to the answers of
 * Netlify’s emulator, which serves the same build and the same functions. They need no browser.
 */
import { expect, test as base } from 'playwright/test';
import * as v from 'valibot';
import { freePort } from '../../local/free-ports.ts';
import { functionNames, functionRoutes } from '../../local/site/function-routes.ts';
import { folderOfSite } from '../../local/site/folder.ts';
import { startSite } from '../../local/site/emulator.ts';
import { fileAddress, filePath } from '../../src/domain/files/member-files.ts';
import { memberPages } from '../../src/domain/member-pages.ts';
import { builtFiles, routes } from './security/support/built-site.ts';
import { joinGroup, startsIn } from './support/loans.ts';
import { createMember } from './support/members.ts';
import { here, stack } from './support/stack.ts';
import { unknownPaths } from './support/unknown-paths.ts';

// One worker runs these tests, because emulators that start in one folder together break each other’s bundles.
base.describe.configure({ mode: 'default' });

const test = base.extend<object, { emulator: string }>({
  emulator: [
    // eslint-disable-next-line no-empty-pattern -- Playwright requires a pattern here
    async ({}, use) => {
      const port = await freePort();
      const root = folderOfSite(Number(new URL(stack.site).port));
      const site = await startSite({ port, root });
      await use(`http://localhost:${port}`);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

/** Headers that differ between two answers to the same request. */
const ownOfAnswer = /^(?:date|x-request-id|x-nf-.*|content-length|transfer-encoding|connection)$/;

/** The answer at an address, without the headers that differ from call to call. */
async function answerOf(site: string, path: string, init: RequestInit = {}) {
  const response = await fetch(`${site}${path}`, { redirect: 'manual', ...init });
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1');
  // The emulator gives even an empty answer a type.
  const isOwn = (name: string) => ownOfAnswer.test(name) || (name === 'content-type' && !body);
  const headers = [...response.headers].filter(([name]) => !isOwn(name));
  return { status: response.status, headers: Object.fromEntries(headers), body };
}

test('our server responds to requests for pages, files and unknown paths as Netlify’s emulator does', async ({
  emulator,
}) => {
  const paths = [...routes, '/index', `${memberPages.main}/`, ...builtFiles, ...unknownPaths];
  for (const path of paths) {
    const [ours, theirs] = await Promise.all([
      answerOf(stack.site, path),
      answerOf(emulator, path),
    ]);
    expect.soft(ours, path).toEqual(theirs);
  }
});

test('every function gives the same response on our server and in Netlify’s emulator', async ({
  emulator,
}) => {
  const called = await functionRoutes();
  expect(new Set(called.map(({ name }) => name))).toEqual(new Set(functionNames));
  const aliases = new Set(
    called.flatMap(({ path }) => (path.toLowerCase() === path ? [] : [path.toLowerCase()])),
  );
  const json = { 'content-type': 'application/json' };
  const compare = async ({ path, isScheduled }: (typeof called)[number]) => {
    const init = aliases.has(path) ? {} : { method: 'POST', headers: json, body: '{"amount":' };
    const ours = await answerOf(stack.site, path, init);
    const theirs = await answerOf(emulator, path, init);
    // A job’s run says how much there was to do, which differs.
    const known = isScheduled ? { body: expect.stringMatching(/^\{.*\}$/) } : {};
    expect.soft(ours, path).toEqual({ ...theirs, ...known });
  };
  await Promise.all(called.filter(({ isScheduled }) => !isScheduled).map(compare));
  // Jobs that ran together would wait for each other in the database, some of them longer than a call may take.
  for (const job of called.filter(({ isScheduled }) => isScheduled)) await compare(job);
  const unrouted = '/.netlify/functions/checkout';
  expect(await answerOf(stack.site, unrouted)).toEqual(await answerOf(emulator, unrouted));
});

const loan = v.object({
  rate_matches: v.tuple([v.object({ file: v.object({ id: v.string() }) })]),
});

test('a file uploaded through Netlify’s emulator downloads unchanged', async ({ emulator }) => {
  const member = await createMember();
  const starts = startsIn(9);
  await joinGroup(member, starts);
  const authorization = `Bearer ${member.session.access_token}`;
  const inAMonth = new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const offer = {
    kind: 'rate-match',
    lender: 'A lender',
    rate: '9.5',
    charges: '0',
    validUntil: inAMonth,
  };
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), everyByte]);
  const sent = await fetch(`${emulator}${filePath}?${new URLSearchParams(offer)}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/octet-stream' },
    body: file,
  });
  expect(sent.status).toBe(200);
  const [match] = v.parse(loan, await here.call(member.id, 'my_loan', {})).rate_matches;
  const address = fileAddress('rate-match', match.file.id);
  const read = await fetch(emulator + address, { headers: { authorization } });
  expect(Buffer.from(await read.arrayBuffer()).equals(file)).toBe(true);
});

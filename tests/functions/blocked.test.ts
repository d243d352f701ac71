import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { memberPages } from '../../src/domain/member-pages.ts';
import { sql } from './samples.ts';
import { functions } from './fresh.ts';
import { expectRefusal, log, siteUrl } from './support.ts';

const media = { single: 'application/csp-report', several: 'application/reports+json' };

const send = (type: string, body: unknown, ip?: string) =>
  functions.blocked(
    { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) },
    '',
    ip,
  );

type Report = { page?: string; source?: string; directive?: string; script?: string };

/** A report in Firefox’s format. */
const single = ({
  page = `${siteUrl}/buy`,
  source,
  directive = 'connect-src',
  script,
}: Report) => ({
  'csp-report': {
    'document-uri': page,
    'blocked-uri': source,
    'effective-directive': directive,
    'original-policy': "default-src 'none'",
    disposition: 'enforce',
    ...(script !== undefined && { 'source-file': script }),
  },
});

/** A report in Chrome’s format, which sends several at a time. */
const one = ({ page = `${siteUrl}/buy`, source, directive = 'connect-src', script }: Report) => ({
  age: 12,
  type: 'csp-violation',
  url: page,
  user_agent: 'Mozilla/5.0 (canary)',
  body: {
    documentURL: page,
    blockedURL: source,
    effectiveDirective: directive,
    sourceFile: script ?? null,
    sample: 'canary',
  },
});

/** An origin that no other test names. */
const newOrigin = () => `https://${randomUUID()}.example`;

const rowsOf = (source: string) =>
  sql(
    'select page, directive, source, callers from private.blocked_loads where source like $1 order by page, directive',
    `${source}%`,
  );

test.each([
  ['report-uri', media.single, single],
  ['report-to', media.several, (report: Report) => [one(report)]],
])(
  'W11 §11.63 a %s report is counted by page, directive and blocked origin',
  async (_, type, body) => {
    const source = newOrigin();
    const page = `${siteUrl}/BUY/?reference=pay_Canary#token_hash=canary`;
    const reply = await send(
      type,
      body({ page, source: `${source}/v1/canary?token=canary#canary` }),
    );
    expect(reply.status).toBe(204);
    expect(await rowsOf(source)).toEqual([
      { page: '/buy', directive: 'connect-src', source, callers: 1 },
    ]);
    expect(
      await sql("select source from private.blocked_loads where source like '%canary%'"),
    ).toEqual([]);
    expect(log.join()).not.toContain('canary');
  },
);

test('§11.63 a batch of reports counts each blocked load once, and ignores other kinds of report', async () => {
  const source = newOrigin();
  const other = { type: 'deprecation', url: siteUrl, body: { id: 'canary' } };
  const again = { page: `${siteUrl}${memberPages.main}`, source: `${source}/b` };
  await send(media.several, [
    one({ source: `${source}/a` }),
    other,
    one({ source: `${source}/b` }),
    one(again),
    one({ ...again, directive: 'img-src' }),
  ]);
  expect(await rowsOf(source)).toEqual([
    { page: '/buy', directive: 'connect-src', source, callers: 1 },
    { page: memberPages.main, directive: 'connect-src', source, callers: 1 },
    { page: memberPages.main, directive: 'img-src', source, callers: 1 },
  ]);
});

test.each(['inline', 'eval', 'data', 'blob'])(
  '§11.63 blocked %s code is counted under its type',
  async (source) => {
    const directive = 'script-src-attr';
    const counted = () =>
      sql(
        'select callers from private.blocked_loads where (directive, source) = ($1, $2)',
        directive,
        source,
      );
    await send(media.single, single({ source, directive }));
    expect(await counted()).toEqual([{ callers: 1 }]);
  },
);

test('§11.63 after a thousand kinds of blocked load in a day, only hosts that our pages need are still named', async () => {
  const source = newOrigin();
  await sql(`insert into private.blocked_loads (day, page, directive, source, callers)
    select private.india_day(now()), '/pay', 'img-src', 'https://' || n || '.full', 0
    from generate_series(1, 1000) as n`);
  const directive = 'media-src';
  await send(
    media.several,
    [
      ...[source, 'https://razorpay.com.evil.example', 'https://evilrazorpay.com'],
      ...['https://new.razorpay.com', 'https://newer.razorpay.com/v1', siteUrl, 'inline'],
    ].map((blocked) => one({ source: blocked, directive })),
  );
  const counted = await sql(
    'select source, callers from private.blocked_loads where directive = $1 order by 1',
    directive,
  );
  await sql("delete from private.blocked_loads where source like '%.full'");
  expect(counted.map(({ callers }) => callers)).toEqual([1, 1, 1, 1]);
  expect(counted.map((row) => row['source'])).toEqual(
    ['https://*.razorpay.com', siteUrl, 'inline', 'other'].toSorted(),
  );
});

test.each<[string, Report]>([
  ['a page on another site', { page: 'https://evil.example/buy' }],
  ['a page that does not exist', { page: `${siteUrl}/${randomUUID()}` }],
  ['no address', { page: 'about:blank' }],
  ['an extension', { source: 'chrome-extension' }],
  ['an extension’s script', { script: 'moz-extension://abc/content.js' }],
  ['an unknown directive', { directive: 'made-up-src' }],
  ['an endless origin', { source: `https://${'a'.repeat(300)}.example/` }],
])('§11.63 a report of %s is not counted', async (_, report) => {
  const source = newOrigin();
  const before = await sql('select count(*)::integer from private.blocked_loads');
  for (const [type, body] of [
    [media.single, single({ source, ...report })],
    [media.several, [one({ source, ...report })]],
  ] as const) {
    expect((await send(type, body)).status).toBe(204);
  }
  expect(await sql('select count(*)::integer from private.blocked_loads')).toEqual(before);
});

test.each([null, 7, [], {}, [null], { 'csp-report': null }, [{ type: 'csp-violation' }]])(
  '§11.63 the body %j, which does not contain a report, gets a 204',
  async (body) => {
    for (const type of Object.values(media)) expect((await send(type, body)).status).toBe(204);
  },
);

test('§11.63 a body that is not a report is refused, and a request without a network address is not counted', async () => {
  const source = newOrigin();
  await expectRefusal(send('application/json', []), 415, 'unsupported_media_type');
  await expectRefusal(send('text/plain', []), 415, 'unsupported_media_type');
  await expectRefusal(send(media.single, 'x'.repeat(70_000)), 413, 'payload_too_large');
  const cut = { method: 'POST', headers: { 'content-type': media.single }, body: '{' };
  await expectRefusal(functions.blocked(cut), 400, 'invalid_json');
  expect((await send(media.single, single({ source }), '')).status).toBe(204);
  expect(await rowsOf(source)).toEqual([]);
});

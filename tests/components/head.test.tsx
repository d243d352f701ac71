/** The scripts in a page’s head, which decide before the first paint (src/scripts/head/). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memberPages } from '../../src/domain/member-pages.ts';
import { chooseTime } from '../../src/features/public-mentors/choose-time.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { inHours } from './support/samples/moments.ts';
import { watchLeaving } from './support/page.tsx';

const scripts = {
  guard: () => import('../../src/scripts/head/guard.ts'),
  'first-visit': () => import('../../src/scripts/head/first-visit.ts'),
  'from-purchase': () => import('../../src/scripts/head/from-purchase.ts'),
  purchase: () => import('../../src/scripts/head/purchase.ts'),
  times: () => import('../../src/scripts/head/times.ts'),
  'spent-link': () => import('../../src/scripts/head/spent-link.ts'),
  'mark-stored': () => import('../../src/scripts/head/mark-stored.ts'),
};

const root = document.documentElement;
// Tests of other islands leave marks in the same window.
beforeEach(() => {
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
});

type Name = keyof typeof scripts;
/** Where the visitor is sent, the emailed link that waits in this tab, and the marks on the document. */
type Outcome = { to?: string; link?: string; marks?: Record<string, string> };

/** These keys belong to one tab; all others belong to the device. */
const ofThisTab = new Set<string>([storageKeys.addressLink, storageKeys.carriedToast]);

const session = { [storageKeys.session]: '{}' };
const chosenIn = (hours: number, kind = 'interview') => ({
  [storageKeys.chosenTime]: JSON.stringify({
    kind,
    starts_at: inHours(hours),
    mentor: { id: 1, name: 'M' },
  }),
});
const chosen = chosenIn(60);
const begun = (minutesAgo: number, order: string | null, failed?: boolean) => ({
  [storageKeys.begunPayments]: JSON.stringify([
    ...(failed === undefined ? [] : [{ at: Date.now() - 1_799_000, order: '0', failed: !failed }]),
    { at: Date.now() - minutesAgo * 60_000, order, failed },
  ]),
});
const linked = (link: string) => ({ [storageKeys.addressLink]: link });
const toasted = (toast: string) => ({ [storageKeys.carriedToast]: toast });
const first = { 'data-visit': 'first' };
const checking = { 'data-purchase': 'checking' };
const from = (what: string) => ({ 'data-from': what });
const invitation = '#invitation=1';
const pack = '#pack=&reference=pay_1';
const resetLink = '#token_hash=used&type=recovery';
const spent = (token: string) => ({ [storageKeys.spentLink]: token });

test.each<[name: Name, address: string, outcome: Outcome, kept?: Record<string, string>]>([
  ['guard', `${memberPages.main}?tab=packs`, { to: `${memberPages.main}?tab=packs` }],
  ['guard', '/dashboard/sessions?a=1#book-free', { to: '/dashboard/sessions?a=1#book-free' }],
  ['guard', '/dashboard/profile#access_token=1', { to: '/dashboard/profile' }],
  ['guard', `${memberPages.main}?tab=packs`, {}, session],
  ['guard', `${memberPages.main}#pack=1`, {}, session],
  ['guard', memberPages.main, { link: pack }, { ...session, [storageKeys.waitingPack]: pack }],
  [
    'guard',
    memberPages.main,
    { link: '#pack=1' },
    { ...session, ...linked('#pack=1'), [storageKeys.waitingPack]: pack },
  ],
  ['guard', '/dashboard/settings#token_hash=1', {}],
  ['guard', '/dashboard/settings', { to: '/dashboard/settings' }],
  ['guard', '/dashboard/profile#token_hash=1', { to: '/dashboard/profile' }],
  ['guard', '/dashboard/verify#verify=1', { to: '/dashboard/verify', link: '#verify=1' }],
  ['guard', `${memberPages.main}#email_token=1`, { to: memberPages.main, link: '#email_token=1' }],
  ['guard', `${memberPages.main}#pack=1`, { to: memberPages.main, link: '#pack=1' }],
  ['guard', `${memberPages.main}#invitation=1`, { to: memberPages.main, link: '#invitation=1' }],
  ['guard', `${memberPages.main}#a#pack=1`, { to: memberPages.main }],
  ['first-visit', '/login?next=%2Fdashboard%2Fmain', { marks: first }],
  ['first-visit', '/login', {}],
  ['first-visit', '/login?next=%2Fdesk%3Fscreen%3Dmoney', {}],
  ['first-visit', '/login?next=%2Fsuccess%3Freference%3Dpay_1', {}],
  ['first-visit', '/login?next=%2Fdashboard%2Fmain', {}, { [storageKeys.isLoggedIn]: 'false' }],
  ['first-visit', '/login?next=1', { link: '#verify=1' }, linked('#verify=1')],
  ['first-visit', '/login?next=1', { link: '#email_token=1' }, linked('#email_token=1')],
  ['first-visit', '/login?next=1', { link: '#pack=1', marks: first }, linked('#pack=1')],
  ['from-purchase', '/signup', {}],
  ['from-purchase', '/signup?from=purchase', { marks: from('purchase') }],
  ['from-purchase', '/signup#pack=1', { link: '#pack=1', marks: from('receipt') }],
  ['from-purchase', '/signup', { link: '#pack=1', marks: from('receipt') }, linked('#pack=1')],
  [
    'from-purchase',
    '/signup',
    { link: `${pack}&unaddressed=`, marks: from('unaddressed') },
    linked(`${pack}&unaddressed=`),
  ],
  ['from-purchase', '/signup#a#pack=1', {}],
  ['from-purchase', `/signup${invitation}`, { link: invitation, marks: from('invitation') }],
  ['from-purchase', '/signup?from=purchase#pack=1', { link: '#pack=1', marks: from('receipt') }],
  [
    'from-purchase',
    `/signup?from=purchase${invitation}`,
    { link: invitation, marks: from('purchase') },
  ],
  ['spent-link', `/dashboard/settings${resetLink}`, { marks: { 'data-spent': '' } }, spent('used')],
  ['spent-link', `/dashboard/settings${resetLink}`, {}, spent('other')],
  ['spent-link', `/dashboard/settings${resetLink}`, {}],
  ['spent-link', '/dashboard/settings', {}, spent('used')],
  ['purchase', '/success', { marks: { 'data-purchase': 'none' } }],
  ['purchase', '/success?reference=', { marks: { 'data-purchase': 'none' } }],
  ['purchase', '/success?reference=%', { marks: checking }],
  ['purchase', '/success?a&reference=pay_1', { link: pack, marks: checking }],
  ['purchase', '/success?reference=pay_1', { marks: checking }, session],
  [
    'purchase',
    '/success?reference=pay_1',
    { link: pack, marks: { ...checking, 'data-chosen': 'waiting' } },
    { ...session, ...linked(pack), ...chosen },
  ],
  [
    'purchase',
    '/success?reference=pay_1',
    { link: `${pack}&for=a`, marks: { ...checking, 'data-chosen': 'waiting' } },
    { ...session, ...linked(`${pack}&for=a`) },
  ],
  [
    'purchase',
    '/success?reference=pay_2',
    { link: pack, marks: { ...checking, 'data-chosen': '' } },
    { ...session, ...linked(pack), ...chosen },
  ],
  [
    'purchase',
    '/success?reference=pay_1',
    { marks: { ...checking, 'data-chosen': '', 'data-soon': '' } },
    { ...session, ...chosenIn(20) },
  ],
  ['purchase', '/success?reference=pay_1', { marks: checking }, { ...session, ...chosenIn(-1) }],
  [
    'purchase',
    '/success?reference=pay_1&booked=b1',
    { marks: { ...checking, 'data-chosen': '' } },
    session,
  ],
  ['times', '/buy#times', {}],
  ['times', '/buy?mentor=1#times', { marks: { 'data-times': 'list' } }],
  ['times', '/buy?mentor=1#times', { marks: { 'data-times': 'chosen' } }, chosen],
  ['times', '/buy?mentor=2#times', { marks: { 'data-times': 'both' } }, chosen],
  ['times', '/buy', { marks: { 'data-times': 'chosen', 'data-gd': '' } }, chosenIn(60, 'gd')],
  ['times', '/buy', { marks: { 'data-begun': 'open' } }, begun(29, 'order_1')],
  ['times', '/buy', { marks: { 'data-begun': 'told' } }, begun(29, 'order_1', true)],
  ['times', '/buy', { marks: { 'data-begun': 'open' } }, begun(29, 'order_1', false)],
  ['times', '/buy?payment=failed', { marks: { 'data-begun': 'failed' } }, begun(29, 'order_1')],
  ['times', '/buy', { marks: { 'data-begun': 'paid' } }, { [storageKeys.waitingPack]: pack }],
  ['times', '/buy', {}, begun(31, 'order_1')],
  ['times', '/buy', {}, begun(1, null)],
  ['mark-stored', '/', {}],
  ['mark-stored', '/', { marks: { 'data-session': 'stored' } }, session],
  ['mark-stored', '/', { marks: { 'data-toast': '' } }, toasted('{}')],
  ['mark-stored', '/', { marks: { 'data-toast': 'welcome' } }, toasted('"welcome"')],
])(
  'the head script ‘%s’ redirects the visitor, keeps the emailed link and marks the page, depending on the address %s',
  async (name, address, { to, link = null, marks = {} }, kept = {}) => {
    history.replaceState(null, '', address);
    for (const [key, value] of Object.entries(kept)) {
      (ofThisTab.has(key) ? sessionStorage : localStorage).setItem(key, value);
    }
    const left = watchLeaving();
    await scripts[name]();
    expect(left.mock.calls).toEqual(to ? [[`/login?next=${encodeURIComponent(to)}`]] : []);
    expect(sessionStorage.getItem(storageKeys.addressLink)).toBe(link);
    const marked = root.getAttributeNames().map((mark) => [mark, root.getAttribute(mark)]);
    expect(Object.fromEntries(marked)).toEqual(marks);
    // People copy the address, so the link must not stay in it.
    if (name === 'from-purchase' && link) expect(location.href).not.toContain('#');
  },
);

const meera = { slot: '1', kind: 'gd', mentor: { id: 1, name: 'Meera' } } as const;

/** Runs the script after a line with this HTML. Resolves to the line, before any reply. */
async function lineOf(html: string) {
  document.body.innerHTML = `<p hidden>Your time: ${html}</p><script data-asks="/times"></script>`;
  const script = document.querySelector('script');
  const current = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  await import('../../src/scripts/head/chosen-time.ts');
  current.mockRestore();
  return document.querySelector('p');
}

test.each([
  [
    'names the chosen time',
    () => chooseTime({ ...meera, starts_at: '2099-11-28T04:30:00Z' }),
    'Your time: GD, Saturday 28 November, 10:00 am, with Meera.',
  ],
  [
    'stays hidden once the time is over',
    () => chooseTime({ ...meera, starts_at: inHours(-1) }),
    undefined,
  ],
  [
    'stays hidden if the time was stored without a text',
    () => localStorage.setItem(storageKeys.chosenTime, `{"starts_at":"${inHours(60)}"}`),
    undefined,
  ],
  ['stays hidden if no time was chosen', () => undefined, undefined],
])('§4.28 the line for the chosen time %s', async (_, store, said) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  store();
  const line = await lineOf('<b></b><b translate="no"></b>.');
  expect(line?.hidden).toBe(said === undefined);
  if (!said) return;
  expect(line).toHaveTextContent(said);
  expect(line?.querySelector('[translate]'), 'the name stays untranslated').toHaveTextContent(
    /^Meera$/,
  );
});

test.each([
  ['says that the time has gone', [], undefined, 'with Meera. It has gone. Choose another.'],
  ['keeps a time that is still free', [{ id: '1', taken: 7, seats: 8 }], undefined, 'Meera. Held.'],
  [
    'says that a time without a free seat has gone',
    [{ id: '1', taken: 8, seats: 8 }],
    undefined,
    'with Meera. It has gone. Choose another.',
  ],
  ['keeps the time without a reply', undefined, undefined, 'Meera. Held.'],
  ['leaves the question to members’ own pages', [], '{}', 'Meera. Held.'],
])('§4.28 the line for the chosen time %s', async (_, free, login, said) => {
  chooseTime({ ...meera, starts_at: '2099-11-28T04:30:00Z' });
  if (login) localStorage.setItem(storageKeys.session, login);
  const asked = vi.fn((_address: string) => {
    if (!free) throw new TypeError('Failed to fetch');
    return Promise.resolve(Response.json(free));
  });
  vi.stubGlobal('fetch', asked);
  const line = await lineOf(
    '<b></b><b></b><span data-gone="It has gone. Choose another.">. Held.</span>',
  );
  await vi.waitFor(() => expect(line).toHaveTextContent(said));
  if (!login) expect(asked.mock.calls[0]?.[0]).toMatch(/^\/times\?p_from=2099.*&p_kind=gd$/);
  const isForgotten = localStorage.getItem(storageKeys.chosenTime) === null;
  expect(isForgotten).toBe(said.includes('gone'));
});

test.each([
  [
    'names the address that the receipt went to',
    '#pack=1&to=asha%40example.com',
    'asha@example.com',
  ],
  [
    'names the masked address that /success has shown',
    '#pack=&reference=pay_1&for=a%E2%80%A6%40example.com',
    'a…@example.com',
  ],
  ['names no address if the link has none', '#pack=1', undefined],
  ['names no address for an invitation', '#invitation=1&to=asha%40example.com', undefined],
])('§15.75 the line above the sign-up after a receipt’s link %s', async (_, link, said) => {
  sessionStorage.setItem(storageKeys.addressLink, link);
  document.body.innerHTML = '<p>Sign up with <span hidden><b></b>,</span></p><script></script>';
  const script = document.querySelector('script');
  const current = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  await import('../../src/scripts/head/paid-with.ts');
  current.mockRestore();
  expect(document.querySelector('span')?.hidden).toBe(said === undefined);
  expect(document.querySelector('b')).toHaveTextContent(said ?? /^$/);
});

describe('§12.57 early requests from a member’s page', () => {
  const calls = { sessions: 'rpc/my_sessions', profile: 'profiles?select=email' };
  const inSeconds = (seconds: number) => Date.now() / 1000 + seconds;
  const stored = (end: number, token = 'token') =>
    JSON.stringify({ access_token: token, expires_at: end });

  async function start(session: string | undefined, ...more: string[]) {
    const sent: Request[] = [];
    vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
      sent.push(new Request(input, init));
      return Promise.resolve(Response.json('answer', { status: sent.length === 1 ? 200 : 401 }));
    });
    if (session !== undefined) localStorage.setItem(storageKeys.session, session);
    const script = document.createElement('script');
    script.dataset['backend'] = 'https://backend.test';
    script.dataset['key'] = 'key';
    script.dataset['calls'] = [...Object.values(calls), ...more].join(' ');
    const current = vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
    await import('../../src/scripts/head/early-calls.ts');
    current.mockRestore();
    return sent;
  }

  afterEach(() => {
    globalThis.earlyAnswers = undefined;
  });

  test('early requests send the stored token, and a refused one leaves no answer', async () => {
    const sent = await start(stored(inSeconds(61)));
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://backend.test/rest/v1/rpc/my_sessions',
      'GET https://backend.test/rest/v1/profiles?select=email',
    ]);
    for (const { headers } of sent) {
      expect(headers.get('authorization')).toBe('Bearer token');
      expect(headers.get('apikey')).toBe('key');
    }
    const early = globalThis.earlyAnswers;
    expect(early?.token).toBe('token');
    expect(await early?.calls.get(calls.sessions)).toMatchObject({ data: 'answer' });
    expect(await early?.calls.get(calls.profile)).toBeUndefined();
  });

  test.each([
    ['an authenticator’s code', 'aal2', '/desk', 3],
    ['a password alone', 'aal1', '/desk', 2],
    ['a query in the URL', 'aal2', '/desk?screen=money', 2],
  ])(
    'early requests from the desk need an authenticator’s code and the plain URL: %s',
    async (_, aal, address, count) => {
      history.replaceState(null, '', address);
      const token = `head.${btoa(JSON.stringify({ aal }))}.signature`;
      const sent = await start(stored(inSeconds(61), token), 'rpc/desk_read#{"p_lists":[]}');
      expect(sent).toHaveLength(count);
      if (count === 3) expect(await sent[2]?.json()).toEqual({ p_lists: [] });
    },
  );

  test.each([
    ['no session', undefined],
    ['a token that expires within a minute', stored(inSeconds(59))],
    ['data in an unexpected shape', '{}'],
    ['text that is not JSON', 'session'],
  ])('early requests are not made with %s in the browser’s storage', async (_what, session) => {
    expect(await start(session)).toEqual([]);
    expect(globalThis.earlyAnswers).toBeUndefined();
  });
});

test('§12.58 a page that redirects a visitor to the login clears the stored data of member pages', async () => {
  sessionStorage.setItem(storageKeys.answers, '{}');
  history.replaceState(null, '', memberPages.main);
  watchLeaving();
  await scripts.guard();
  expect(sessionStorage.getItem(storageKeys.answers)).toBeNull();
});

test('§12.25 a page in a browser without `sendBeacon` still fetches other pages early', async () => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('PerformanceNavigationTiming', vi.fn());
  root.dataset['pageViews'] = '/api/pageview';
  await import('../../src/scripts/page-start.ts');
  dispatchEvent(new Event('load'));
  const rules = document.head.querySelector('script[type=speculationrules]');
  expect(rules).not.toBeNull();
  rules?.remove();
});

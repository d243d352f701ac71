import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { memberPages } from '../../src/domain/member-pages.ts';
import { cannotPrint } from '../../src/lib/save-bytes.ts';
import { storageKeys } from '../../src/lib/storage-keys.ts';
import { island, show, shownBefore, signedIn } from './support/island.tsx';
import { openInsideApp } from './support/page.tsx';
import { booking, feedback, sessions } from './support/samples/bookings.ts';
import { itemOf, linkTo } from './support/screen.ts';

const room = island('material/PreparationRoom');
const community = island('material/Community');
const note = {
  id: 1,
  kind: 'cv',
  title: 'One page is enough',
  body: '# Start\n\nHello',
  is_sample: false,
  changed_at: '2026-11-01T10:00:00Z',
};

test('§18.59 the empty preparation room tells the member that there is nothing in it yet', async () => {
  signedIn().rpc('my_material', { has_pack: true, items: [] });
  await show(room);
  expect(await screen.findByText('No texts yet')).toBeVisible();
});

test('§18.59 a member without a pack can read one preparation text in full and the titles of the others', async () => {
  const open = { ...note, id: 2, kind: 'transcript', title: 'IIM A, finance' };
  const items = [{ ...note, body: null }, open];
  signedIn().rpc('my_material', { has_pack: false, items });
  await show(room);
  const first = await screen.findByRole('region', { name: open.title });
  expect(first).toHaveTextContent(/^Free for every member.*Hello/s);
  expect(linkTo('Read this text')).toBe('?text=2');
  expect(screen.getByText(/^Your first pack opens the other 1 text,/)).toBeVisible();
  expect(linkTo('See the packs')).toBe(`${memberPages.main}#packs`);
  expect(itemOf(screen.getByText(note.title))).toHaveTextContent('Opens with a pack');
  expect(itemOf(screen.getByRole('link', { name: open.title }))).toHaveTextContent('1 min read');
  expect(screen.queryByRole('link', { name: note.title })).toBeNull();
  expect(screen.queryByRole('search'), 'a single text needs no search').toBeNull();
  cleanup();
  history.replaceState(null, '', '/dashboard/material?text=1');
  await show(room);
  expect(await screen.findByText('This text opens with your first pack')).toBeVisible();
});

const sample = { ...note, is_sample: true };

test('§18.59 the preparation room says so when it cannot be loaded, opens on the next attempt, and labels its samples', async () => {
  const backend = signedIn()
    .answer('/rest/v1/rpc/my_material', {}, 503)
    .rpc('my_material', { has_pack: true, items: [sample] });
  const { user } = await show(room);
  expect(await screen.findByRole('alert')).toHaveTextContent('could not open');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const opened = await screen.findByRole('link', { name: `${note.title} (sample)` });
  act(() => backend.setOffline(true));
  expect(screen.getByText(/You appear to be offline/)).toBeVisible();
  expect(opened).toBeVisible();
});

test.each([
  ['interview', 'Before your mock interview on', 3],
  ['gd', 'Before your mock GD on', 4],
] as const)(
  '§18.61 the room begins with what to read before the next session (%s) and the exercise to do',
  async (kind, said, read) => {
    const past = [booking(-72, { feedback })];
    shownBefore('practice', sessions({ upcoming: [booking(48, { kind })], past }));
    const items = [
      note,
      { ...note, id: 3, kind: 'transcript', title: 'Finance' },
      { ...note, id: 4, kind: 'gd', title: 'Robots' },
    ];
    const backend = signedIn().rpc('my_material', { has_pack: true, items });
    await show(room);
    const link = await screen.findByRole('link', { name: 'Read this text' });
    expect(link).toHaveAttribute('href', `?text=${read}`);
    const first = screen.getByRole('region', { name: read === 3 ? 'Finance' : 'Robots' });
    expect(first).toHaveTextContent(said);
    expect(first).toHaveTextContent(`Your exercise from Meera: ${feedback.exercise}`);
    expect(backend.sentTo('my_sessions'), 'the page asks for nothing else').toEqual([]);
  },
);

test('§18.61 the page says so when a search has no matches, and a match links to its place in the text', async () => {
  const others = Array.from({ length: 7 }, (_, index) => ({
    ...note,
    id: 10 + index,
    body: 'Bye',
  }));
  signedIn().rpc('my_material', { has_pack: true, items: [note, ...others] });
  const { user } = await show(room);
  const search = await screen.findByRole('searchbox', { name: 'Search all texts' });
  const status = within(screen.getByRole('search')).getByRole('status');
  expect(status).toBeEmptyDOMElement();
  await user.type(search, 'nothing');
  expect(await screen.findByText('No text contains ‘nothing’.')).toBeVisible();
  expect(status).toHaveTextContent('No text contains ‘nothing’.');
  expect(screen.queryByRole('link', { name: note.title })).toBeNull();
  await user.clear(search);
  await user.type(search, 'hello');
  const match = screen.getByRole('link', { name: /^One page is enough: Start/ });
  expect(match).toHaveTextContent('One page is enough: StartHello');
  expect(match).toHaveAttribute('href', '?text=1#heading-0');
});

test('§12.55 inside another app, the page of a preparation text says where the member can print it', async () => {
  openInsideApp();
  history.replaceState(null, '', '/dashboard/material?text=1');
  signedIn().rpc('my_material', { has_pack: true, items: [note] });
  const { user } = await show(room);
  await user.click(await screen.findByRole('button', { name: 'Print this text' }));
  expect(await screen.findByText(cannotPrint)).toHaveRole('alert');
});

test('§18.61 a text ends with a link to the next one that the member can read, in the list’s order', async () => {
  history.replaceState(null, '', '/dashboard/material?text=2');
  const items = [
    note,
    { ...note, id: 2, kind: 'transcript', title: 'IIM A, finance' },
    { ...note, id: 3, kind: 'gd', title: 'Locked', body: null },
  ];
  signedIn().rpc('my_material', { has_pack: false, items });
  await show(room);
  await screen.findByRole('article', { name: 'IIM A, finance' });
  expect(linkTo(`Next: ${note.title}`)).toBe('?text=1');
  cleanup();
  history.replaceState(null, '', '/dashboard/material?text=1');
  await show(room);
  await screen.findByRole('article', { name: note.title });
  expect(screen.queryByRole('link', { name: /^Next/ })).toBeNull();
});

test('§18.91 every text has its own address, and the address of a deleted text leads to the others', async () => {
  history.replaceState(null, '', '/dashboard/material?text=1');
  signedIn().rpc('my_material', { has_pack: true, items: [sample] });
  await show(room);
  const name = `${note.title} (sample)`;
  expect(await screen.findByRole('article', { name })).toHaveTextContent('Hello');
  cleanup();
  history.replaceState(null, '', '/dashboard/material?text=2');
  await show(room);
  expect(await screen.findByText('This text is no longer available')).toBeVisible();
  expect(linkTo('All texts')).toBe('/dashboard/material');
});

const noHeadings = ['#%', '#1', '#heading-9', '#material-title'];
test.each(noHeadings)(
  '§18.91 an address whose fragment is not a heading (%s) opens the text',
  async (hash) => {
    history.replaceState(null, '', `/dashboard/material?text=1${hash}`);
    signedIn().rpc('my_material', { has_pack: true, items: [note] });
    await show(room);
    expect(await screen.findByRole('article', { name: note.title })).toHaveTextContent('Hello');
    expect(localStorage.getItem(storageKeys.readingPlace)).toBeNull();
  },
);

const chat = { name: 'Circle chat', text: 'Ask.', url: 'https://chat.example.com/' };
test.each([0, 1])(
  '§18.15 the dashboard shows the community links if there are any: %i',
  async (many) => {
    const rows = Array(many).fill({ ...chat, is_sample: true });
    const backend = signedIn().answer('/rest/v1/community_links', rows);
    await show(community);
    await expect.poll(() => backend.sent('/rest/v1/community_links')).toHaveLength(1);
    const headings = () => screen.queryAllByRole('heading', { name: 'Community' });
    await waitFor(() => expect(headings()).toHaveLength(many));
    if (many > 0) expect(linkTo(/^Circle chat \(sample\)/)).toBe(chat.url);
  },
);

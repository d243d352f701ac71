/** Who reads the preparation room, and what the operator publishes there (docs/product §18.16). */
import { expect, test } from 'vitest';
import { bookingsOn } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = onEmbedded(database);
const { query } = here;
const { newMember, newOrder, report } = bookingsOn(here);

async function newBuyer() {
  const member = await newMember();
  await report(await newOrder(member.id, 'single'));
  return member;
}

type Room = { has_pack: boolean; items: { title: string; body: string | null }[] };

async function room(member: string): Promise<Room> {
  const [row] = await here.as({ member: member }, 'select public.my_material() as room');
  return row?.['room'] as Room;
}

const put = (title: string, body = '# Text', published = true) =>
  query('select operations.put_material($1, $2, $3, published => $4, replaces => true)', [
    'wat',
    title,
    body,
    published,
  ]);

const readable = ({ items }: Room) => items.filter(({ body }) => body !== null);

test('§18.59 a buyer and the accepted second person can read every published text, and other members only the titles', async () => {
  await put('Topics');
  await put('Not yet', '# Draft', false);
  const [buyer, second, stranger] = [
    await newMember(),
    await newMember({ proven: true }),
    await newMember(),
  ];
  const pack = await newOrder(buyer.id, 'super-value');
  const closed = { has_pack: false, items: [{ title: 'Topics', body: null }] };
  expect(await room(buyer.id), 'an unpaid order does not open the material').toMatchObject(closed);
  await report(pack);
  const opened = { has_pack: true, items: [{ title: 'Topics', body: '# Text' }] };
  expect(await room(buyer.id)).toMatchObject(opened);

  await here.as({ member: buyer.id }, 'select public.name_second_person($1, $2)', [
    pack.order,
    second.email,
  ]);
  expect((await room(second.id)).has_pack, 'a second person who has not accepted has no pack').toBe(
    false,
  );
  await here.as({ member: second.id }, 'select public.accept_second_person($1, true)', [
    pack.order,
  ]);
  expect(await room(second.id)).toMatchObject(opened);
  expect(await room(stranger.id)).toMatchObject(closed);

  await report(pack, { refunded: 100 });
  expect((await room(buyer.id)).has_pack, 'a partly refunded pack still opens the material').toBe(
    true,
  );
  await report(pack, { refunded: pack.amount });
  for (const { id } of [buyer, second]) expect(readable(await room(id))).toEqual([]);
});

test('§18.59 every member can read the transcript that was published first', async () => {
  const transcript = (title: string, published = true) =>
    query("select operations.put_material('transcript', $1, '# Text', published => $2)", [
      title,
      published,
    ]);
  await transcript('Z, a draft', false);
  await transcript('Y, the first');
  await transcript('X, the second');
  const member = await newMember();
  const titles = async () => readable(await room(member.id)).map(({ title }) => title);
  expect(await titles()).toEqual(['Y, the first']);
  await query("delete from private.material where title = 'Y, the first'");
  expect(await titles()).toEqual(['X, the second']);
});

test('§18.60 saving a text under the same kind and title replaces the earlier text', async () => {
  await put('Replaced', '# One');
  await put('Replaced', '# Two');
  const kept = await query("select body from private.material where title = 'Replaced'");
  expect(kept).toEqual([{ body: '# Two' }]);
  await put('Replaced', '# Three', false);
  const { items } = await room((await newBuyer()).id);
  expect(
    items.map(({ title }) => title),
    'a text that was hidden again is not listed',
  ).not.toContain('Replaced');
  await expectRefusal(
    query("select operations.put_material('essay', 'x', 'y')"),
    'material_kind_check',
  );
});

test('§18.16 the launch check counts published texts and links, and lists the samples', async () => {
  await database.exec('delete from private.material; delete from public.community_links');
  await put('Real');
  await put('Draft', '# Draft', false);
  await query("select operations.put_material('wat', 'Sample', '# Text', is_sample => true)");
  await query(
    `insert into public.community_links (name, url, is_sample)
    values ('Real chat', 'https://chat.example.com', false),
      ('Sample chat', 'https://sample.example.com', true)`,
  );
  expect(await query("select public.launch_facts() -> 'material' as ready")).toEqual([
    { ready: { community: 1, texts: 1, samples: ['Sample', 'Sample chat'] } },
  ]);
  await database.exec('delete from private.material; delete from public.community_links');
});

test('§18.15 members can read the community links, and a javascript: link is refused', async () => {
  await query(
    "insert into public.community_links (name, url) values ('Chat', 'https://chat.example.com')",
  );
  const { id } = await newMember();
  expect(await here.as({ member: id }, 'select name from public.community_links')).toEqual([
    { name: 'Chat' },
  ]);
  await expectRefusal(
    query("insert into public.community_links (name, url) values ('x', 'javascript:alert(1)')"),
    'community_links_url_check',
  );
});

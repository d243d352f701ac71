/** What the desk answers, writes and announces (docs/product.md §18). */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { onEmbedded } from '../samples/caller.ts';
import { ordersOn } from '../samples/orders.ts';
import { newAddress } from '../samples/people.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();
const { query, one, operate, newMember } = ordersOn(onEmbedded(database));

const logged = async (action: string, about: unknown) =>
  query('select member_id, details from private.actions where action = $1 and about = $2', [
    action,
    String(about),
  ]);

async function newMessage(email = newAddress(), member: string | null = null) {
  return one<number>(
    `select (public.send_message($1, 'question', 'Asha', $2, 'When?', p_user_id => $3) ->> 'number')::integer`,
    [randomUUID(), email, member],
  );
}

const answers = (number: number) =>
  query(
    `select recipient, payload ->> 'answer' as answer from private.outbox
    where kind = 'message_answered' and payload ->> 'message' = $1 order by created_at`,
    [String(number)],
  );

test('§18.92 an answer goes to the sender once, and is noted', async () => {
  const { id: member, email } = await newMember();
  const number = await newMessage(email, member);
  expect(await operate('reply_to_message', number, ' In June.\u202e\n\nPractise! ')).toBe('sent');
  await operate('reply_to_message', number, 'In June.\n\nPractise!');
  expect(await answers(number)).toEqual([{ recipient: email, answer: 'In June.\n\nPractise!' }]);
  expect(
    await query('select state, answer, member_id from operations.open_messages where number = $1', [
      number,
    ]),
  ).toEqual([{ state: 'answered', answer: 'In June.\n\nPractise!', member_id: member }]);
  expect((await logged('reply_to_message', number))[0]).toEqual({
    member_id: member,
    details: { settled: false },
  });
  expect(await operate('reply_to_message', number, 'Good luck.', true)).toBe('sent and settled');
  expect(await answers(number)).toHaveLength(2);
  expect(await query('select from operations.open_messages where number = $1', [number])).toEqual(
    [],
  );
  await query('select public.erase_member($1)', [member]);
  expect(await answers(number)).toEqual([]);
});

test('§18.92 an answer that says nothing, is too long or comes too late is not sent', async () => {
  const number = await newMessage();
  await expectRefusal(operate('reply_to_message', number, ' \n '), 'write an answer');
  await expectRefusal(operate('reply_to_message', number, 'x'.repeat(4001)), '4000 characters');
  await operate('settle_message', number);
  await expectRefusal(operate('reply_to_message', number, 'Late.'), 'no open message');
  expect(await answers(number)).toEqual([]);
});

test('§18.60 a text is written, shown, taken out and deleted', async () => {
  const material = await one<number>(
    "select operations.put_material('wat', 'Of the desk', $1, published => false)",
    ['- one\n- two'],
  );
  const listed = async () =>
    (
      await query(
        'select kind, title, body, published, is_sample from operations.material where material = $1',
        [material],
      )
    )[0];
  const text = { kind: 'wat', title: 'Of the desk', body: '- one\n- two', is_sample: false };
  expect(await listed()).toEqual({ ...text, published: false });
  expect(await operate('publish_material', material, true)).toBe('published');
  expect(await listed()).toEqual({ ...text, published: true });
  expect(await operate('publish_material', material, false)).toBe('no longer shown');
  expect(await listed()).toEqual({ ...text, published: false });
  expect(await operate('delete_material', material)).toBe('deleted');
  expect(await listed()).toBeUndefined();
  await expectRefusal(operate('publish_material', material, true), 'there is no text');
  await expectRefusal(operate('delete_material', material), 'there is no text');
  expect([
    await logged('publish_material', material),
    await logged('delete_material', material),
  ]).toMatchObject([[{ details: { published: true } }, { details: { published: false } }], [{}]]);
});

test('§18.15 a place of the community is added, changed and deleted', async () => {
  const url = 'https://chat.example.com/desk';
  const place = () => query("select * from operations.community where name = 'Chat of the desk'");
  await operate('put_community', ' Chat of the desk ', null, url);
  expect(await place()).toEqual([{ name: 'Chat of the desk', text: '', url }]);
  await operate('put_community', 'Chat of the desk', 'Questions', `${url}2`);
  expect(await place()).toMatchObject([{ text: 'Questions', url: `${url}2` }]);
  await expectRefusal(operate('put_community', 'x', '', 'javascript:alert(1)'), 'https://');
  await expectRefusal(operate('put_community', ' ', '', url), '1 to 60');
  expect(await operate('delete_community', 'Chat of the desk')).toBe('deleted');
  expect(await place()).toEqual([]);
  await expectRefusal(operate('delete_community', 'Chat of the desk'), 'there is no place');
});

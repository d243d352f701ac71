/** The topic of a group discussion, and whose names its room shows (docs/product §15.94 to §15.100). */
import { beforeEach, describe, expect, test } from 'vitest';
import { type Booking, bookingsOn } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = bookingsOn(onEmbedded(database));
const { query, one, call, operate, serve, newSlot, startIn } = here;

beforeEach(() => query('delete from private.call_counts'));

const minutes = (number: number) => number / 60;

type Person = { id: string; booking: Booking };

/** A discussion that starts in a day, with members of these first names. */
async function newGd(...names: string[]) {
  const slot = await newSlot(24, { kind: 'gd', minimum: 2 });
  const people: Person[] = [];
  for (const name of names) {
    const { id, pack } = await here.newBuyer();
    await query('update public.profiles set firstname = $2 where id = $1', [id, name]);
    people.push({ id, booking: await here.book(id, slot, pack) });
  }
  const [asha, ravi] = people;
  if (!asha || !ravi) throw new Error('a discussion has two people');
  return { slot, asha, ravi };
}

type Room = { now: string; topic: string | null; people: string[] };

const room = ({ id, booking }: Person) => call<Room>(id, 'gd_room', { p_booking: booking.id });
const showName = ({ id, booking }: Person, shown = true) =>
  call(id, 'show_name', { p_booking: booking.id, p_shown: shown });
const topicOf = async (slot: string) =>
  one('select topic from private.slots where id = $1', [slot]);
const publish = (title: string, published = true) =>
  query("select operations.put_material('gd', $1, '# Before you speak', published => $2)", [
    title,
    published,
  ]);

describe('§15.94 a GD’s topic', () => {
  test('an operator can set and change a GD’s topic until the start, and the text is cleaned', async () => {
    const { slot } = await newGd('Asha', 'Ravi');
    await operate('set_gd_topic', slot, ' Should cities\u202e ban cars? ');
    expect(await topicOf(slot)).toBe('Should cities ban cars?');
    await operate('set_gd_topic', slot, 'Is merit luck?');
    expect(await topicOf(slot)).toBe('Is merit luck?');
    expect(
      await query("select details from private.actions where action = 'set_gd_topic' limit 1"),
      'the log does not contain the topic',
    ).toEqual([{ details: {} }]);
    await expectRefusal(operate('set_gd_topic', slot, ' '), 'Write what the group discusses');
    await expectRefusal(
      operate('set_gd_topic', await newSlot(24), 'Cars?'),
      'Only an upcoming group discussion',
    );
    await startIn(slot, minutes(-1));
    await expectRefusal(
      operate('set_gd_topic', slot, 'Too late?'),
      'Only an upcoming group discussion',
    );
  });

  test('a confirmed GD is given a published topic that its group has not had', async () => {
    await query("delete from private.material where kind = 'gd'");
    const without = await newGd('Asha', 'Ravi');
    await startIn(without.slot, 11);
    await serve('call_off_small_gds');
    expect(await topicOf(without.slot), 'no topic is left to draw').toBeNull();
    await publish('First');
    await publish('Second');
    await publish('Draft', false);
    const drawn = new Set<unknown>();
    const { slot, asha, ravi } = await newGd('Asha', 'Ravi');
    const again = await newSlot(30, { kind: 'gd', minimum: 2 });
    for (const { id } of [asha, ravi]) await here.book(id, again, await here.newPack(id));
    for (const one of [slot, again]) {
      await startIn(one, one === slot ? 9 : 11);
      await serve('call_off_small_gds');
      drawn.add(await topicOf(one));
    }
    expect(drawn).toEqual(new Set(['First', 'Second']));
    expect(await query('select topic, used from operations.gd_topics order by topic')).toEqual([
      { topic: 'First', used: 1 },
      { topic: 'Second', used: 1 },
    ]);
  });

  test('a topic that an operator has set survives the confirmation, and a cancelled GD is not given a topic', async () => {
    await publish('Drawn');
    const { slot } = await newGd('Asha', 'Ravi');
    await operate('set_gd_topic', slot, 'Set');
    await startIn(slot, 11);
    await serve('call_off_small_gds');
    expect(
      await one('select confirmed_at is not null from private.slots where id = $1', [slot]),
    ).toBe(true);
    expect(await topicOf(slot)).toBe('Set');
    await operate('cancel_slot', slot);
    await expectRefusal(
      operate('set_gd_topic', slot, 'Another'),
      'Only an upcoming group discussion',
    );
  });

  test('the mentor sees the topic on the session’s page', async () => {
    const { slot } = await newGd('Asha', 'Ravi');
    await operate('set_gd_topic', slot, 'Is merit luck?');
    await startIn(slot, 20);
    expect(await serve('feedback_page', ...(await here.linkOf(slot)))).toMatchObject({
      topic: 'Is merit luck?',
    });
  });
});

describe('§15.101 a GD’s room', () => {
  test('the room shows the topic to every member, but not before the start', async () => {
    const { slot, asha, ravi } = await newGd('Asha', 'Ravi');
    await operate('set_gd_topic', slot, 'Is merit luck?');
    await expectRefusal(room(asha), 'too_early');
    const upcoming = async () => JSON.stringify((await here.sessions(asha.id)).upcoming);
    await startIn(slot, minutes(9));
    for (const person of [asha, ravi]) expect(await room(person)).toMatchObject({ topic: null });
    expect(await upcoming()).not.toContain('merit');
    await startIn(slot, 0);
    for (const person of [asha, ravi]) {
      const { now, topic } = await room(person);
      expect(topic).toBe('Is merit luck?');
      expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    }
    expect(await upcoming()).toContain('Is merit luck?');
    await startIn(slot, -2);
    await expectRefusal(room(asha), 'booking_has_ended');
    expect((await here.sessions(asha.id)).past).toMatchObject([{ topic: 'Is merit luck?' }]);
  });

  test('the room is closed to strangers and to members who have cancelled, and interviews do not have a room', async () => {
    const { slot, asha, ravi } = await newGd('Asha', 'Ravi');
    await startIn(slot, minutes(9));
    await expectRefusal(room({ id: ravi.id, booking: asha.booking }), 'no_such_booking');
    await here.cancel(asha.id, asha.booking);
    await expectRefusal(room(asha), 'no_such_booking');
    await expectRefusal(showName(asha), 'no_such_booking');
    const interview = await here.newBooked(24);
    await startIn(interview.slot, minutes(9));
    await expectRefusal(room(interview), 'no_such_booking');
  });
});

describe('§15.100 showing first names in a GD', () => {
  test('the group sees a member’s first name only while the member agrees', async () => {
    const { slot, asha, ravi } = await newGd('Asha', 'Ravi');
    await startIn(slot, minutes(9));
    expect((await room(asha)).people).toEqual([]);
    await expectRefusal(showName({ id: asha.id, booking: ravi.booking }), 'no_such_booking');
    await showName(ravi);
    expect((await room(asha)).people).toEqual(['Ravi']);
    expect((await room(ravi)).people, 'Asha has not agreed to show her name').toEqual([]);
    expect((await here.sessions(ravi.id)).upcoming).toMatchObject([{ shows_name: true }]);
    expect(await serve('export_member', ravi.id, 'mentions')).toMatchObject({
      sessions: { bookings: [{ shows_name: true }] },
    });
    await showName(ravi, false);
    expect((await room(asha)).people).toEqual([]);
  });

  test('a member’s consent to having their name shown ends when the booking is moved or the account is erased', async () => {
    const { slot, asha, ravi } = await newGd('Asha', 'Ravi');
    await startIn(slot, 40);
    for (const person of [asha, ravi]) await showName(person);
    const other = await newSlot(48, { kind: 'gd', minimum: 2 });
    await here.move(ravi.id, ravi.booking, other);
    expect((await here.sessions(ravi.id)).upcoming).toMatchObject([{ shows_name: false }]);
    await startIn(slot, minutes(9));
    await query('select public.erase_account($1, true)', [asha.id]);
    expect(
      await query('select name_shown_at from private.bookings where slot_id = any ($1)', [
        [slot, other],
      ]),
    ).toEqual([{ name_shown_at: null }, { name_shown_at: null }]);
  });
});

test('§15.100 a member’s name is not shown to other groups, and cancelling the booking hides it', async () => {
  const { slot, asha, ravi } = await newGd('Asha', 'Ravi');
  const other = await newGd('Meera', 'Kabir');
  for (const person of [ravi, other.asha]) await showName(person);
  for (const one of [slot, other.slot]) await startIn(one, minutes(9));
  expect((await room(asha)).people).toEqual(['Ravi']);
  expect((await room(other.ravi)).people).toEqual(['Meera']);
  await here.cancel(ravi.id, ravi.booking);
  expect((await room(asha)).people).toEqual([]);
});

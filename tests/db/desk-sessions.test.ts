/** What the operator does about sessions and mentors, for members too (docs/product.md §15, §21). */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { aYearAgo } from '../samples/bookings.ts';
import { onEmbedded } from '../samples/caller.ts';
import { refundsOn } from '../samples/refunds.ts';
import { expectRefusal, testDatabase } from './support/database.ts';

const database = await testDatabase();

const here = refundsOn(onEmbedded(database));
const { query, newMember, newPack, newBuyer, newSlot, book, balance } = here;
const { operate, taken } = here;

/** What the log says of a number or id. */
const logged = async (about: string) =>
  query('select action, member, details from operations.timeline($1)', [about]);

describe('for a member', () => {
  const bookFor = async (member: string, slot: string, payment?: string) => {
    await operate('book_for', member, slot, payment ?? null);
    const [booking] = await query(
      `select id, slot_id as slot, order_id as order, state, sequence, starts_at
      from private.bookings where member_id = $1 and slot_id = $2 and state = 'booked'`,
      [member, slot],
    );
    // The columns are those of a booking.
    return booking as Awaited<ReturnType<typeof book>> & { order: string | null };
  };

  test('books on the pack that is named', async () => {
    const { id } = await newMember();
    const [first, second] = [await newPack(id), await newPack(id, 'single')];
    const slot = await newSlot(48);
    const booking = await bookFor(id, slot, ` ${second.payment} `);
    expect(booking.order).toBe(second.order);
    expect(await balance(id, first)).toMatchObject({ remaining: 5 });
    expect(await taken(slot)).toBe(1);
    expect(await logged(booking.id)).toEqual([
      { action: 'book_for', member: id, details: { slot } },
    ]);
    await expectRefusal(bookFor(id, await newSlot(50), second.payment), 'nothing_left');
    await expectRefusal(bookFor(id, await newSlot(50), 'pay_none'), 'there is no payment pay_none');
    const stranger = await newMember();
    await expectRefusal(bookFor(stranger.id, await newSlot(50), first.payment), 'not_your_pack');
  });

  test('books on the free interview, and then on the pack that ends first', async () => {
    const { id } = await newMember();
    await here.grantFree(id);
    const later = await newPack(id, 'single');
    const sooner = await newPack(id, 'single', new Date(Date.now() - 30 * 86_400_000));
    expect((await bookFor(id, await newSlot(48, { kind: 'gd' }))).order).toBe(sooner.order);
    const slot = await newSlot(50);
    expect(await operate('book_for', id, slot)).toMatch(/^booked: .*, the free interview$/);
    expect((await bookFor(id, await newSlot(52))).order).toBe(later.order);
    await expectRefusal(
      bookFor(id, await newSlot(54)),
      'the member has no session left for this time',
    );
  });

  test('leaves out a pack with a refund under way, in a dispute or of an earlier time', async () => {
    const { id } = await newMember();
    const asked = await newPack(id);
    await here.ask(id, asked);
    await here.reportDispute(await newPack(id), 'created');
    const old = await newPack(id, 'single', aYearAgo(1));
    await expectRefusal(bookFor(id, await newSlot(90)), 'the member has no session left');
    expect((await bookFor(id, await newSlot(24))).order).toBe(old.order);
  });

  test('lets a second person use the pack that is shared', async () => {
    const buyer = await newBuyer();
    const second = await here.newSecond(buyer.id, buyer.pack);
    expect((await bookFor(second.id, await newSlot(48))).order).toBe(buyer.pack.order);
  });

  test('moves and cancels by the rules of the member', async () => {
    const { id, pack, slot, booking } = await here.newBooked(60);
    const other = await newSlot(70);
    expect(await operate('move_for', booking.id, other)).toMatch(/^moved to /);
    expect([await taken(slot), await taken(other)]).toEqual([0, 1]);
    await expectRefusal(operate('move_for', booking.id, other), 'already_booked');
    expect(await operate('cancel_for', booking.id)).toBe('cancelled; the session came back');
    expect(await balance(id, pack)).toMatchObject({ remaining: 5 });
    expect(await logged(booking.id)).toEqual([
      { action: 'cancel_for', member: id, details: { slot: other } },
      { action: 'move_for', member: id, details: { slot: other } },
    ]);

    const soon = await book(id, await newSlot(3), pack);
    await expectRefusal(operate('move_for', soon.id, slot), 'too_late_to_move');
    expect(await operate('cancel_for', soon.id)).toMatch(/the session is used$/);
    expect(await balance(id, pack)).toMatchObject({ remaining: 4 });
    await expectRefusal(operate('cancel_for', soon.id), 'booking_has_ended');
    await expectRefusal(operate('cancel_for', randomUUID()), 'there is no booking');
  });

  test('counts against no limit of the member, who gets the mails', async () => {
    const { id, booking } = await here.newBooked(60);
    const slots = [await newSlot(70), await newSlot(80)];
    for (let change = 0; change < 11; change += 1)
      await operate('move_for', booking.id, slots[change % 2]);
    expect(await here.move(id, booking, await newSlot(90))).toMatchObject({ sequence: 12 });
    expect(await here.mailsAbout('booking', booking.id)).toContain('session_moved');
  });
});

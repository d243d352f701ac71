import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { single, superValue } from '../../samples/packs.ts';
import type { MemberOfSite } from './members.ts';
import { addBooking, addPack, openSlot, startIn } from './sessions.ts';
import { editor, here } from './stack.ts';

export const refundsPath = '/dashboard/refunds';

export const kind = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'What you can ask for' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) });

export const ordinary = (page: Page) => kind(page, 'You changed your mind');
export const wentWrong = (page: Page) => kind(page, 'A session went wrong');
export const onOffer = (page: Page) => kind(page, 'An IIM made you an offer');

export const requestCard = (page: Page, number: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: number }) });

/** A session of a pack that took place this many hours ago; resolves to its mentor’s name. */
export async function holdSession(member: MemberOfSite, order: string, hours = 26) {
  const slot = await openSlot('interview', 72);
  const booking = await addBooking(member.id, order, slot.id);
  await startIn(slot.id, -hours);
  await editor("update private.bookings set state = 'held' where id = $1::uuid", booking);
  return { ...slot, booking };
}

/** A pack of one or five that a member paid for today; resolves to its order. */
export const paidPack = (member: MemberOfSite, sessions: 1 | 5 = 5) =>
  addPack(member.id, (sessions === 1 ? single : superValue).id);

const made = v.object({ id: v.string(), number: v.string() });

/** Asks for the ordinary refund for a member, for tests about what follows. */
export async function askOrdinary(member: MemberOfSite, order: string, gives: number) {
  return v.parse(
    made,
    await here.call(member.id, 'ask_refund', { p_order: order, p_gives: gives }),
  );
}

export const letter = {
  name: 'offer.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\nan offer'),
};

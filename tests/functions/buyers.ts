import { packs } from '../../src/domain/packs/packs.ts';
import { toPaise } from '../../src/domain/words/money.ts';
import { sql } from './borrowers.ts';
import type { Member } from './sessions.ts';
import { deliver, newMember, openOrder, orderRow, provider, type Functions } from './support.ts';

const largest = packs.find(({ id }) => id === 'super-value');
if (!largest) throw new Error('there is no pack super-value');

/** Paise of the pack that `buy` buys. */
export const price = toPaise(largest.price);

export type Bought = { member: Member; order: string; providerOrder: string; payment: string };

/** A new member who has bought the largest pack. */
export async function buy(functions: Functions): Promise<Bought> {
  const member = await newMember();
  const { id } = await openOrder(functions.checkout, largest?.price, {
    authorization: `Bearer ${member.token}`,
  });
  const { razorpay_payment_id: payment = '' } = await provider.pay(id);
  await deliver(functions, id);
  return { member, order: (await orderRow(id)).id, providerOrder: id, payment };
}

const today = () => new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);

/** Notes that an interview of a pack took place today. */
export async function holdInterview({ order }: Pick<Bought, 'order'>): Promise<void> {
  await sql(
    "insert into private.past_sessions (order_id, kind, held_on) values ($1, 'interview', $2)",
    order,
    today(),
  );
}

/** What a member sends with the letter of an offer to ask for the 100 % refund of a pack. */
export const offerOf = ({ order }: Pick<Bought, 'order'>) => ({
  order,
  gives: String(price),
  institute: 'IIM Ahmedabad',
  offeredOn: today(),
  interviewedOn: today(),
});

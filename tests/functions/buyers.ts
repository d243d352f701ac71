import { superValue } from '../samples/packs.ts';
import { sql } from './samples.ts';
import {
  bearer,
  deliver,
  newMember,
  openOrder,
  orderRow,
  provider,
  type Functions,
} from './support.ts';

export type Bought = {
  member: Awaited<ReturnType<typeof newMember>>;
  order: string;
  providerOrder: string;
  payment: string;
};

/** A new member who has bought the largest pack. */
export async function buy(functions: Functions): Promise<Bought> {
  const member = await newMember();
  const { id } = await openOrder(functions.checkout, superValue, bearer(member.token));
  const { razorpay_payment_id: payment = '' } = await provider.pay(id);
  await deliver(functions, id);
  return { member, order: (await orderRow(id)).id, providerOrder: id, payment };
}

const today = () => new Date(Date.now() + 5.5 * 60 * 60_000).toISOString().slice(0, 10);

/** Notes that an interview from the pack took place today. */
export async function holdInterview({ order }: Pick<Bought, 'order'>): Promise<void> {
  await sql(
    "insert into private.past_sessions (order_id, kind, held_on) values ($1, 'interview', $2)",
    order,
    today(),
  );
}

/** What a member sends with an offer letter to ask for a pack’s 100% refund. */
export const offerOf = ({ order }: Pick<Bought, 'order'>) => ({
  order,
  gives: String(superValue.paise),
  institute: 'IIM Ahmedabad',
  offeredOn: today(),
  interviewedOn: today(),
});

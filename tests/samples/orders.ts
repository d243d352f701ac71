import { randomUUID } from 'node:crypto';
import { packById, type PackId } from '../../src/domain/packs/packs.ts';
import { toPaise } from '../../src/domain/words/money.ts';
import { type Caller, named, type Row } from './caller.ts';
import { paymentEvent, type ReportedPayment, type ReportedRefund } from './payment-event.ts';
import { peopleOn } from './people.ts';

/** An order of a pack, and the payment with which `report` pays it. */
export type Order = { order: string; providerOrder: string; payment: string; amount: number };

export function ordersOn(here: Caller) {
  const people = peopleOn(here);

  /** Lets enough time pass since a member opened orders, so that the next purchase is another order (§8.44). */
  const setApart = (owner: string) =>
    people.query(`do $$ begin
      perform set_config('session_replication_role', 'replica', true);
      update public.orders set updated_at = updated_at - interval '30 minutes' where user_id = '${owner}';
    end $$`);

  /** A separate order, opened half an hour after the owner’s other orders. */
  async function newOrder(
    owner: string | null = null,
    pack: PackId = 'single',
    key: string = randomUUID(),
    code: string | null = null,
    personHash: string | null = null,
  ): Promise<Order> {
    const price = toPaise(packById(pack)?.price ?? 0);
    if (owner !== null) await setApart(owner);
    const [opened] = await people.query(
      'select id, amount, provider_order_id from public.attach_provider_order((public.open_order($1, $2, $3, $4, $6, $7)).id, $5)',
      [pack, price, key, owner, `order_${randomUUID()}`, code, personHash],
    );
    const [order, amount] = [String(opened?.['id']), Number(opened?.['amount'])];
    const providerOrder = String(opened?.['provider_order_id']);
    const payment = `pay_${randomUUID().replaceAll('-', '').slice(0, 14)}`;
    return { order, providerOrder, payment, amount };
  }

  /** Applies an event as the webhook does. */
  function apply(
    type: string,
    payment: Partial<ReportedPayment> & { order_id: string },
    eventId?: string,
    refund?: ReportedRefund,
  ) {
    const { id, body } = paymentEvent(type, payment, eventId, refund);
    return people.serve<Row>('apply_payment_event', id, type, body);
  }

  /** Reports an order’s payment, and how much of it was refunded, in paise. */
  const report = (
    { payment, providerOrder, amount }: Order,
    { refunded = 0, paidAt = new Date(), email = 'x@example.com' } = {},
  ) =>
    apply(refunded > 0 ? 'payment.refunded' : 'payment.captured', {
      id: payment,
      order_id: providerOrder,
      amount,
      amount_refunded: refunded,
      status: refunded >= amount ? 'refunded' : 'captured',
      created_at: Math.floor(paidAt.getTime() / 1000),
      email,
    });

  async function newPack(owner: string, pack: PackId = 'super-value', paidAt?: Date) {
    const made = await newOrder(owner, pack);
    await report(made, paidAt && { paidAt });
    return made;
  }

  /** A discount code made at the desk; resolves to the code. */
  async function newCode(given: Row = { percent: 10 }): Promise<string> {
    const add = `select operations.add_code(${named(given)})`;
    const said = await people.one<string>(add, Object.values(given));
    return said.split(' ')[1] ?? '';
  }

  return { ...people, setApart, newOrder, apply, report, newPack, newCode };
}

import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import type { DatabaseClient } from '../../functions/_lib/database/database.ts';
import type { ProviderRefund, RefundRequest } from '../../functions/_lib/payments/razorpay.ts';
import { payRefunds } from '../../functions/_lib/refunds/refunds.ts';
import type {
  RefundPack,
  RefundRequest as Request,
} from '../../src/features/refunds/refunds-schema.ts';
import { type Booking, bookingsOn } from './bookings.ts';
import { type Caller, named, type Row } from './caller.ts';
import type { Order } from './orders.ts';
import type { ReportedRefund } from './payment-event.ts';

/** One session’s share of a pack of five. */
export const share = 47_980;

type HeldRefund = ProviderRefund & { payment: string; key?: string };

/** The provider’s refunds: one for each key, and never more than was paid. */
export function providerOf(paid: ReadonlyMap<string, number>) {
  const refunds: HeldRefund[] = [];
  let next: ProviderRefund['status'] = 'processed';

  const returned = (payment: string) =>
    refunds
      .filter((refund) => refund.payment === payment && refund.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);

  function make(payment: string, amount: number, more: Partial<HeldRefund> = {}): HeldRefund {
    if (returned(payment) + amount > (paid.get(payment) ?? 0))
      throw new Error('the refunds exceed the payment');
    const refund: HeldRefund = {
      id: `rfnd_${randomUUID().replaceAll('-', '')}`,
      payment,
      amount,
      status: next,
      notes: {},
      created_at: Math.floor(Date.now() / 1000),
      ...more,
    };
    refunds.push(refund);
    return refund;
  }

  return {
    refunds,
    returned,
    newest(): HeldRefund {
      const refund = refunds.at(-1);
      if (!refund) throw new Error('nothing was refunded');
      return refund;
    },
    /** A refund by hand in the provider’s dashboard. */
    byHand: make,
    /** How the provider answers refund requests from now on. */
    answer(status: ProviderRefund['status']) {
      next = status;
    },
    refundsOf: (payment: string): Promise<ProviderRefund[]> =>
      Promise.resolve(refunds.filter((refund) => refund.payment === payment)),
    // A refusal rejects the promise instead of throwing, as the provider’s answer does.
    refund: (payment: string, request: RefundRequest, key: string): Promise<ProviderRefund> =>
      new Promise((resolve) => {
        const earlier = refunds.find((refund) => refund.key === key);
        resolve(earlier ?? make(payment, request.amount, { key, notes: request.notes }));
      }),
  };
}

export type TestProvider = ReturnType<typeof providerOf>;

/** Refund requests, disputes and the payer. */
export function refundsOn(here: Caller) {
  const bookings = bookingsOn(here);
  const { query, one, call, newSlot, book, pass, day } = bookings;

  const refunds = async (member: string) =>
    (await call<{ packs: RefundPack[] }>(member, 'my_refunds')).packs;

  async function refundable(member: string, pack: Order): Promise<RefundPack> {
    const found = (await refunds(member)).find(({ order }) => order === pack.order);
    if (!found) throw new Error('the member does not see the pack');
    return found;
  }

  /** Asks for the ordinary refund as a page that shows the present amount does. */
  async function ask(member: string, pack: Order, gives?: number): Promise<Request> {
    return call<Request>(member, 'ask_refund', {
      p_order: pack.order,
      p_gives: gives ?? (await refundable(member, pack)).ordinary.gives,
    });
  }

  const askSession = (member: string, booking: Pick<Booking, 'id'>, gives: number, said = '') =>
    call<Request>(member, 'ask_session_refund', {
      p_booking: booking.id,
      p_gives: gives,
      p_said: said,
    });

  /** Asks for the 100% refund, with an offer from today after an interview today. */
  async function askOffer(member: string, pack: Order, change: Row = {}): Promise<string> {
    const given: Row = {
      p_user_id: member,
      p_order: pack.order,
      p_gives: await one<number | null>(
        'select offer_gives from private.refund_terms(array[$1::uuid])',
        [pack.order],
      ),
      p_institute: 'IIM Ahmedabad',
      p_offered_on: await day(0),
      p_interviewed_on: await day(0),
      p_size: 1000,
      p_type: 'application/pdf',
      p_hash: 'a'.repeat(64),
      ...change,
    };
    const { number } = await one<{ number: string }>(
      `select public.ask_offer_refund(${named(given)})`,
      Object.values(given),
    );
    return number;
  }

  const takeBack = (member: string, { id }: Pick<Request, 'id'>) =>
    call<Request>(member, 'take_refund_back', { p_request: id });

  async function requestOf(number: string): Promise<Row> {
    const [row] = await query('select * from private.refund_requests where number = $1', [number]);
    if (!row) throw new Error(`there is no request ${number}`);
    return row;
  }

  const stateOfRequest = async (number: string) => (await requestOf(number))['state'];

  /** An approved request for the ordinary refund; resolves to its number. */
  async function approved(member: string, pack: Order): Promise<string> {
    const { number } = await ask(member, pack);
    await bookings.operate('approve_refund', number);
    return number;
  }

  /** An approved request for the share of a session that went wrong. */
  async function approvedShare(member: string, pack: Order): Promise<string> {
    const { number } = await askSession(member, await hold(member, pack), share);
    await bookings.operate('approve_refund', number);
    return number;
  }

  /** A discount on a payment as the desk gives it; resolves to its number. */
  async function newDiscount(payment: string, rupees: number, again = false): Promise<string> {
    const said = await bookings.operate('grant_discount', payment, rupees, 'x', again);
    return /R-\d+/.exec(said)?.[0] ?? '';
  }

  /** A run of the payer takes every waiting request, so no other test’s request may wait. */
  async function endAllRequests(embedded: Pick<PGlite, 'exec'>): Promise<void> {
    await embedded.exec(`
      alter table private.refund_requests disable trigger user;
      update private.refund_requests
      set state = 'declined', decided_at = coalesce(decided_at, now()), ended_at = now()
      where state not in ('declined', 'taken_back', 'paid');
      delete from private.files where refund_request_id is not null;
      alter table private.refund_requests enable trigger user;`);
  }

  /** A new member’s pack with a provider that was paid for it, where no other request waits. */
  async function newPurchase(embedded: Pick<PGlite, 'exec'>) {
    await endAllRequests(embedded);
    const member = (await bookings.newMember()).id;
    const pack = await bookings.newPack(member);
    return { member, pack, provider: providerOf(new Map([[pack.payment, pack.amount]])) };
  }

  /** Moves requests and decisions into the past. */
  async function requestsPass(days: number): Promise<void> {
    await query('alter table private.refund_requests disable trigger user');
    await query(
      `update private.refund_requests set
        asked_at = asked_at - $1 * interval '1 day',
        decided_at = decided_at - $1 * interval '1 day',
        ended_at = ended_at - $1 * interval '1 day'`,
      [days],
    );
    await query('alter table private.refund_requests enable trigger user');
  }

  /** A session of a pack that has just taken place. */
  async function hold(member: string, pack: Order): Promise<Booking> {
    const booking = await book(member, await newSlot(3), pack);
    await pass(4);
    await query('select public.finish_sessions()');
    return booking;
  }

  /** A webhook about a refund of a pack’s payment. */
  const reportRefund = (pack: Order, refund: ReportedRefund, type = 'refund.processed') =>
    bookings.apply(
      type,
      {
        id: pack.payment,
        order_id: pack.providerOrder,
        amount: pack.amount,
        amount_refunded: refund.amount,
        created_at: Math.floor(Date.now() / 1000),
      },
      randomUUID(),
      refund,
    );

  /** A webhook about a dispute of a pack’s payment. */
  function reportDispute(
    pack: Order,
    step: string,
    id = `disp_${pack.order}`,
    {
      at,
      ...known
    }: { at?: number; respond_by?: number; amount?: number; reason_code?: string } = {},
  ) {
    const type = `payment.dispute.${step}`;
    const body = JSON.stringify({
      event: type,
      created_at: at,
      payload: {
        payment: {
          entity: {
            id: pack.payment,
            order_id: pack.providerOrder,
            amount: pack.amount,
            currency: 'INR',
            status: 'captured',
          },
        },
        dispute: { entity: { id, payment_id: pack.payment, amount: pack.amount, ...known } },
      },
    });
    return bookings.serve<Row>('apply_payment_event', randomUUID(), type, body);
  }

  /** The payer’s client; `before` runs before each call, and may throw as a killed process does. */
  function payerClient(before: (call: string) => void = () => undefined): DatabaseClient {
    const sql: Record<string, string> = {
      claim_refunds: 'select * from public.claim_refunds($1)',
      note_refunds: 'select public.note_refunds($1, $2::text::jsonb) as result',
      note_refusal: 'select public.note_refusal($1, $2, $3, $4) as result',
    };
    const rpc = async (name: string, args: Row) => {
      before(name);
      const given = Object.values(args).map((value) =>
        typeof value === 'object' ? JSON.stringify(value) : value,
      );
      const rows = await query(sql[name] ?? '', given);
      const data = name === 'claim_refunds' ? rows : rows[0]?.['result'];
      return { data, error: null, status: 200 };
    };
    // The payer uses no other part of its client.
    return { rpc } as unknown as DatabaseClient;
  }

  /** Runs the payer of functions/refunds.ts once the leases of earlier runs have ended. */
  async function runPayer(
    provider: Pick<TestProvider, 'refund' | 'refundsOf'>,
    before?: (call: string) => void,
  ): Promise<number> {
    await query("update private.refund_requests set leased_until = '-infinity'");
    return payRefunds(payerClient(before), provider);
  }

  return {
    ...bookings,
    refunds,
    refundable,
    ask,
    askSession,
    askOffer,
    takeBack,
    requestOf,
    stateOfRequest,
    approved,
    approvedShare,
    newDiscount,
    endAllRequests,
    newPurchase,
    requestsPass,
    hold,
    reportRefund,
    reportDispute,
    payerClient,
    runPayer,
  };
}

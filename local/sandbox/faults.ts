import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

/** The API endpoints a fault can be armed on. */
const endpoints = [
  'orders.create',
  'orders.list',
  'orders.get',
  'orders.payments',
  'payments.get',
  'payments.refund',
  'payments.refunds',
] as const;
export type Endpoint = (typeof endpoints)[number];

/** Which requests or payments a fault applies to; an absent property matches any. */
const match = v.optional(
  v.strictObject({
    receipt: v.optional(v.string()),
    amount: v.optional(v.number()),
    order_id: v.optional(v.string()),
  }),
  {},
);

const times = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1);

const endpointFault = v.strictObject({
  kind: v.picklist(['slow', 'hang', '429', '500', 'html502', 'drop_reply', 'garbage']),
  on: v.picklist(endpoints),
  times,
  match,
  /** `slow`: milliseconds the finished reply is held back. */
  delay_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 3000),
  /** `garbage`: what is wrong with the body of the 200. */
  variant: v.optional(
    v.picklist(['html', 'empty', 'truncated', 'wrong_amount', 'wrong_currency', 'no_id']),
    'html',
  ),
});
export type EndpointFault = v.InferOutput<typeof endpointFault>;

const switchKinds = [
  'callback_lost',
  'webhook_lost',
  'late_authorisation',
  'refund_failed',
  'refund_pending',
  'refund_refused',
] as const;
type SwitchKind = (typeof switchKinds)[number];

const paymentSwitch = v.strictObject({ kind: v.picklist(switchKinds), times, match });

/** The body of `POST /_sandbox/faults`. */
export const faultRequest = v.variant('kind', [endpointFault, paymentSwitch]);
type FaultRequest = v.InferOutput<typeof faultRequest>;

/** A fault that waits for its next request or payment; `times` counts down, and 0 removes the fault. */
type ArmedFault = FaultRequest & { id: string };

/** The properties of a request or payment that a fault's `match` is compared with. */
export type FaultSubject = {
  receipt?: string | null | undefined;
  amount?: number | undefined;
  order_id?: string | undefined;
};

/** The subject of a payment: its order's id, receipt and amount in paise. */
export type PaymentSubject = Required<FaultSubject> & { order_id: string };

export type FaultRegistry = {
  arm(request: FaultRequest): ArmedFault;
  list(): ArmedFault[];
  /** Uses the oldest fault armed on this endpoint for this subject once, if there is one. */
  takeEndpointFault(endpoint: Endpoint, subject: FaultSubject): EndpointFault | undefined;
  /** Uses a payment switch once; returns whether one was armed. */
  takeSwitch(kind: SwitchKind, subject: FaultSubject): boolean;
};

/** Keeps faults in memory only, so a restart clears them. */
export function createFaultRegistry(): FaultRegistry {
  let armed: ArmedFault[] = [];

  function use(fault: ArmedFault): void {
    fault.times -= 1;
    if (fault.times === 0) armed = armed.filter((other) => other !== fault);
  }

  return {
    arm(request) {
      const fault = { id: randomUUID(), ...request };
      armed.push(fault);
      return fault;
    },
    list: () => armed,
    takeEndpointFault(endpoint, subject) {
      for (const fault of armed) {
        if ('on' in fault && fault.on === endpoint && matches(fault, subject)) {
          use(fault);
          return fault;
        }
      }
      return undefined;
    },
    takeSwitch(kind, subject) {
      const fault = armed.find((other) => other.kind === kind && matches(other, subject));
      if (fault === undefined) return false;
      use(fault);
      return true;
    },
  };
}

function matches(fault: ArmedFault, subject: FaultSubject): boolean {
  const { receipt, amount, order_id: orderId } = fault.match;
  return (
    (receipt === undefined || receipt === subject.receipt) &&
    (amount === undefined || amount === subject.amount) &&
    (orderId === undefined || orderId === subject.order_id)
  );
}

import * as v from 'valibot';

/** The API endpoints that a fault can be armed on. */
const endpoints = [
  'orders.create',
  'orders.list',
  'orders.payments',
  'payments.get',
  'payments.refund',
  'payments.refunds',
] as const;
export type Endpoint = (typeof endpoints)[number];

/** The requests or payments that a fault applies to. An absent property matches any. */
const match = v.optional(
  v.strictObject({ receipt: v.optional(v.string()), order_id: v.optional(v.string()) }),
  {},
);

const times = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1);

const endpointFault = v.strictObject({
  kind: v.picklist(['slow', 'hang', '429', '500', 'html502', 'drop_reply', 'garbage']),
  on: v.picklist(endpoints),
  times,
  match,
  /** For `slow`: how many milliseconds to hold the finished reply back. */
  delay_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 3000),
  /** For `garbage`: what is wrong with the 200's body. */
  variant: v.optional(
    v.picklist(['html', 'empty', 'truncated', 'wrong_amount', 'wrong_currency', 'no_id']),
    'html',
  ),
});
export type EndpointFault = v.InferOutput<typeof endpointFault>;

const paymentSwitch = v.strictObject({
  kind: v.picklist([
    'callback_lost',
    'webhook_lost',
    'late_authorisation',
    'refund_failed',
    'refund_pending',
    'refund_refused',
  ]),
  times,
  match,
});

/** The body of `POST /_sandbox/faults`. */
export const faultRequest = v.variant('kind', [endpointFault, paymentSwitch]);
type Fault = v.InferOutput<typeof faultRequest>;

/** The properties of a request or payment that a fault's `match` looks at. */
export type FaultSubject = { receipt?: string | null | undefined; order_id?: string };

export type FaultRegistry = ReturnType<typeof createFaultRegistry>;

/** Keeps faults in memory only, so a restart clears them. `times` counts down, and 0 removes the fault. */
export function createFaultRegistry() {
  const armed: Fault[] = [];

  /** Uses this subject's oldest fault of this sort once, if there is one. */
  function take<Sort extends Fault>(
    isOfSort: (fault: Fault) => fault is Sort,
    { receipt, order_id: orderId }: FaultSubject,
  ): Sort | undefined {
    const fault = armed.filter(isOfSort).find((one) => {
      const { receipt: itsReceipt = receipt, order_id: itsOrder = orderId } = one.match;
      return itsReceipt === receipt && itsOrder === orderId;
    });
    if (fault === undefined) return undefined;
    fault.times -= 1;
    if (fault.times === 0) armed.splice(armed.indexOf(fault), 1);
    return fault;
  }

  return {
    armed,
    /** Uses a fault armed on this endpoint once. */
    takeEndpointFault: (endpoint: Endpoint, subject: FaultSubject) =>
      take((fault): fault is EndpointFault => 'on' in fault && fault.on === endpoint, subject),
    /** Uses a payment switch once. Returns whether one was armed. */
    takeSwitch: (kind: v.InferOutput<typeof paymentSwitch>['kind'], subject: FaultSubject) =>
      take((fault): fault is Fault => fault.kind === kind, subject) !== undefined,
  };
}

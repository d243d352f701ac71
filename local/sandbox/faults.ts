import * as v from 'valibot';

/** The API endpoints on which a fault can be armed. */
const endpoints = [
  'orders.create',
  'orders.list',
  'orders.payments',
  'payments.get',
  'payments.refund',
  'payments.refunds',
] as const;
export type Endpoint = (typeof endpoints)[number];

/** The requests or payments to which a fault applies. An absent property matches anything. */
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
  /** For `slow`: for how many milliseconds to hold back the finished reply. */
  delay_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 3000),
  /** For `garbage`: what is wrong with the body of the 200 reply. */
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

/** The properties of a request or payment that are compared with a fault's `match`. */
export type FaultSubject = { receipt?: string | null | undefined; order_id?: string };

export type FaultRegistry = ReturnType<typeof createFaultRegistry>;

/** Keeps faults in memory only, so a restart clears them. `times` counts down, and 0 removes the fault. */
export function createFaultRegistry() {
  const armed: Fault[] = [];

  /** Consumes this subject's oldest armed fault of this sort. Undefined if there is none. */
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
    /** Consumes a fault armed on this endpoint. */
    takeEndpointFault: (endpoint: Endpoint, subject: FaultSubject) =>
      take((fault): fault is EndpointFault => 'on' in fault && fault.on === endpoint, subject),
    /** Consumes an armed payment switch. Returns whether there was one. */
    takeSwitch: (kind: v.InferOutput<typeof paymentSwitch>['kind'], subject: FaultSubject) =>
      take((fault): fault is Fault => fault.kind === kind, subject) !== undefined,
  };
}

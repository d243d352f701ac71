import * as v from 'valibot';
import { stack } from '../../support/stack.ts';

/** Calls the control API of the sandbox, which the real provider does not have. */
async function control(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${stack.sandbox}/_sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
  return response.json();
}

/** Names the order that a fault is for, so that it does not hit concurrent tests. */
type Match = { receipt: string } | { order_id: string };

/** Arms a fault of the provider for one order (docs/decisions/sandbox.md). */
export async function arm(fault: {
  kind: string;
  match: Match;
  on?: string;
  times?: number;
}): Promise<void> {
  await control('/faults', fault);
}

const webhooks = v.object({
  webhooks: v.array(v.object({ event: v.string(), order_id: v.string(), status: v.string() })),
});

/** What happens at the provider without the site. */
export const provider = {
  endRefund: (refundId: string) => control(`/refunds/${refundId}/end`, { status: 'processed' }),

  /** The state of each webhook of an order, e.g. `order.paid delivered`. */
  async webhooksOf(orderId: string): Promise<string[]> {
    const response = await fetch(stack.sandbox);
    return v
      .parse(webhooks, await response.json())
      .webhooks.filter((webhook) => webhook.order_id === orderId)
      .map(({ event, status }) => `${event} ${status}`);
  },
};

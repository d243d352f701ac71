import * as v from 'valibot';
import { stack } from '../../support/stack.ts';

/** Calls the sandbox’s control API, which the real provider does not have. */
async function control(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${stack.sandbox}/_sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The sandbox refused ${path}: ${await response.text()}`);
  return response.json();
}

/** Names the order that a fault is for, so the fault does not hit tests that run at the same time. */
type Match = { receipt: string } | { order_id: string };

/** Sets up a fault of the payment provider for one order (docs/decisions/sandbox.md). */
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

/** What happens at the payment provider without the site. */
export const provider = {
  endRefund: (refundId: string) => control(`/refunds/${refundId}/end`, { status: 'processed' }),

  /** The state of each webhook of an order, such as `order.paid delivered`. */
  async webhooksOf(orderId: string): Promise<string[]> {
    const response = await fetch(stack.sandbox);
    return v
      .parse(webhooks, await response.json())
      .webhooks.filter((webhook) => webhook.order_id === orderId)
      .map(({ event, status }) => `${event} ${status}`);
  },
};

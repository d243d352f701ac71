import type { OrderStatus } from '../../domain/payments/orders.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { requestPage } from '../../domain/refunds/standing.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { needsAnswer, openRequest, type PackRequests } from './standing-words.ts';

type RefundLinkProps = {
  order: string;
  /** Tells screen readers which pack the link is about. */
  packName: string;
  /** The pack, or its order if the pack could not be loaded. Orders have no requests. */
  pack: { status: OrderStatus } & PackRequests;
};

/** Links the buyer of a paid pack to its refunds (§17.60). */
export function RefundLink({ order, packName, pack }: RefundLinkProps) {
  const request = openRequest(pack);
  const label = request
    ? [needsAnswer(request) ? 'Answer the request ' : 'See your request ', request.number]
    : pack.status === 'refunded'
      ? 'See the refund'
      : 'Ask for a refund';
  return (
    <a
      className="link"
      href={request ? requestPage(request) : `${memberPages.refunds}?order=${order}`}
    >
      <Sentence words={label} />
      <span className="sr-only">{` (${packName})`}</span>
    </a>
  );
}

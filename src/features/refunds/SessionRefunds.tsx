import { memberPages } from '../../domain/member-pages.ts';
import type { OrderStatus } from '../../domain/payments/orders.ts';
import type { Standing } from '../../domain/refunds/standing.ts';
import { sessionStanding } from './standing-words.ts';

type SessionRefundsProps = {
  pack: { status: OrderStatus; session_refunds: readonly Standing[] };
};

/** Where the requests to refund single sessions of a pack stand, a line for each (§17.62). */
export function SessionRefunds({ pack }: SessionRefundsProps) {
  // Such a pack says that it was refunded.
  if (pack.status === 'refunded') return null;
  return pack.session_refunds.map((request) => {
    const [before, after] = sessionStanding(request);
    return (
      <p key={request.number}>
        <span>{before}</span>
        <a
          translate="no"
          className="text-link whitespace-nowrap"
          href={`${memberPages.refunds}?${new URLSearchParams({ request: request.number })}`}
        >
          {request.number}
        </a>
        <span>{after}</span>
      </p>
    );
  });
}

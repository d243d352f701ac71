import { memberPages } from '../../domain/member-pages.ts';
import type { OrderStatus } from '../../domain/payments/orders.ts';
import type { Standing } from '../../domain/refunds/standing.ts';
import { openRequest, sessionStanding, type PackRequests } from './standing-words.ts';

type SessionStandingProps = {
  request: Standing;
  /** The session in the words of the line: 'this session' on its own card. */
  session?: string;
  className?: string;
};

/** Where the request to refund a single session stands, with the link to it (§17.62). */
export function SessionStanding({ request, session, className }: SessionStandingProps) {
  const [before, after] = sessionStanding(request, session);
  return (
    <p className={className}>
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
}

type SessionRefundsProps = {
  pack: PackRequests & { status: OrderStatus; other_refunds: readonly Standing[] };
};

/**
 * Where a pack's other requests stand, a line for each (§17.62). A decline is left to the refunds page once the member
 * has asked again.
 */
export function SessionRefunds({ pack }: SessionRefundsProps) {
  // Such a pack says that it was refunded.
  if (pack.status === 'refunded') return null;
  const open = openRequest(pack);
  const isOver = ({ state, decided_at: decided }: Standing) =>
    state === 'declined' && open && decided && Date.parse(open.asked_at) > Date.parse(decided);
  return pack.other_refunds.map(
    (request) => !isOver(request) && <SessionStanding key={request.number} request={request} />,
  );
}

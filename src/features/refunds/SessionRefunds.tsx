import type { OrderStatus } from '../../domain/payments/orders.ts';
import { requestPage, type Standing } from '../../domain/refunds/standing.ts';
import { sessionStanding } from './standing-words.ts';

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
      <a translate="no" className="text-link whitespace-nowrap" href={requestPage(request)}>
        {request.number}
      </a>
      <span>{after}</span>
    </p>
  );
}

type SessionRefundsProps = {
  pack: { status: OrderStatus; other_refunds: readonly Standing[] };
};

/** Where a pack's other requests stand, a line for each (§17.62). */
export function SessionRefunds({ pack }: SessionRefundsProps) {
  // Such a pack says that it was refunded.
  if (pack.status === 'refunded') return null;
  return pack.other_refunds.map((request) => (
    <SessionStanding key={request.number} request={request} />
  ));
}

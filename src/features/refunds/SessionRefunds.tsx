import { memberPages } from '../../domain/member-pages.ts';
import type { SessionPack } from '../bookings/my-sessions-schema.ts';
import { sessionStanding } from './standing-words.ts';

/** Where the requests to refund single sessions of a pack stand, a line for each (§17.62). */
export function SessionRefunds({ pack }: { pack: SessionPack }) {
  // Such a pack says that it was refunded.
  if (pack.status === 'refunded') return null;
  return pack.session_refunds.map((request) => {
    const [before, after] = sessionStanding(request);
    return (
      <p key={request.number}>
        <span>{before}</span>
        <a
          translate="no"
          className="text-link"
          href={`${memberPages.refunds}?${new URLSearchParams({ request: request.number })}`}
        >
          {request.number}
        </a>
        <span>{after}</span>
      </p>
    );
  });
}

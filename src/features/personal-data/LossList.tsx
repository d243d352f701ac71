import { memberPages } from '../../domain/member-pages.ts';
import { packName } from '../../domain/packs/packs.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import type { Losses } from './closing-store.ts';
import { lossLines } from './closing-words.ts';
import './loss-list.css';

type LossListProps = {
  losses: Losses;
  /** True for the list alone and the sums, so that the dialog's fields are in sight on a phone. */
  brief?: boolean;
};

/** What the member loses, and which money they can still ask back before that (§18.31). */
export function LossList({ losses, brief = false }: LossListProps) {
  const refundable = losses.bought.filter(({ gives }) => gives > 0);
  return (
    <>
      <ul className="loss-list">
        {lossLines(losses).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {(brief ? refundable.length > 0 : losses.bought.some(({ refunded }) => !refunded)) && (
        <div className="notice mt-4 grid max-w-xl gap-3">
          {refundable.map(({ order, pack, gives, until }) => (
            <p key={order}>
              <a className="text-link" href={`${memberPages.refunds}?order=${order}`}>
                {`Ask for ${formatPaise(gives)} back`}
              </a>
              <span>{` first, for your ${packName(pack)}. The last day is ${formatDay(until)}.`}</span>
            </p>
          ))}
          {!brief && (
            <p>
              <span>Did a session go wrong, or has an IIM offered you admission? </span>
              <a className="text-link" href={memberPages.refunds}>
                Ask for your refund first
              </a>
              . We will still decide on any refund you have asked for, and pay it if we approve it.
            </p>
          )}
        </div>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import { formatPaise } from '../../domain/words/money.ts';
import type { Elements } from '../ui/elements.ts';
import { Sentence } from '../ui/Sentence.tsx';
import type { Question } from './Questions.tsx';
import { declinedAt } from './refund-words.ts';
import type { RefundPack, RefundRequest } from './refunds-schema.ts';
import { isOpen } from './standing-words.ts';

export type KindProps = {
  pack: RefundPack;
  /** Opens the dialog that asks the member to confirm. */
  ask: (question: Question) => void;
};

type KindFrameProps = Pick<KindProps, 'pack'> & {
  id: Question['what'];
  title: string;
  /** Who receives this refund, and how much. */
  rule: ReactNode;
  /** Why the member cannot ask for this refund now; empty if they can. */
  refusal: ReactNode;
  /** Whether the member can ask for this refund now. */
  can?: boolean;
  /** The last request for all that the member can ask for. */
  last: RefundRequest | undefined;
  /** How much they would get back, in a few words. */
  gives: string;
  children: Elements;
};

/**
 * The card for one kind of refund. It is collapsed while the member cannot ask for that refund, while another request is
 * open, and after we have declined the last one.
 */
export function KindFrame(props: KindFrameProps) {
  const { pack, id, title, rule, refusal, can = !refusal, last, gives, children } = props;
  const declined = last?.state === 'declined' ? last : undefined;
  const open = can && !declined && !pack.requests.some(isOpen);
  const inShort = () => {
    if (last && isOpen(last)) return <Sentence words={['You have asked: ', last.number]} />;
    if (!can) return 'Not possible now';
    return declined ? `Declined on ${formatDay(declinedAt(declined))}. You can ask again.` : gives;
  };
  const heading = (
    <h3 id={`kind-${id}`} tabIndex={-1}>
      {title}
    </h3>
  );
  const details = (
    <>
      <p>{rule}</p>
      {refusal && <p className="refund-why">{refusal}</p>}
      {can && declined && (
        <p className="refund-why">
          <span>We declined your request </span>
          <span translate="no" className="whitespace-nowrap">
            {declined.number}
          </span>
          <span>{` on ${formatDay(declinedAt(declined))}. Ask again only if something has changed.`}</span>
        </p>
      )}
      {children}
    </>
  );
  return open ? (
    <li className="card refund-kind grid gap-3 p-6" data-open>
      {heading}
      {details}
    </li>
  ) : (
    <li className="card refund-kind">
      <details>
        <summary>
          {heading}
          <span>{inShort()}</span>
        </summary>
        <div className="grid gap-3">{details}</div>
      </details>
    </li>
  );
}

type AmountProps = { paise: number; made?: string | undefined };

/** An amount, and how it is worked out. */
export function Amount({ paise, made }: AmountProps) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <strong className="font-display text-3xl bold text-ink">{formatPaise(paise)}</strong>
      {made && <span className="text-muted">{made}</span>}
    </p>
  );
}

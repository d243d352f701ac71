import type { ReactNode } from 'react';
import { formatPaise } from '../../domain/words/money.ts';
import type { Question } from './Questions.tsx';
import type { RefundPack } from './refunds-schema.ts';
import type { Elements } from '../ui/elements.ts';

export type KindProps = {
  pack: RefundPack;
  /** Opens the dialog that asks the member to confirm. */
  ask: (question: Question) => void;
};

type KindFrameProps = {
  id: Question['what'];
  title: string;
  /** Who receives this refund, and how much. */
  rule: ReactNode;
  /** Why the member cannot ask for this refund now; empty if they can. */
  refusal: ReactNode;
  open?: boolean;
  children: Elements;
};

/** The card for one kind of refund. It is collapsed while the member cannot ask for that refund. */
export function KindFrame(props: KindFrameProps) {
  const { id, title, rule, refusal, open = !refusal, children } = props;
  const heading = (
    <h3 id={`kind-${id}`} tabIndex={-1}>
      {title}
    </h3>
  );
  const details = (
    <>
      <p>{rule}</p>
      {refusal && <p className="refund-why">{refusal}</p>}
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
          <span>Not possible now</span>
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

import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { indiaDay } from '../../domain/words/dates.ts';
import { inShort } from '../../domain/words/money.ts';
import type { Member } from '../../lib/member.ts';
import { $now } from '../../lib/now.ts';
import type { Elements } from '../ui/elements.ts';
import { openSheet, PrintSheet } from '../ui/Sheet.tsx';
import '../ui/ask-first.css';
import type { OpenRequest } from './loan-schema.ts';
import { sampleNote, sayDay, sayTimes, type Costed, type Lowest } from './loan-words.ts';
import { LoanWords } from './offer-facts.tsx';
import { OffersTable } from './OffersTable.tsx';

/** The site's name, from the page's head: a prop would pass through four components that do not use it. */
const siteName = () =>
  document.querySelector<HTMLMetaElement>('[property="og:site_name"]')?.content ?? location.host;

type SheetProps = {
  member: Member;
  fitting: readonly Costed[];
  request: OpenRequest;
  /** The same marks as on the page. */
  lowest: Lowest | undefined;
  badges: (offer: Costed) => Elements;
  asksNow: (offer: Costed) => boolean;
  /** Why some figures are not what one expects; may be empty. */
  why: readonly string[];
  onClose: () => void;
};

/** The offers on paper, for a family member who has not seen the site and may also have to sign the loan (§16.97). */
export default function OffersSheet(props: SheetProps) {
  const { member, fitting, request, lowest, badges, asksNow, why, onClose } = props;
  const sheet = useRef<HTMLDialogElement>(null);
  const now = useStore($now, { ssr: 'initial' });
  const { institute, amount } = request;
  useEffect(() => openSheet(sheet), []);
  return (
    <PrintSheet
      ref={sheet}
      className="ask-first loan-sheet"
      title={`Loan offers for ${inShort(amount)}`}
      onClose={onClose}
    >
      <p className="mb-4">{`${siteName()}, for ${[`${member.firstname} ${member.lastname}`.trim(), institute].filter(Boolean).join(', ')}. Worked out on ${sayDay(indiaDay(now))}.`}</p>
      <OffersTable full offers={fitting} {...{ request, lowest, asksNow, badges }} />
      <p className="note mt-4">{`These are estimates for ${sayTimes(request, fitting)}, assuming that the whole loan is paid out on the first day and that floating rates do not change. Each lender decides, and only its own papers count. The lender you choose pays ${siteName()}. That does not affect the order. From ${location.host}.${fitting.some(({ offer }) => offer.lender.is_sample) ? ` ${sampleNote}` : ''}`}</p>
      {why.map((one) => (
        <p key={one} className="mt-3">
          {one}
        </p>
      ))}
      <section className="mt-4 mb-4">
        <h4 className="text-xl bold text-ink">What the words mean</h4>
        <LoanWords />
      </section>
    </PrintSheet>
  );
}

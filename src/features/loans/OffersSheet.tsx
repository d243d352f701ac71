import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { indiaDay } from '../../domain/words/dates.ts';
import type { Member } from '../../lib/member.ts';
import { $now } from '../../lib/now.ts';
import { Badge } from '../ui/Badge.tsx';
import { Facts } from '../ui/Facts.tsx';
import { openSheet, PrintSheet } from '../ui/Sheet.tsx';
import '../ui/ask-first.css';
import { LenderMark } from './LenderMark.tsx';
import type { OpenRequest } from './loan-schema.ts';
import { inShort, sayDay, sayTimes, type Costed, type Lowest } from './loan-words.ts';
import { LoanWords, offerFacts } from './offer-facts.tsx';
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
  badges: (offer: Costed) => readonly string[];
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
      className="ask-first"
      title={`Loan offers for ${inShort(amount)}`}
      onClose={onClose}
    >
      <p>{`${siteName()}, for ${[`${member.firstname} ${member.lastname}`.trim(), institute].filter(Boolean).join(', ')}. Worked out on ${sayDay(indiaDay(now))} for ${sayTimes(request, fitting)}, assuming that the whole loan is paid out on the first day and floating rates do not change.`}</p>
      <p className="note mt-3 mb-4">{`These are estimates. Each lender decides, and only its own papers count. The lender you choose pays ${siteName()}. That does not affect the order. From ${location.host}.`}</p>
      <OffersTable offers={fitting} {...{ lowest, asksNow }} />
      {why.map((one) => (
        <p key={one} className="mt-3">
          {one}
        </p>
      ))}
      {fitting.map((costed) => (
        <section key={costed.offer.id} className="loan-sheet-offer mt-6">
          <h4 className="flex flex-wrap items-center gap-1 gap-x-3 text-lg bold text-ink">
            <LenderMark lender={costed.offer.lender} />
            {badges(costed).map((badge) => (
              <Badge key={badge}>{badge}</Badge>
            ))}
          </h4>
          <Facts lines facts={offerFacts(costed, request)} />
        </section>
      ))}
      <section className="mt-6 mb-6">
        <h4 className="text-lg bold text-ink">What the words mean</h4>
        <LoanWords />
      </section>
    </PrintSheet>
  );
}

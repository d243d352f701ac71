import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { formatDay, formatMoment } from '../../../domain/words/dates.ts';
import { withErrorBoundary } from '../../ui/error-boundary.tsx';
import { LoadingButton } from '../../ui/LoadingButton.tsx';
import { sayLoanFailure } from '../../loans/loan-failure.ts';
import { useGoTo } from '../../ui/use-go-to.ts';
import {
  $agreed,
  refreshAgreed,
  takeBack,
  type Agreed,
  type LoanConsent,
} from './consents-store.ts';
import { MemberPart } from './MemberPart.tsx';
import './your-data.css';

const loadAskFirst = () => import('../../ui/AskFirst.tsx');
const AskFirst = lazy(async () => ({ default: (await loadAskFirst()).AskFirst }));

const whom = ({ kind, lender }: LoanConsent) =>
  kind === 'loan_group' ? 'the loan group' : (lender ?? 'a lender');

function Terms({ terms, shared_packs }: Agreed) {
  return (
    <>
      <h4 className="font-semibold text-ink">Our terms</h4>
      {terms.length === 0 && (
        <p>You accepted them when you signed up, before we noted which version it was.</p>
      )}
      <ul>
        {terms.map(({ version, accepted_at: at }) => (
          <li key={version}>
            Terms and privacy policy of {formatDay(version)}, accepted on {formatMoment(at)}
          </li>
        ))}
        {shared_packs.map((at) => (
          <li key={at}>The terms for a pack that is shared with you, on {formatMoment(at)}</li>
        ))}
      </ul>
      <p className="mt-1">
        An account cannot be without them. To take them back,{' '}
        <a className="text-link" href="#close-account">
          close your account
        </a>
        .
      </p>
    </>
  );
}

type OneConsentProps = { consent: LoanConsent; onTakeBack: () => void };

function OneConsent({ consent, onTakeBack }: OneConsentProps) {
  const { id, version, text, given_at: at, taken_back_at: until } = consent;
  return (
    <li>
      <h4 id={`agreed-${id}`} tabIndex={-1} className="font-semibold text-ink">
        For {whom(consent)}
      </h4>
      <p className="text-muted">
        Version {version}, given on {formatMoment(at)}
        {until && `, taken back on ${formatMoment(until)}`}
      </p>
      <blockquote>{text}</blockquote>
      {!until && (
        <LoadingButton className="link" load={loadAskFirst} onReady={onTakeBack}>
          Take back<span className="sr-only"> the consent for {whom(consent)}</span>
        </LoadingButton>
      )}
    </li>
  );
}

function AskTakeBack({
  consent,
  onClose,
}: {
  consent: LoanConsent;
  onClose: (done: boolean) => void;
}) {
  const isGroup = consent.kind === 'loan_group';
  return (
    <AskFirst
      title={`Take back the consent for ${whom(consent)}?`}
      confirm={isGroup ? 'Leave the group' : 'Take it back'}
      confirming="Taking it back"
      keep="Keep it"
      work={() => takeBack(consent)}
      sayFailure={sayLoanFailure}
      onClose={onClose}
    >
      <p>
        {isGroup
          ? 'You leave the loan group: a choice that is under way ends, every consent to a lender is taken back with it, and a lender that has your details is told to stop using them. A loan that was paid out is not touched.'
          : `A choice of this lender's offer that is under way ends. If ${whom(consent)} has your details, it is told to stop using them. What was done before stays lawful.`}
      </p>
    </AskFirst>
  );
}

function Listed() {
  const agreed = useStore($agreed, { ssr: 'initial' });
  const goTo = useGoTo();
  const [asked, setAsked] = useState<LoanConsent>();
  return (
    <MemberPart
      {...agreed}
      waiting="Loading what you agreed to"
      failed="What you agreed to could not be loaded."
      retry={refreshAgreed}
    >
      {(data) => (
        <div className="agreed-list">
          <div>
            <Terms {...data} />
          </div>
          {data.loan.length === 0 && <p>You have given no consent for a loan.</p>}
          {data.loan.length > 0 && (
            <ul className="agreed-list">
              {data.loan.map((consent) => (
                <OneConsent
                  key={consent.id}
                  consent={consent}
                  onTakeBack={() => setAsked(consent)}
                />
              ))}
            </ul>
          )}
          <Suspense fallback={null}>
            {asked && (
              <AskTakeBack
                consent={asked}
                onClose={(done) => {
                  setAsked(undefined);
                  // The button that was pressed is gone.
                  if (done) goTo(`agreed-${asked.id}`);
                }}
              />
            )}
          </Suspense>
        </div>
      )}
    </MemberPart>
  );
}

/** What the member agreed to, each with its words and 'Take back' (§18.46). */
export const AgreedTo = withErrorBoundary(Listed);

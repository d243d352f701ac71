import { Suspense, useState } from 'react';
import { formatDay, formatMoment } from '../../domain/words/dates.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { loanRefusals } from '../../domain/refusals/loans.ts';
import { sayFailure } from '../../lib/say-failure.ts';
import { useGoTo } from '../ui/use-go-to.ts';
import { consents, takeBack, type Agreed } from './consents-store.ts';
import type { Consent } from '../loans/consent-schema.ts';
import { OneConsent, whom } from '../loans/OneConsent.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { late } from '../ui/late.tsx';

const loadAskFirst = () => import('../ui/AskFirst.tsx');
const AskFirst = late(async () => ({ default: (await loadAskFirst()).AskFirst }));

function Terms({ terms, shared_packs }: Agreed) {
  return (
    <>
      <h4 className="bold text-ink">Our terms</h4>
      {terms.length === 0 && (
        <p>You accepted them when you signed up, before we recorded versions.</p>
      )}
      <ul>
        {terms.map(({ version, accepted_at: at }) => (
          <li
            key={version}
          >{`Terms and privacy policy of ${formatDay(version)}, accepted on ${formatMoment(at)}`}</li>
        ))}
        {shared_packs.map((at) => (
          <li key={at}>{`The terms for a pack that is shared with you, on ${formatMoment(at)}`}</li>
        ))}
      </ul>
      <p className="mt-1">
        You cannot have an account without them. To withdraw your consent,{' '}
        <a className="text-link" href="#close-account">
          close your account
        </a>
        .
      </p>
    </>
  );
}

function AskTakeBack({ consent, onClose }: { consent: Consent; onClose: (done: boolean) => void }) {
  const isGroup = consent.kind === 'loan_group';
  return (
    <AskFirst
      title={`Withdraw your consent for ${whom(consent)}?`}
      confirm={isGroup ? 'Leave the group' : 'Withdraw my consent'}
      confirming="Withdrawing ..."
      keep="Not now"
      work={() => takeBack(consent)}
      sayFailure={(error) => sayFailure(error, loanRefusals)}
      onClose={onClose}
    >
      <p>
        {isGroup
          ? 'You leave the loan group. If you were choosing an offer, that stops. We withdraw your consent to every lender and tell any lender that has your details to stop using them. A loan already paid out stays as it is.'
          : `If you have chosen this lender’s offer, that choice ends. If ${whom(consent)} has your details, we will tell it to stop using them. Its use of them until then stays lawful.`}
      </p>
    </AskFirst>
  );
}

function Listed() {
  const goTo = useGoTo();
  const [asked, setAsked] = useState<Consent>();
  return (
    <MemberPart
      {...consents}
      loading="Loading what you agreed to"
      notLoaded="We could not load what you agreed to."
    >
      {(data) => (
        <div className="grid gap-4">
          <div>
            <Terms {...data} />
          </div>
          {data.loan.length === 0 && <p>You have not given consent for a loan.</p>}
          {data.loan.length > 0 && (
            <ul className="grid gap-4">
              {data.loan.map((consent) => (
                <OneConsent
                  key={consent.id}
                  consent={consent}
                  heading="h4"
                  load={loadAskFirst}
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
                  // The button that was pressed is gone, so the focus needs a new place.
                  if (done) goTo(`consent-${asked.id}`);
                }}
              />
            )}
          </Suspense>
        </div>
      )}
    </MemberPart>
  );
}

/** Everything that the member has agreed to, in the words shown at the time, with 'Withdraw consent' (§18.46). */
export const AgreedTo = withErrorBoundary(Listed);

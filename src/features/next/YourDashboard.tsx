import { useStore } from '@nanostores/react';
import { Suspense, useEffect } from 'react';
import { memberPages } from '../../domain/member-pages.ts';
import { verifiedHash } from '../../domain/account/verified-hash.ts';
import type { Seller } from '../../domain/payments/receipt.ts';
import { $member } from '../../lib/member-store.ts';
import { $now } from '../../lib/now.ts';
import { $profile } from '../account/profile-store.ts';
import { EmailChange, VerifyEmail } from '../account/VerifyEmail.tsx';
import { FoundPayment } from '../packs/ClaimOffer.tsx';
import { orderHint, payablePack } from '../packs/order-states.ts';
import { OrderList } from '../packs/OrderList.tsx';
import { $orders } from '../packs/orders-store.ts';
import { PayOrder } from '../packs/PayOrder.tsx';
import { hasBegun } from '../bookings/booking-states.ts';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import { $chosenTime, dropTime } from '../public-mentors/chosen-time.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { showToast } from '../ui/toast.ts';
import { nextStep, saysRefusal } from './next-step.ts';
import { FirstVisit } from './FirstVisit.tsx';
import { hasLoanDraft } from './loan-draft.ts';
import { LoanCard } from './LoanCard.tsx';
import { NextLinks } from './NextLinks.tsx';
import { NextStep } from './NextStep.tsx';
import { sayAlso } from './say-also.ts';
import { hasAddedCv, sayOnDashboard } from './say-on-dashboard.ts';
import { schools } from './schools.ts';
import { isFirstVisit } from './season.ts';
import { Countdown, Season } from './Season.tsx';

/** Confirms the verification that led here, unless the welcome says so itself (§15.78). */
function useVerified(isFirst: boolean | undefined) {
  useEffect(() => {
    if (isFirst === undefined || location.hash !== verifiedHash) return;
    // A reload does not say it again.
    history.replaceState(history.state, '', location.pathname);
    // Long enough to read, because the page has only just appeared.
    if (!isFirst) showToast('success', 'Your email is verified.', { duration: 6000 });
  }, [isFirst]);
}

/** Offers to verify the email for which a loan request waits (§15.62). */
function ProofForLoan(unproven: NonNullable<ReturnType<typeof $unproven.get>>) {
  return (
    <div className="w-full">
      <VerifyEmail {...unproven} wanted="loan" mailed primary>
        <span>Your loan request counts towards the group’s total as soon as </span>
        <MailAddress strong address={unproven.address} />
        <span> is verified.</span>
      </VerifyEmail>
    </div>
  );
}

/** What a new password cleared, until the member has entered a name (§6.19). */
function Cleared() {
  return (
    <div className="notice mt-6 mb-6">
      <p>
        We cleared the name, phone number and loan request that were saved before your email was
        verified, because someone else may have entered them.
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <a className="button" href={memberPages.profile}>
          Add your name and number
        </a>
        <a className="link" href={memberPages.loan}>
          Start a loan request
        </a>
      </p>
    </div>
  );
}

/** Forgets a chosen time that the member has booked on another device, so that it does not seem to have gone (§4.26). */
function useForgetsBooked(sessions: MySessions | undefined) {
  useEffect(() => {
    const chosen = Date.parse($chosenTime.get()?.starts_at ?? '');
    if (sessions?.upcoming.some(({ starts_at: at }) => Date.parse(at) === chosen)) dropTime();
  }, [sessions]);
}

type YourDashboardProps = {
  /** The heading above the packs, if there are any. */
  heading: string;
  seller: Seller;
  /** The loan card's title and picture. */
  loan: { title: string; art: string };
};

function Dashboard({ heading, seller, loan }: YourDashboardProps) {
  const now = useStore($now, { ssr: 'initial' });
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const member = useStore($member, { ssr: 'initial' });
  const { data: orders, error } = useStore($orders, { ssr: 'initial' });
  const { data: profile } = useStore($profile, { ssr: 'initial' });
  const next = data && nextStep(data, now);
  const unpaid =
    next?.step === 'payment' ? orders?.find(({ id }) => id === next.payment.order) : undefined;
  const toPay = unpaid && payablePack(unpaid);
  const unproven = useStore($unproven, { ssr: 'initial' });
  const waitsForOrders = next?.step === 'payment' && !orders && error === undefined;
  const isFirst = data && next && isFirstVisit(data, next);
  useVerified(isFirst);
  useForgetsBooked(data);
  const season = data && member && { now, sessions: data };
  // Read each time, because the member may come back from the loan page to this page as it was.
  const hasDraft = season ? hasLoanDraft(member.id) : false;
  const hasStarted = data !== undefined && hasBegun(data);
  const hasLoan = data?.waiting.loan === 'none' ? hasDraft && hasStarted : data !== undefined;
  return (
    <>
      <FoundPayment />
      {season && member.firstname === '' && profile?.firstname === '' && <Cleared />}
      {season && <Countdown {...season} />}
      <NextStep
        page="dashboard"
        say={(step, at, wanted) =>
          sayOnDashboard(step, at, wanted, data !== undefined && hasAddedCv(data))
        }
        renderLinks={(sessions, step, at, wanted) => (
          <>
            {step.step === 'count' && unproven && <ProofForLoan {...unproven} />}
            <NextLinks links={sayAlso(sessions, step, at, wanted, !unproven)} />
          </>
        )}
        welcome={
          isFirst &&
          member && (
            <FirstVisit
              member={member}
              asksFree={next.step === 'free'}
              school={schools(data, now)[0]}
            />
          )
        }
        payment={
          waitsForOrders
            ? null
            : unpaid &&
              toPay && {
                says: orderHint(unpaid, now),
                button: <PayOrder order={unpaid} pack={toPay} siteName={seller.name} />,
              }
        }
      />
      {/* Where the email is not verified, whatever waits for it says this. */}
      {data?.changing_to && !unproven && (
        <div className="notice notice-calm mt-6">
          <Suspense fallback={null}>
            <EmailChange to={data.changing_to} links="links we sent to both addresses" />
          </Suspense>
        </div>
      )}
      {season && hasStarted && <Season {...season} hasDraft={hasDraft} />}
      <section aria-labelledby="your-packs" className="next-packs mt-10">
        <h2 id="your-packs" className="mb-6 text-2xl sm:text-3xl">
          {heading}
        </h2>
        {/* The next step already has a button for each of these, or is about the free interview. */}
        <OrderList
          {...{ seller }}
          offersClaims={next?.step !== 'claim'}
          above={{
            booked: next && 'source' in next ? next.source.id : undefined,
            paid: toPay && unpaid.id,
            refund: next && 'request' in next ? next.request.number : undefined,
          }}
          offersFree={
            !data || !next || (next.step !== 'free' && !isFirst && !saysRefusal(data, next))
          }
        />
      </section>
      {/* Where the next step says the same, the card is left out. */}
      {season && hasLoan && next?.step !== 'offers' && next?.step !== 'loan' && (
        <LoanCard {...loan} waiting={season.sessions.waiting} />
      )}
    </>
  );
}

/** The next step and the packs, in one island so that they appear together. */
export const YourDashboard = withErrorBoundary(Dashboard);

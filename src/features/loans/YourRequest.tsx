import { coApplicantNames, requestLabels, stageNames } from '../../domain/loans/loan-request.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { inShort, unbroken } from '../../domain/words/money.ts';
import { sayMonths } from '../../domain/words/count.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { Facts } from '../ui/Facts.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { MemberSection } from '../ui/MemberPage.tsx';
import type { MyLoan, OpenRequest } from './loan-schema.ts';
import { sayCounts, sayMonth } from './loan-words.ts';

type YourRequestProps = {
  request: OpenRequest;
  choice: MyLoan['choice'];
  /** Whether the member has verified their email address. Until then, the request does not count. */
  proven: boolean;
  email: string;
  /** The new address of a pending email change. */
  changingTo: string | null;
  /** True if the member has just sent the request, so that the email about it has the link. */
  isNew: boolean;
  /** True if the page already says above that the request counts. */
  isToldCounts: boolean;
  /** True to fold the details, because the offers or the choice matter more. */
  isShort: boolean;
  onEdit: () => void;
  onLeave: () => void;
};

/**
 * The member's request with 'Edit request' and 'Leave the group' (§16.11) and, if needed, a way to verify the email
 * address so that the request counts (§16.79).
 */
export function YourRequest(props: YourRequestProps) {
  const { request, choice, proven, email, changingTo, isNew, isToldCounts, isShort } = props;
  const { onEdit, onLeave } = props;
  const { institute, programme, amount, term_months: term } = request;
  const facts = [
    [requestLabels.stage, stageNames[request.stage]],
    [requestLabels.course_starts, sayMonth(request.course_starts)],
    [requestLabels.course_months, sayMonths(request.course_months)],
    [requestLabels.term_months, `${sayMonths(term)} of EMIs`],
    [requestLabels.co_applicant, coApplicantNames[request.co_applicant]],
    [requestLabels.city, request.city],
  ] as const;
  return (
    <MemberSection id="your-request" title="Your request" className="card loan-request">
      <p className="loan-request-sum text-ink">
        <span className="font-display">{`${inShort(amount)} `}</span>
        <span className="wrap-anywhere">{`for ${programme}, ${institute}, over ${sayMonths(term)}`}</span>
      </p>
      {!proven && (
        <div className="notice notice-calm my-4">
          {/* A new request's card says where the link is as soon as the server has confirmed it. */}
          <VerifyEmail
            address={email}
            changingTo={changingTo}
            wanted="loan"
            asked={isNew}
            mailed={!isNew}
          >
            {isNew ? (
              <strong>Your request is saved. One step left: verify your email.</strong>
            ) : (
              <strong>
                <span>One step left: verify </span>
                <MailAddress address={email} />
                <span>.</span>
              </strong>
            )}
            <span>{` Your request then counts towards the ${request.intake_year} group’s total, and you can choose an offer.`}</span>
          </VerifyEmail>
        </div>
      )}
      {proven && !choice && !isToldCounts && <p>{sayCounts(request)}</p>}
      {request.fixed && choice && (
        <p className="note">{`This request ${choice.state === 'chosen' ? 'goes' : 'went'} to ${choice.lender.name}, so you can no longer change it.`}</p>
      )}
      <details open={!isShort}>
        <summary className="link text-ink">Your answers</summary>
        <Facts facts={facts} />
        <p className="note mt-3">{`${proven ? 'In the group since' : 'Written on'} ${unbroken(formatDay(request.joined_at))}.`}</p>
      </details>
      <div className="actions mt-2">
        {!request.fixed && (
          <PressButton id="change-request" load={() => import('./RequestForm.tsx')} work={onEdit}>
            Edit request
          </PressButton>
        )}
        <PressButton load={() => import('./Questions.tsx')} work={onLeave}>
          {proven ? 'Leave the group' : 'Withdraw the request'}
        </PressButton>
      </div>
    </MemberSection>
  );
}

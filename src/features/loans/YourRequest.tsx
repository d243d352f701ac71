import { formatDay } from '../../domain/words/dates.ts';
import {
  coApplicantNames,
  requestLabels,
  sayMonths,
  stageNames,
} from '../../domain/loans/loan-request.ts';
import { inShort, sayMonth } from './loan-words.ts';
import type { MyLoan, OpenRequest } from './loan-schema.ts';
import { LoadingButton } from '../ui/LoadingButton.tsx';
import '../ui/note.css';
import '../ui/actions.css';
import { Facts } from '../ui/Facts.tsx';

type YourRequestProps = {
  request: OpenRequest;
  choice: MyLoan['choice'];
  onChange: () => void;
  onLeave: () => void;
};

/** What the member asks for, with 'Change' and 'Leave the group' (§16.11). */
export function YourRequest({ request, choice, onChange, onLeave }: YourRequestProps) {
  const { institute, programme, amount, term_months: term } = request;
  const facts = [
    [requestLabels.stage, stageNames[request.stage]],
    [requestLabels.courseStarts, sayMonth(request.course_starts)],
    [requestLabels.courseMonths, sayMonths(request.course_months)],
    [requestLabels.termMonths, `${sayMonths(term)} of EMIs`],
    [requestLabels.coApplicant, coApplicantNames[request.co_applicant]],
    [requestLabels.city, request.city],
  ] as const;
  return (
    <section className="card outlined loan-request" aria-labelledby="your-request">
      <h2 id="your-request" tabIndex={-1} className="member-heading">
        Your request
      </h2>
      <p className="loan-request-sum font-display text-ink">
        {inShort(amount)}{' '}
        <span>
          for {programme}, {institute}
        </span>
      </p>
      <Facts facts={facts} />
      <p className="note">
        In the group since {formatDay(request.joined_at)}.
        {request.fixed &&
          choice &&
          ` ${choice.lender.name} has this request, so it can no longer be changed.`}
      </p>
      <div className="actions mt-2">
        {!request.fixed && (
          <LoadingButton
            id="change-request"
            className="link"
            load={() => import('./RequestForm.tsx')}
            onReady={onChange}
          >
            Change
          </LoadingButton>
        )}
        <LoadingButton className="link" load={() => import('./Questions.tsx')} onReady={onLeave}>
          Leave the group
        </LoadingButton>
      </div>
    </section>
  );
}

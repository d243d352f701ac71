import { Suspense, useState } from 'react';
import { fileAddress, fileEndings } from '../../domain/files/member-files.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { refundStateNames } from '../../domain/refunds/refund.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { lasting } from '../../domain/periods.ts';
import { formatPaise } from '../../domain/words/money.ts';
import { saveFile, sizeOf } from '../../lib/member-files.ts';
import { Badge } from '../ui/Badge.tsx';
import { Facts } from '../ui/Facts.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { Steps } from '../ui/Steps.tsx';
import { late } from '../ui/late.tsx';
import {
  canBook,
  isOnItsWay,
  latePromise,
  requestInShort,
  stepsOf,
  stopsBooking,
  toneOf,
  whatStateMeans,
} from './refund-words.ts';
import type { RefundPack, RefundRequest } from './refunds-schema.ts';
import { isOpen, isUndecided, needsAnswer } from './standing-words.ts';

const AnswerForm = late(() => import('./AnswerForm.tsx'));

const keep = (reference: string | null) => reference && <span translate="no">{reference}</span>;

type NeedsProps = {
  request: RefundRequest;
  goTo: (...ids: string[]) => void;
};

/** Explains what we need from the member, with the form for the answer. */
function Needs({ request, goTo }: NeedsProps) {
  const [answering, setAnswering] = useState(false);
  const { id, needs, answer, state } = request;
  const waits = needsAnswer(request);
  // Once the request is decided, we do not need anything more.
  if (!needs || (!waits && state !== 'asked')) return null;
  return (
    // The form needs the room that the notice's padding takes on a phone.
    <div className={waits && !answering ? 'notice' : undefined}>
      <p className="bold text-ink">{waits ? 'What we need from you' : 'What we asked'}</p>
      <p className="wrap-anywhere whitespace-pre-line">{needs}</p>
      {answer && (
        <>
          <p className="bold text-ink">Your answer</p>
          <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
        </>
      )}
      {waits && !answering && (
        <p className="mt-3">
          <PressButton
            id={`answer-${id}`}
            className="button"
            load={() => import('./AnswerForm.tsx')}
            work={() => setAnswering(true)}
          >
            Answer
            <span className="sr-only">
              <Sentence words={[' about ', request.number]} />
            </span>
          </PressButton>
        </p>
      )}
      {waits && answering && (
        <Suspense fallback={<p role="status">Loading the form</p>}>
          <div className="mt-4 max-w-xl">
            <AnswerForm
              request={request}
              onClose={(sent) => {
                setAnswering(false);
                goTo(sent ? `request-${id}` : `answer-${id}`);
              }}
            />
          </div>
        </Suspense>
      )}
    </div>
  );
}

type RequestCardProps = NeedsProps & {
  pack: RefundPack;
  onTakeBack: () => void;
};

/** A request: its number, amount and progress, the dates that we have promised, and what the member can do (§17.64). */
export function RequestCard({ request, goTo, pack, onTakeBack }: RequestCardProps) {
  const { id, number, state, kind, amount, files, reason, disputed, institute } = request;
  const { offered_on: offeredOn, interviewed_on: interviewedOn } = request;
  const late = latePromise(request);
  return (
    <li className="card refund-request grid gap-3 p-6" data-open={isOpen(request) || undefined}>
      <h3 id={`request-${id}`} tabIndex={-1}>
        <span translate="no" className="whitespace-nowrap">{`${number},`}</span>{' '}
        <span className="whitespace-nowrap">{formatPaise(amount)}</span>{' '}
        <Badge tone={toneOf(state)}>{refundStateNames[state]}</Badge>
      </h3>
      {needsAnswer(request) && <Needs {...{ request, goTo }} />}
      <p className="note">
        <Sentence words={requestInShort(request, pack.amount)} />
      </p>
      {kind === 'offer' && isOpen(request) && institute && (
        <p className="font-display text-xl text-ink">{`Congratulations on your offer from ${institute}!`}</p>
      )}
      <p className={isOnItsWay(request) ? 'round-table round-table-taken' : undefined}>
        {whatStateMeans(request)}
      </p>
      {reason && (
        <p className="wrap-anywhere whitespace-pre-line">{`${kind === 'discount' ? 'What for: ' : ''}${reason}`}</p>
      )}
      {state === 'declined' && (
        <p>
          If you disagree,{' '}
          <a className="text-link" href="/refundpolicy#if-you-disagree">
            write to our grievance officer
          </a>
          <span>{`, who acknowledges it within ${lasting('acknowledgement')} and settles it within ${lasting('complaint')}.`}</span>
        </p>
      )}
      {late && (
        <p className="notice">
          <span>{`${late} `}</span>
          <a className="text-link" href="/refundpolicy#if-you-disagree">
            Who else you can complain to
          </a>
        </p>
      )}
      {disputed && isOpen(request) && (
        <p className="notice">
          Your bank is looking into a dispute about this payment. Until it answers, we cannot pay a
          refund, because you could be paid twice. Your request keeps its place.
        </p>
      )}
      <Steps label={`Progress of ${number}`} steps={stepsOf(request)} ended={!isOpen(request)} />
      {stopsBooking(request) && (
        <p className="note">{`${isUndecided(request) ? 'While this request is open, you cannot book with this pack.' : 'We are refunding this pack, so you cannot book with it.'}${kind === 'offer' ? ' Your bookings stay until we pay.' : ''}`}</p>
      )}
      {!needsAnswer(request) && <Needs {...{ request, goTo }} />}
      <Facts
        facts={[
          [
            'What went wrong',
            request.went_wrong && (
              <span key="went-wrong" className="wrap-anywhere whitespace-pre-line">
                {request.went_wrong}
              </span>
            ),
          ],
          ['Institute', institute],
          ['Offer issued on', offeredOn && formatDay(offeredOn)],
          ['Final interview on', interviewedOn && formatDay(interviewedOn)],
          ['Refund reference', keep(request.refund_reference)],
          ['Transfer reference', keep(request.transfer_reference)],
        ]}
      />
      <div className="actions">
        {state === 'taken_back' && pack.requests[0] === request && canBook(pack) && (
          <a className="link" href={`${memberPages.sessions}#book-${pack.order}`}>
            Book a session
          </a>
        )}
        {files.map((file) => (
          <PressButton
            key={file.id}
            work={() =>
              saveFile(fileAddress('refund', file.id), `${number}.${fileEndings[file.type]}`)
            }
          >
            <span>{`Download your file, ${sizeOf(file.size)}`}</span>
            <span className="sr-only">
              <Sentence words={[' of ', number]} />
            </span>
          </PressButton>
        ))}
        {request.can_take_back && (
          <PressButton load={() => import('./Questions.tsx')} work={onTakeBack}>
            Withdraw the request
            <span translate="no" className="sr-only">{` (${number})`}</span>
          </PressButton>
        )}
      </div>
    </li>
  );
}

import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { $member } from '../../lib/member-store.ts';
import { $now } from '../../lib/now.ts';
import { JoinButton } from '../bookings/JoinButton.tsx';
import { canBook, sourcesOf } from '../bookings/packs-left.ts';
import { ClaimOffer } from '../packs/ClaimOffer.tsx';
import { $chosenTime } from '../public-mentors/chosen-time.ts';
import { useIsGone } from '../public-mentors/use-is-gone.ts';
import { FreeAnswer } from '../packs/FreeAnswer.tsx';
import { refusedTitle, toVerifyTitle } from '../packs/free-messages.ts';
import { FreeInterviewState } from '../packs/FreeInterview.tsx';
import type { MySessions } from '../bookings/my-sessions-schema.ts';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import type { Elements } from '../ui/elements.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { nextStep, saysRefusal, type NextStep as Step } from './next-step.ts';
import type { sayOnDashboard } from './say-on-dashboard.ts';
import { sayStep, type Said } from './say-step.ts';
import { WantedTime } from './WantedTime.tsx';
import { KeptData } from '../ui/FreshButton.tsx';
import { Loading } from '../ui/Loading.tsx';
import { plain, Sentence } from '../ui/Sentence.tsx';
import '../ui/actions.css';
import '../ui/ink-panel.css';
import './next.css';

type NextStepProps = {
  /** The page on which the step appears. The sessions page has its own places for some steps. */
  page: 'dashboard' | 'sessions';
  /** On the dashboard, what a new member sees instead. */
  welcome?: Elements;
  /**
   * On the dashboard, what the member has to know about an unpaid order, and the button to pay for it; null until the
   * orders arrive.
   */
  payment?: { says: string | undefined; button: Elements } | null | undefined;
  /** On the dashboard, what it says about each step. The sessions page need not load it. */
  say?: typeof sayOnDashboard;
  /** What else the member can do about the step, and the links below it. */
  renderLinks?: (
    sessions: MySessions,
    next: Step,
    now: number,
    wanted: Parameters<typeof sayOnDashboard>[2],
  ) => Elements;
};

type ShownProps = NextStepProps & { sessions: MySessions };

type NextCardProps = Pick<NextStepProps, 'payment'> & {
  next: Step;
  said: Said;
  title: Said['title'];
  links: Elements;
  /** The member's refused free interview, if the step explains the refusal; otherwise false. */
  refused: MySessions['free_interview'] | false;
};

/** The next step, with the one button for it (§15.70). */
function NextCard({ next, said, title, payment, links, refused }: NextCardProps) {
  const own = useId();
  const id =
    next.step === 'free' || refused
      ? 'free-interview'
      : next.step === 'payment' && payment
        ? `order-${next.payment.order}`
        : own;
  // A claim has no button here, because `ClaimOffer` has one for each pack.
  if (next.step === 'claim') return <ClaimOffer />;
  const { text, action } = said;
  return (
    <section className="next-card ink-panel mt-6 grid gap-4 p-6" aria-labelledby={id}>
      <div>
        <h2 id={id} className="text-2xl">
          <Sentence words={refused ? refusedTitle(refused) : title} />
        </h2>
        {refused && (
          <p className="mb-2">
            <FreeAnswer free={refused} />
          </p>
        )}
        {text && (
          <p>
            <Sentence words={payment?.says ?? text} />
          </p>
        )}
        {next.step === 'free' && <FreeInterviewState primary />}
      </div>
      <div className="actions">
        {next.step === 'join' ? (
          <JoinButton booking={next.booking} />
        ) : (
          (payment?.button ??
          (action && (
            <a className="button" href={action.href}>
              {action.label}
            </a>
          )))
        )}
        {links}
      </div>
    </section>
  );
}

function Shown({ page, say = sayStep, welcome, payment, sessions, renderLinks }: ShownProps) {
  const now = useStore($now, { ssr: 'initial' });
  const wanted = useStore($chosenTime, { ssr: 'initial' });
  const next = nextStep(sessions, now, { onSessions: page === 'sessions' });
  // Other cards ask themselves about a time that nothing can book.
  const isBookable = page === 'dashboard' && wanted && canBook(sourcesOf(sessions), wanted);
  const chosen = isBookable ? wanted : undefined;
  const isGone = useIsGone(chosen?.slot);
  const timeToBook = chosen && { ...chosen, isGone };
  const canBookNow = next.step === 'book' && chosen && canBook([next.source], chosen);
  const unproven = useStore($unproven, { ssr: 'initial' });
  const said = say(next, now, canBookNow ? timeToBook : undefined);
  const title = next.step === 'free' && unproven ? toVerifyTitle : said.title;
  const [first] = useState(plain(title));
  const refused = saysRefusal(sessions, next) && sessions.free_interview;
  // Practice would be suggested twice, the second time without the member's choice.
  const isInstead = next.step === 'practice' && wanted !== undefined && !refused;
  const wantedTime = page === 'dashboard' && (
    <WantedTime onDashboard isStep={isInstead} hasFreeCard={next.step === 'free'} />
  );
  if (welcome || (wantedTime && isInstead)) {
    return (
      <>
        {wantedTime}
        {welcome}
      </>
    );
  }
  // Except for a claim, the sessions page shows a step without a title elsewhere.
  const isElsewhere = title === '' && next.step !== 'claim';
  if (page === 'sessions' && isElsewhere && !refused) return null;
  // The member has chosen a time since, so it matters more than a session that is over.
  const isTimeFirst = next.step === 'rate';
  return (
    <>
      {/* Tells screen readers when fresh data has changed the next step. */}
      <p role="status" className="sr-only">
        {plain(title) !== first && <Sentence words={title} />}
      </p>
      {isTimeFirst && wantedTime}
      <NextCard
        {...{ next, said, title, payment, refused }}
        links={renderLinks?.(sessions, next, now, timeToBook)}
      />
      {!isTimeFirst && wantedTime}
    </>
  );
}

function Page(props: NextStepProps) {
  const { page, payment } = props;
  const member = useStore($member, { ssr: 'initial' });
  const { data, error, isKept = false } = useStore(mySessions.$data, { ssr: 'initial' });
  if (member && data && payment !== null) {
    return (
      <KeptData key={member.id} value={isKept}>
        <Shown {...props} sessions={data} />
      </KeptData>
    );
  }
  // The sections below explain why there is nothing to show.
  if (error !== undefined || page === 'sessions') return null;
  return (
    <Loading className="next-loading mt-6 text-2xl">
      Finding your next step. We are checking your sessions, payments and loan.
    </Loading>
  );
}

/**
 * The most important thing for the member to do now. Appears first on the dashboard, and above 'Your sessions'
 * (§15.70).
 */
export const NextStep = withErrorBoundary(Page);

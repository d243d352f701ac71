import { dayAndTime } from '../../domain/words/dates.ts';
import { ownTime } from './own-time.ts';
import { nearDay } from './session-times.ts';

type SessionTimeProps = {
  at: string;
  minutes?: number;
  /** True beside a calendar leaf, which already shows the day, so the time zone is named instead. */
  besideLeaf?: boolean;
  /** The time now, in milliseconds, to say 'today' and 'tomorrow'. */
  now?: number;
};

/** A session's day and time, in Indian time, and also in the member's own time zone if that is different (§15.35). */
export function SessionTime({ at, minutes, besideLeaf, now }: SessionTimeProps) {
  const { day, time } = dayAndTime(at);
  const near = now === undefined ? undefined : nearDay(at, now)?.toLowerCase();
  const own = ownTime(at);
  return (
    <>
      <time dateTime={at}>
        <span className={besideLeaf ? 'sr-only' : undefined}>{`${near ?? day}, `}</span>
        <span className="whitespace-nowrap">{time}</span>
        {besideLeaf && <span> India time</span>}
      </time>
      {minutes !== undefined && <span>{`, ${minutes}\u00a0minutes`}</span>}
      {own && <span>{` (${own})`}</span>}
    </>
  );
}
